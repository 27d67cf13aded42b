/* Operators applied to the values of a function's parts. Called by build.c. Memory is the DAG's. */
#ifndef RIGIDC_PIPELINE_OPERATIONS_H
#define RIGIDC_PIPELINE_OPERATIONS_H

#include "generated.h"
#include "dynamics/operator_arguments.h"

/* Values of the parts of a function. */
struct PartValues {
	const struct Tree *tree;
	const Ref *value; /* all entries of the outputs of all parts */
	/* By part; NULL: the part does not solve for qdd. */
	const Ref **residual; /* tau as a function of qdd */
	const Ref **qdd;      /* the accelerations */
	const Ref **after;    /* of a step: its values as functions of qdd */
	const Ref **forces;   /* with rows: their forces, by which tau changes too */
	size_t *rows;         /* by part: the number of its rows */
	struct SweepRules rules;
	bool by_numbers; /* derivatives are by the numbers of q, not along velocities */
};

/* Values that a function returns. */
Ref *operations_run(const struct Generated *function, const struct PartValues *parts, size_t *count);

#endif
