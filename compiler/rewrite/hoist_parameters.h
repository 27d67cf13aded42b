/* DAG to two DAGs: what depends on parameters alone is computed once for many calls, and the call reads it.
 * Called by the pipeline for every function of a model with parameters. Memory is the DAGs' arenas. */
#ifndef RIGIDC_REWRITE_HOIST_PARAMETERS_H
#define RIGIDC_REWRITE_HOIST_PARAMETERS_H

#include "rewrite.h"

/* What is computed before, for all functions together: value k is element k of INPUT_DERIVED. */
struct Hoisted {
	struct Dag dag;
	Ref *item; /* without signs, each once */
	size_t count, capacity;
};

void hoisted_init(struct Hoisted *prepared, struct Arena *arena);

/* Everything in the form that parameters alone decide and that something else reads becomes an input. */
void hoist_parameters(struct Form *form, struct Hoisted *prepared);

#endif
