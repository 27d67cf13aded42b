/* DAG to DAG: fewer operations by simulated annealing. A random sum, product or quotient is put together in another
 * way. The change is kept if the whole costs no more, and early in a cycle sometimes if it costs one operation more.
 * Deterministic.
 * Called by the pipeline on the chosen plan, and in the trials of a thorough search.
 * Memory is that of the DAG's arena. */
#ifndef RIGIDC_REWRITE_ANNEALING_H
#define RIGIDC_REWRITE_ANNEALING_H

#include "rewrite.h"

/* Ensures no more operations in all and no more divisions. Sums multiplied out may round differently. Operands of
 * divisors and functions stay as they are. Runs form->cycles cycles of ANNEALING_MOVES for each node (base/tuning.h). */
void anneal(struct Form *form);

#endif
