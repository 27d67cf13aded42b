/* Derivatives of the values of a function by variables: numbers of its inputs, of q the directions of the velocities.
 * Called by operators. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TANGENT_SWEEPS_H
#define RIGIDC_DYNAMICS_TANGENT_SWEEPS_H

#include "dynamics/tree/tangent.h"

/* An element of an input. Of q it is a velocity: the derivative is along its direction. `number`: it is a number of q itself. */
struct Variable {
	enum Input array;
	uint32_t element;
	bool number;
};

/* Inputs of the DAG, and their rates for a unit of a variable: one but for q. A turn of a quaternion reaches the entries of its
 * rotation matrix R too, as inputs of their own: by R' = R [w]x it takes fewer operations than by the quaternion. */
enum { REACH_INPUTS = TANGENT_INPUTS + 9 };
struct Reach {
	Ref input[REACH_INPUTS], rate[REACH_INPUTS];
	int count;
};

/* Variables, and the inputs of the DAG that they reach, each once; `place` is by variable and input of its reach. */
struct Swept {
	struct Dag *dag;
	size_t variables;
	struct Reach *reach; /* by variable */
	size_t (*place)[REACH_INPUTS];
	Ref *input;
	size_t inputs;
	bool turns_apart; /* as in dag/sweep.h */
};
struct Swept swept_by(struct Dag *dag, const struct Tree *tree, const struct Variable *variable, size_t variables,
                      bool turns_apart);

/* Change of values along a direction, by variable. */
void swept_change(const struct Swept *swept, const Ref *value, size_t values, const Ref *direction, Ref *out);
/* Gradient of weight . value by all variables. */
void swept_gradient(const struct Swept *swept, const Ref *value, const Ref *weight, size_t values, Ref *out);

#endif
