/* Wrenches declared by a random tree, in body or world axes, at the origin or at a point.
 * Called by the tests that push random trees. Arrays are the caller's. */
#ifndef RANDOM_WRENCH_H
#define RANDOM_WRENCH_H

#include "random_tree.h"

enum { RANDOM_WRENCH_NUMBERS = 9 * RANDOM_BODIES };

/* Writes a declaration for every moving body whose name needs no escapes, and draws the wrenches: f_ext for the model
 * (the number of entries is returned), and the equivalent for dense_rnea. hold, unless NULL, gets how each is held
 * while its body moves. */
size_t random_wrenches_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                               double f_ext[RANDOM_WRENCH_NUMBERS], dense_real body_wrench[6 * RANDOM_BODIES],
                               enum dense_hold hold[RANDOM_BODIES]);

#endif
