/* DAG to two DAGs: values decided by parameters alone are computed at setup time, and the function reads them.
 * Called by the pipeline for every function of a model with parameters. Memory is the DAGs' arenas. */
#ifndef RIGIDC_REWRITE_HOIST_PARAMETERS_H
#define RIGIDC_REWRITE_HOIST_PARAMETERS_H

#include "rewrite.h"

/* Values computed at setup time, for all functions together: item k is element k of INPUT_DERIVED. */
struct Hoisted {
	struct Dag dag;
	Ref *item; /* without signs, all different */
	size_t count, capacity;
};

void hoisted_init(struct Hoisted *prepared, struct Arena *arena);

/* Replaces every value decided by parameters alone by an input, if a result or a value of the state reads it. */
void hoist_parameters(struct Form *form, struct Hoisted *prepared);

#endif
