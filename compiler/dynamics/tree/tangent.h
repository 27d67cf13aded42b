/* Derivatives along the tangent of a velocity. For a numeric coordinate this is the derivative by the coordinate, for
 * a quaternion the derivative of a turn about an axis of the link. Called by the algorithms. All memory is the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_TANGENT_H
#define RIGIDC_DYNAMICS_TREE_TANGENT_H

#include "tree.h"

enum { TANGENT_INPUTS = 4 };

/* Places of a free or spherical joint among the coordinates: of the position of a free one, else -1; of the quaternion. */
struct TurnedPlace {
	int p, q;
};
struct TurnedPlace link_turned(const struct Dag *dag, const struct Link *link);
/* The elements of an input. */
Ref *tree_input(struct Dag *dag, enum Input array, int count);

/* Rates of the coordinates for a unit of one velocity. */
struct Tangent {
	int count;
	Ref input[TANGENT_INPUTS], rate[TANGENT_INPUTS];
	bool keyed; /* closed forms give values their derivatives along it (dag/coordinate.h), */
	Ref key;    /* by this input */
};

/* Tangents of all nv velocities, for an input of coordinates: INPUT_Q, INPUT_Q0 or INPUT_Q1. */
const struct Tangent *tangents_make(struct Dag *dag, const struct Tree *tree, enum Input array);

/* Derivative of a value along the tangent, while velocities, accelerations and all other inputs stay. */
Ref tangent_slope(struct Dag *dag, const struct Tangent *tangent, Ref value);
/* Derivatives of values by q along the tangents, and by qd: a row of nv numbers for each value, `stride` apart. */
struct StateSlopes {
	Ref *by_q, *by_qd;
	int stride;
};
void state_slopes(struct Dag *dag, const struct Tree *tree, const struct Tangent *tangent, const Ref *value, int values,
                  const struct StateSlopes *to);

#endif
