/* DAG to DAG: a product that only one sum reads becomes part of it, fma(a, b, c) = a b + c with one rounding; and sums take
 * their terms in the order in which they are ready, so that nothing waits for what is behind it by chance. With fma
 * that is 2 to 10 % of a call of an arm, for one operation is left to wait for where there were two; without, nothing.
 * Called by the pipeline under --fma, last of the passes over the DAG: others know no fma, and put sums together by what
 * they share. */
#ifndef RIGIDC_REWRITE_CONTRACT_FMA_H
#define RIGIDC_REWRITE_CONTRACT_FMA_H

#include "rewrite.h"

/* Does nothing unless the form takes fma. */
void contract_fma(struct Form *form);

#endif
