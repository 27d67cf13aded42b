/* DAG to DAG: sums and products of several operands are ordered so that they share the most pairs.
 * Called by the pipeline on the chosen plan, and in the trials of a thorough search.
 * Memory is that of the DAG's arena.
 *
 *     (x + y) + z,  (w + z) + x        p = x + z;  p + y,  p + w
 *     (x + y) - z,  (w - x) + z        p = x - z;  p + y,  w - p
 *     (x y) z,      (x w) z            p = x z;    p y,    p w
 *
 * Saves operations; adds none. */
#ifndef RIGIDC_REWRITE_PAIRWISE_CSE_H
#define RIGIDC_REWRITE_PAIRWISE_CSE_H

#include "rewrite.h"

void pairwise_cse(struct Form *form);

#endif
