/* Divisors of an elimination after masses were moved over pins (plan/pins.h). M is no longer positive definite then, and a divisor may vanish.
 * Called by the elimination of kkt.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_CLOSED_PIVOTS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_CLOSED_PIVOTS_H

#include "dynamics/tree/sample.h"

/* Does every divisor keep its sign and its digits at the closed states of the tree, and read no run-time parameter? */
bool closed_pivots_hold(const struct Dag *dag, const struct Tree *tree, const Ref *divisor, int count);

#endif
