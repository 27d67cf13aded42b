/* Derivatives along the tangent: by a velocity's direction of motion, which for a coordinate that is a number is the
 * derivative by that, and for a quaternion that of turning about an axis of the link.
 * Called by the algorithms. All memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_TANGENT_H
#define RIGIDC_DYNAMICS_TREE_TANGENT_H

#include "tree.h"

enum { TANGENT_INPUTS = 4 };

/* How the coordinates change with one velocity, per unit of time. */
struct Tangent {
	int count;
	Ref input[TANGENT_INPUTS], rate[TANGENT_INPUTS];
};

/* Of every velocity (nv). */
const struct Tangent *tangents_make(struct Dag *dag, const struct Tree *tree);

/* How a value changes in that direction, while velocities, accelerations and all else that is given stay. */
Ref tangent_slope(struct Dag *dag, const struct Tangent *tangent, Ref value);
/* The derivative by velocity v. */
Ref velocity_slope(struct Dag *dag, int v, Ref value);

#endif
