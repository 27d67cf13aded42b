/* Contacts and phases declared by a random tree, both as source text and as rows of the reference.
 * Called by the tests that stand random trees on the ground. Arrays are the caller's. */
#ifndef RANDOM_CONTACT_H
#define RANDOM_CONTACT_H

#include "random_rows.h"

enum { RANDOM_PHASES = 3 };

struct random_contacts {
	int contacts, phases;
	struct random_phase contact[RANDOM_CONTACTS], phase[RANDOM_PHASES];
	bool idle[RANDOM_NV]; /* velocities of the model with tau = 0 in id: of idle joints, and of free roots */
	struct random_held held;
};

/* Writes frames, contacts, phases and idle joints behind the source of the tree. The rows of each contact and of each
 * phase are independent of each other, but for those that hold by themselves. There may be none: rows must fit the
 * tree. Each contact and phase begins with the rows of the loops, unless `loops` is NULL; id has no solution then. Every
 * draw is from `rng`; q is a state of `dense`. */
void random_contacts_declare(uint64_t *rng, const struct random_tree *tree, const struct random_phase *loops,
                             const dense_real *q, FILE *out, struct random_contacts *drawn);

#endif
