/* Contacts and phases declared by a random tree, both as source text and as rows of the reference.
 * Called by the tests that stand random trees on the ground. Arrays are the caller's. */
#ifndef RANDOM_CONTACT_H
#define RANDOM_CONTACT_H

#include "random_tree.h"
#include "reference/dense_rows.h"

enum { RANDOM_CONTACTS = 4, RANDOM_PHASES = 3, RANDOM_PHASE_ROWS = 6 * RANDOM_CONTACTS };

/* Rows that hold at once: of a phase, or of one contact. */
struct random_phase {
	char name[24]; /* as in requests, with quotes where needed */
	int rows;
	struct dense_row row[RANDOM_PHASE_ROWS];
	dense_real restitution[RANDOM_PHASE_ROWS]; /* 0 but in normal rows */
	dense_real weight[RANDOM_PHASE_ROWS];
	bool balanced; /* has id a solution? */
};

struct random_contacts {
	int contacts, phases;
	struct random_phase contact[RANDOM_CONTACTS], phase[RANDOM_PHASES];
	bool idle[RANDOM_NV]; /* velocities of the model with tau = 0 in id: of idle joints, and of free roots */
	dense_real G[RANDOM_NV * RANDOM_NV], rest[RANDOM_NV];
	struct dense_coupling coupling;
};

/* Writes frames, contacts, phases and idle joints behind the source of the tree. The rows of each contact and of each
 * phase are independent of each other, but for those that hold by themselves. There may be none: rows must fit the
 * tree. Every draw is from `rng`; q is a state of `dense`. */
void random_contacts_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                             struct random_contacts *drawn);

/* The rows of a phase at a state of `dense`, in which coupled joints have followed. Points into both. */
struct dense_constraints random_constraints(const struct random_tree *tree, struct random_contacts *drawn,
                                            const struct random_phase *phase, const dense_real *q,
                                            const dense_real *qd);

#endif
