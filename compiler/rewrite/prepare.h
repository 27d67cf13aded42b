/* DAG to two DAGs: what depends on parameters alone is computed once for many calls, and the call reads it.
 * Called by the pipeline for every function of a model with parameters. Memory is the DAGs' arenas. */
#ifndef RIGIDC_PREPARE_H
#define RIGIDC_PREPARE_H

#include "rewrite.h"

/* What is computed before, for all functions together: value k is element k of INPUT_DERIVED. */
struct Prepared {
	struct Dag dag;
	Ref *item; /* without signs, each once */
	size_t count, capacity;
};

void prepared_init(struct Prepared *prepared, struct Arena *arena);

/* Everything in the form that parameters alone decide and that something else reads becomes an input. */
void prepare_values(struct Form *form, struct Prepared *prepared);

#endif
