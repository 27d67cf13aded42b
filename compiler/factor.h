/* DAG to DAG: sums taken apart into their terms and put together with common factors outside,
 * a b + a c = a (b + c) and 2 x = x + x. Saves multiplications; adds no operation.
 * Called by the pipeline once per function. */
#ifndef RIGIDC_FACTOR_H
#define RIGIDC_FACTOR_H

#include "dag.h"

/* Requires values of `dag`; ensures the same values, up to rounding, in the DAG that is returned, which holds
 * only what they need. */
struct Dag factor_sums(const struct Dag *dag, Ref *value, size_t count);

#endif
