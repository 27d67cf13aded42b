/* DAG to DAG: sums put together with common factors outside and like terms in one.
 * Called by the pipeline once per function and trial of the search.
 * Memory is that of the DAG's arena.
 *
 *     x y + x z + w               w + x (y + z)
 *     x y + x z + w y + w z       (x + w) (y + z)     in two rounds
 *     3 x - 3 y                   3 (x - y)
 *     3 x - x                     x + x               which is how 2 x is written: it needs no constant
 *
 * Saves multiplications; adds no operation. */
#ifndef RIGIDC_REWRITE_FACTORING_H
#define RIGIDC_REWRITE_FACTORING_H

#include "rewrite.h"

void factor_sums(struct Form *form);

#endif
