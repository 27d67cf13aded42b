/* Derivatives along the tangent of a velocity, and steps along it. For a numeric coordinate this is the derivative by the coordinate, for
 * a quaternion the derivative of a turn about an axis of the link. Called by the algorithms. All memory is the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_TANGENT_H
#define RIGIDC_DYNAMICS_TREE_TANGENT_H

#include "tree.h"

enum { TANGENT_INPUTS = 4 };

/* Rates of the coordinates for a unit of one velocity. */
struct Tangent {
	int count;
	Ref input[TANGENT_INPUTS], rate[TANGENT_INPUTS];
};

/* Tangents of all nv velocities. */
const struct Tangent *tangents_make(struct Dag *dag, const struct Tree *tree);

/* Derivative of a value along the tangent, while velocities, accelerations and all other inputs stay. */
Ref tangent_slope(struct Dag *dag, const struct Tangent *tangent, Ref value);
/* Coordinates (nq) after unit time at the velocities x (nv): numeric ones by x, free and spherical joints by the exponential of their
 * twist. */
void tree_move(struct Dag *dag, const struct Tree *tree, const Ref *x, Ref *q);
/* Derivative by velocity v. */
Ref velocity_slope(struct Dag *dag, int v, Ref value);

#endif
