/* DAG to DAG: fewer operations by simulated annealing. One sum, product or quotient at a time, at a random
 * place, is put together in another way. It stays so if the whole costs no more, and at first sometimes if it
 * costs one more. Deterministic.
 * Called by the pipeline on the plan that was found, and in the trials of a thorough search.
 * Memory is that of the DAG's arena. */
#ifndef RIGIDC_REWRITE_ANNEALING_H
#define RIGIDC_REWRITE_ANNEALING_H

#include "rewrite.h"

/* Ensures no more operations in all and no more divisions; rounding is that of the terms of sums that are
 * multiplied out. What a divisor or a function needs stays as it is. Goes on for form->cycles; in a cycle, 25
 * changes are tried for each node. */
void anneal(struct Form *form);

#endif
