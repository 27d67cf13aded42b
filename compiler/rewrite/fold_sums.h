/* DAG to DAG: the constants of sums put together.
 * Called by the pipeline once per function and trial of the search.
 * Memory is that of the DAG's arena.
 *
 *     (x + 2) + (y + 3)       (x + y) + 5       nobody else reads x + 2 or y + 3
 *     0.5 (4 x + 6)           2 x + 3           but 0.5 (x + y) stays
 *     0.8 x + (0.7 + 0.1) y   0.8 x + 0.8 y     0.7 + 0.1 is 0.7999999999999999, which is 0.8 but for rounding
 *
 * Saves additions and multiplications, never adds one. */
#ifndef RIGIDC_REWRITE_FOLD_SUMS_H
#define RIGIDC_REWRITE_FOLD_SUMS_H

#include "rewrite.h"

void fold_sums(struct Form *form);

#endif
