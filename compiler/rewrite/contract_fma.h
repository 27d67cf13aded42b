/* DAG to DAG: contracts a product read by a single sum into fma(a, b, c) = a b + c, with one rounding. Sums add
 * their terms in the order of readiness, so that no term waits for a later one. With fma this order saves 2 to 10 %
 * of an arm's call, as the sum waits for one operation instead of two. Without fma the order saves nothing.
 * Called by the pipeline under --fma, as the last pass over the DAG. Other passes do not know fma, and order sums by
 * shared terms. */
#ifndef RIGIDC_REWRITE_CONTRACT_FMA_H
#define RIGIDC_REWRITE_CONTRACT_FMA_H

#include "rewrite.h"

/* Contracts products of a form; does nothing unless form->fma. */
void contract_fma(struct Form *form);

#endif
