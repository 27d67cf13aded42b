/* DAG to DAG: common factors are taken out of sums, and terms with equal factors are added.
 * Called by the pipeline once per function and trial of the search.
 * Memory is that of the DAG's arena.
 *
 *     x y + x z + w               w + x (y + z)
 *     x y + x z + w y + w z       (x + w) (y + z)     in two rounds
 *     3 x - 3 y                   3 (x - y)
 *     3 x - x                     x + x               the form of 2 x, without a constant
 *
 * Saves multiplications; adds no operation. */
#ifndef RIGIDC_REWRITE_FACTORING_H
#define RIGIDC_REWRITE_FACTORING_H

#include "rewrite.h"

void factor_sums(struct Form *form);

#endif
