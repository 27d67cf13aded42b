/* Working frames: the axes of the vectors of a link. They are the link's own axes, or, for a link evaluated
 * un-rotated, the axes of its joint frame, in which its body turns. Un-rotated, a terminal link, or a link whose child
 * has a parallel axis, turns its few moments instead of every vector. Called by the algorithms over the canonical
 * tree. All memory is the arena's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_TRANSFORM_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_TRANSFORM_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

enum { TRANSFORM_TURNS = 4 };

/* Transform from the parent's working frame to the link's: the offset p, then the turns in order (each about one axis,
 * or the rest of the rotation), then d along the joint axis. */
struct LinkTransform {
	struct Vec p;
	struct Mat turn[TRANSFORM_TURNS];
	int turns;
	int own_turn; /* the turn of the joint itself, by `angle`; -1: none */
	Ref d;
	bool unrotated;
	Ref angle;           /* of the joint itself; if unrotated: of the body in the working frame */
	int quarters;        /* and its quarter turns */
	struct Mat body;     /* the rotation of the body; set only if unrotated */
	struct Moments mass; /* in the working frame */
	struct Spatial f_ext;
};

/* Makes the transforms of all links; offsets are measured in `length`. The options may leave links un-rotated; NULL: all
 * links are rotated. */
struct LinkTransform *transforms_make(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                      double length);

/* Makes the transforms of the links on a path from the root only. The others are not set. */
struct LinkTransform *transforms_on_path(struct Dag *dag, const struct Tree *tree, const int *path, int links,
                                         const struct BuildOptions *options, double length);

/* Moments of the link alone, in its working frame; lengths are measured in `length`, forces in its inverse: length^2 m and
 * length h. */
struct Moments transform_mass(struct Dag *dag, const struct LinkTransform *transform, double length);

/* Vector from the parent's working axes to the link's; and back. */
struct Vec to_child_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);
struct Vec to_parent_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);

/* A law seen from the world in the working axes of the link `depth` links from the root on its path, or of its own link; about the
 * origin of its frame. */
struct Spatial transform_law(struct Dag *dag, const struct Tree *tree, const struct LinkTransform *transform,
                             const struct TreeLaw *law, int depth);

/* Turn about a coordinate axis by an angle and quarter turns. */
struct Mat turn_by(struct Dag *dag, int axis, Ref angle, int quarters);

/* Number of turns before the joint's own turn about its axis. */
int transform_leading_turns(const struct Dag *dag, const struct LinkTransform *transform, const struct Link *link);
/* Vector through the turns `from` to `to` - 1, to the child; and back. */
struct Vec turns_to_child(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v);
struct Vec turns_to_parent(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v);

/* Vector from the link's own axes to its working axes. */
struct Vec to_working_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v);

/* Point from the link's working frame to its parent's. */
struct Vec to_parent_point(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                           struct Vec r);

/* Wrench on a link at its origin, moved to its parent and the parent's origin. */
struct Spatial to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                               struct Spatial f);
/* Wrench in two steps: to the joint, without the offset d and the joint's own turn; from there to the parent. */
struct Spatial to_joint_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                              struct Spatial f);
struct Spatial joint_to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                     struct Spatial f);

/* Moments of a link, moved to its parent and the parent's origin. */
struct Moments to_parent_moments(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                 struct Moments mass);

/* Motion of the parent, moved to the link and the link's origin: the transpose of to_parent_force. */
struct Spatial to_child_motion(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                               struct Spatial v);

/* Rotation W from a link's working frame to the world, from the parent's rotation `before`; and the vector s from the
 * parent's origin to the link's, in world axes. */
void transform_to_world(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                        struct Mat before, struct Mat *W, struct Vec *s);

#endif
