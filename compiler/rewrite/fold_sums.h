/* DAG to DAG: constants of sums are added up.
 * Called by the pipeline once per function and trial of the search.
 * Memory is that of the DAG's arena.
 *
 *     (x + 2) + (y + 3)       (x + y) + 5       if x + 2 and y + 3 have no other readers
 *     0.5 (4 x + 6)           2 x + 3           but 0.5 (x + y) stays
 *     0.8 x + (0.7 + 0.1) y   0.8 x + 0.8 y     0.7 + 0.1 is 0.7999999999999999, or 0.8 but for rounding
 *
 * Saves additions and multiplications, never adds an operation. */
#ifndef RIGIDC_REWRITE_FOLD_SUMS_H
#define RIGIDC_REWRITE_FOLD_SUMS_H

#include "rewrite.h"

void fold_sums(struct Form *form);

#endif
