/* What operators are given of a function. Made by the pipeline, read by operators and their sweeps. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_OPERATOR_ARGUMENTS_H
#define RIGIDC_DYNAMICS_OPERATOR_ARGUMENTS_H

#include "tangent_sweeps.h"

/* Rules of the sweeps. They change the count of operations alone: a plan chooses them. */
struct SweepRules {
	bool turns_apart; /* as in dag/sweep.h */
	bool weights_last; /* each of at most WEIGHTS_LAST_MOST values is weighted at the end: its own gradient, times the weight */
};

/* A function f with values y, at which an operator is evaluated. */
struct OperatorArguments {
	struct Dag *dag;
	const struct Tree *tree;
	const Ref *value; /* y */
	size_t values;
	const struct Variable *variable; /* x, the inputs of f */
	size_t variables;
	const Ref *weight;    /* by value; NULL: the operator has none */
	const Ref *direction; /* by variable; NULL: the operator has none */
	struct SweepRules rules;
	/* of functions that solve for accelerations qdd (nv); NULL: y is differentiated itself */
	const Ref *residual; /* inverse dynamics as a function of the input qdd */
	const Ref *qdd;      /* the accelerations */
	const Ref *after;    /* y as a function of the input qdd; NULL: y is qdd */
	bool stages;         /* y is a step with stages at several states; `after` is NULL then */
	/* with rows, whose forces are solved for too: the residual is also a function of the input lambda, and has these rows */
	const Ref *forces;
	size_t rows;
};

#endif
