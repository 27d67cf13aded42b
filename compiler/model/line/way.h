/* The way between two bodies, step by step: placements, and motions of joints. Called for lines and for closed forms.
 * Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_WAY_H
#define RIGIDC_MODEL_LINE_WAY_H

#include "model/model.h"

struct Point;

/* Step between two frames on the path from the common frame to a point: a placement, or a motion. */
struct WayStep {
	const struct Motion *motion; /* NULL: a placement */
	const struct Joint *joint;   /* of the motion */
	struct Placement at;
	struct Vec own;   /* the point of this path, in the frame before the step, */
	struct Vec moved; /* and in the frame after the step */
};

/* Path to one of the points. */
struct Way {
	struct Dag *dag;
	struct WayStep *step;
	int steps, first;       /* index of the first step to use */
	struct Vec base, other; /* this path's point and the other's, in the frame before the first step */
	bool moves;             /* does the point move relative to the common body? Not by axes through it */
};

/* Parts of a vector relative to a unit vector n: along n, across n, and n x the vector, a quarter turn ahead. */
struct Parts {
	struct Vec along, across, ahead;
};

struct Parts parts_of(struct Dag *dag, struct Vec n, struct Vec x);

/* Number of bodies from the world to a body. */
int way_depth(const struct Model *model, int body);
/* Bodies with joints that move, from a body to an ancestor of it, without the ancestor; into `list`. Returns their
 * number. */
int way_movers(const struct Model *model, int body, int ancestor, int *list);
/* Nearest common ancestor of two bodies, or a body itself; -1: the world. */
int way_common(const struct Model *model, int a, int b);

/* Point through a step: from the frame after it to the frame before it; `back`: the other direction. */
struct Vec step_pass(struct Dag *dag, const struct WayStep *step, struct Vec x, bool back);
/* The same for a direction. */
struct Vec step_turn(struct Dag *dag, const struct WayStep *step, struct Vec x, bool back);

/* The way from a common ancestor to a point, and the point in the frame before each step. */
struct Way way_to(const struct Model *model, int common, const struct Point *end);
/* The way to a frame at `at` in a body (-1: the world). Its steps have no point. */
struct Way way_to_frame(const struct Model *model, int common, int body, struct Placement at);
/* Velocity (INPUT_QD) or acceleration (INPUT_QDD) that a motion gives the frame after the step, in the axes of this frame. */
struct Spatial step_motion(struct Dag *dag, const struct WayStep *step, enum Input array);
/* Direction from the last frame of a way to the first; and back. */
struct Vec way_turn_out(const struct Way *way, struct Vec x);
struct Vec way_turn_in(const struct Way *way, struct Vec x);

#endif
