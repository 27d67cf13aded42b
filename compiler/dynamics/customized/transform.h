/* Working frames: the axes in which the vectors of a link are kept. Those of the link itself, or, where a
 * link is evaluated un-rotated, those of its joint frame, in which its body is turned: a leaf, or a link with
 * a parallel axis behind it, then costs the turn of its few moments instead of that of every vector.
 * Called by the algorithms over the canonical tree. All memory is the arena's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_TRANSFORM_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_TRANSFORM_H

#include "dynamics/plan/plan.h"
#include "dynamics/tree/tree.h"

enum { TRANSFORM_TURNS = 4 };

/* From the working frame of the parent to that of a link: the offset p, then the turns, one after the other
 * (each about one axis, or whatever is left), then d along the axis of the joint. */
struct LinkTransform {
	struct Vec p;
	struct Mat turn[TRANSFORM_TURNS];
	int turns;
	Ref d;
	bool unrotated;
	Ref angle;             /* if still: the body is turned in the working frame by this */
	int quarters;          /* and so many quarter turns */
	struct Mat body;       /* that turn; not set otherwise */
	struct Moments mass;   /* in the working frame */
	struct Spatial f_ext;
};

/* Of every link, with offsets along and across the axes measured in `length`; `still` says what may be
 * evaluated un-rotated, NULL: nothing. */
struct LinkTransform *transforms_make(struct Dag *dag, const struct Tree *tree, const struct Plan *plan, double length);

/* The same, of the links on a way from the root alone, in SI; the others are not set. */
struct LinkTransform *transforms_on_path(struct Dag *dag, const struct Tree *tree, const int *path, int links, const struct Plan *plan);

/* A vector seen in the parent's working frame, in the link's; and back. */
struct Vec to_child_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);
struct Vec to_parent_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);

/* The turns before that of the joint itself, which leaves its axis as it is. */
int transform_leading_turns(const struct Dag *dag, const struct LinkTransform *transform, const struct Link *link);
/* Through some of the turns: a vector seen before turn `from`, before turn `to`; and back. */
struct Vec turns_to_child(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v);
struct Vec turns_to_parent(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v);

/* A vector in the axes of a link, in its working frame. */
struct Vec to_working_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);

/* A point of the link's working frame, in that of the parent. */
struct Vec to_parent_point(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Vec r);

/* A wrench on a link at its origin, on its parent at that one's. */
struct Spatial to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Spatial f);
/* In two steps: behind the joint's own turn and what is along its axis; from there on. */
struct Spatial to_joint_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Spatial f);
struct Spatial joint_to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Spatial f);

/* The moments of a link about its origin, about that of its parent. */
struct Moments to_parent_moments(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Moments mass);

/* A motion of the parent at its origin, as one of the link at that one's: the transpose of to_parent_force. */
struct Spatial to_child_motion(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Spatial v);

/* The rotation W of a link's working frame to the world from that of its parent's, and the step s from that one's origin
 * to its own, in the axes of the world. */
void transform_to_world(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link, struct Mat before, struct Mat *W,
              struct Vec *s);

#endif
