/* Closed loops declared by a random tree, both as source text and as rows of the reference.
 * Called by the tests of loops. Arrays are the caller's. */
#ifndef RANDOM_LOOP_H
#define RANDOM_LOOP_H

#include "random_rows.h"

struct random_loops {
	int loops;
	const char *kind[RANDOM_LOOPS]; /* in the language */
	struct random_phase rows;       /* of all loops, in their order; its name is `loops` */
};

/* Writes frames, up to RANDOM_LOOPS loops, and the state q as a pose behind the source of the tree, between its bodies and the world. The frames of
 * a loop are placed so that it is closed at q, a state of `dense`. Rows are independent of each other, but for those that
 * hold by themselves. There may be none: rows must fit the tree. Every draw is from `rng`. */
void random_loops_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                          struct random_loops *drawn);

#endif
