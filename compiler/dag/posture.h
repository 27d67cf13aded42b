/* Values at a given state: coordinates given, inputs of the model at their default values or those that move at random, parameters at
 * their default values or other ones. For checks and output, never generated code.
 * Called by the checker, by closed forms for their branch, and by commands that print or draw a state. Memory is the arena of
 * posture_begin. */
#ifndef RIGIDC_POSTURE_H
#define RIGIDC_POSTURE_H

#include "dag.h"

struct Posture {
	const struct Dag *dag;
	const double *q;      /* by element of INPUT_Q */
	const double *params; /* by element of INPUT_PARAMS; NULL: default values */
	uint64_t moving;      /* seed of inputs that move, in -1 to 1 of their units; 0: default values */
	double *value;        /* by node, as far as computed */
	size_t values, room;
};

/* Posture for the existing nodes, with parameters at their default values. For other ones set `params`, then move. */
struct Posture posture_begin(struct Arena *arena, const struct Dag *dag);
void posture_move(struct Posture *posture, const double *q);
double posture_value(struct Posture *posture, Ref a);

/* Value of an operation from the values of earlier nodes. */
double posture_operation(const struct Node *node, const double *value);

#endif
