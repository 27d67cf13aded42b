/* DAG to DAG: sums and products of several operands put together in the order that shares most: a pair that
 * occurs in two of them is computed once. Saves operations; adds none.
 * Called by the pipeline once per function. */
#ifndef RIGIDC_SHARE_H
#define RIGIDC_SHARE_H

#include "dag.h"

/* Requires values of `dag`; ensures the same values, up to rounding, in the DAG that is returned, which holds
 * only what they need. */
struct Dag share_pairs(const struct Dag *dag, Ref *value, size_t count);

#endif
