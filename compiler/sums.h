/* DAG to DAG: sums put together. A chain of additions whose partial sums nobody else reads is one
 * sum of many terms; its constants become one, and a constant factor of a sum of constants and constant
 * multiples is multiplied out. Constants that only rounding tells apart become one. Saves additions and multiplications,
 * never adds one.
 * Called by the pipeline once per function. */
#ifndef RIGIDC_SUMS_H
#define RIGIDC_SUMS_H

#include "dag.h"

/* Requires values of `dag`; ensures the same values, up to rounding, in the DAG that is returned, which holds
 * only what they need. */
struct Dag sums_fold(const struct Dag *dag, Ref *value, size_t count);

#endif
