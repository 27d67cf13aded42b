/* DAG to DAG: the last passes. Sums add their terms in the order of readiness, so that no term waits for a later one.
 * Called by the pipeline. Other passes do not know fma, and order sums by shared terms. Memory is the DAG's arena. */
#ifndef RIGIDC_REWRITE_CONTRACT_FMA_H
#define RIGIDC_REWRITE_CONTRACT_FMA_H

#include "rewrite.h"

/* Without --fma: orders the sums of functions whose quotients wait for each other, up to OPERATIONS_LONG operations. Pivots do
 * there, and the order saves up to a fifth of a call. Other functions gain nothing. The count of operations stays. */
void order_sums(struct Form *form);
/* With --fma (form->fma): orders sums, and contracts a product read by a single sum into fma(a, b, c) = a b + c, with one
 * rounding. This saves 2 to 10 % of an arm's call, as the sum waits for one operation instead of two. */
void contract_fma(struct Form *form);

#endif
