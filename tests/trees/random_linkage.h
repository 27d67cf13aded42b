/* Closed loops declared by a random tree, both as source text and as rows of the reference; idle joints, and a contact.
 * Called by the tests of closed loops. Arrays are the caller's. */
#ifndef RANDOM_LINKAGE_H
#define RANDOM_LINKAGE_H

#include "random_contact.h"

enum { LINKAGE_LOOPS = 3 };

struct random_linkage_kind;

/* Loops of a tree, in the order of their rows. */
struct random_linkage {
	int loops;
	struct random_linkage_loop {
		const struct random_linkage_kind *kind;
		int axis, first, rows; /* first: its first row */
		dense_real length;     /* of a distance */
	} loop[LINKAGE_LOOPS];
};

/* Writes loops, idle joints and maybe a contact behind the source of the tree, and draws their rows at q, a state of `dense`, where the
 * loops are closed. phase[0] are the loops, if there are any, with weights 0; phase[1] the same with the contact, if that is drawn. The
 * rows are independent of each other there, but for those that hold by themselves. Every draw is from `rng`. */
void random_linkage_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                            struct random_contacts *drawn, struct random_linkage *loops);

/* Rows of a phase at another state of `dense`, which moves the vectors of some; and the closure (rows) there, 0 of contacts. */
void random_linkage_at(const struct random_tree *tree, const struct random_linkage *loops, const dense_real *q,
                       struct random_phase *phase, dense_real *closure);

#endif
