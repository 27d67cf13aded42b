/* DAG to DAG: fewer operations by simulated annealing. Sums and products are put together in other ways, one at a
 * random place at a time, by the laws of a commutative ring; a change stays if the whole costs no more, and at first
 * sometimes if it costs a little more.
 * Called by the pipeline once per function, on the plan that was found. Deterministic. */
#ifndef RIGIDC_ANNEAL_H
#define RIGIDC_ANNEAL_H

#include "dag.h"

/* Requires values of `dag`; ensures the same values in the DAG that is returned, at no more operations in all, up to
 * rounding of the terms of sums that are multiplied out. What any other function needs, a radicand or a divisor, stays as it
 * is, for that may be near zero. In a cycle, 25 changes are tried for each node. */
struct Dag anneal(const struct Dag *dag, Ref *value, size_t count, int cycles);

#endif
