/* Wrenches that a random tree declares, in body or world axes, at the origin or at a point.
 * Called by the tests that push random trees. Arrays are the caller's. */
#ifndef RANDOM_WRENCH_H
#define RANDOM_WRENCH_H

#include "random_tree.h"

enum { RANDOM_WRENCH_NUMBERS = 9 * RANDOM_BODIES };

/* Writes a declaration for every body that moves and whose name needs no escapes, and draws what is given: f_ext as
 * the model takes it (the number of entries is returned), and the same as dense_rnea does. hold, unless NULL, gets what
 * stays of each where its body moves. */
size_t random_wrenches_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                               double f_ext[RANDOM_WRENCH_NUMBERS], dense_real body_wrench[6 * RANDOM_BODIES],
                               enum dense_hold hold[RANDOM_BODIES]);

#endif
