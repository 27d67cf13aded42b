/* Rows of random trees: what their contacts and closed loops share.
 * Called by random_contact.c, random_loop.c and the tests of rows. Arrays are the caller's. */
#ifndef RANDOM_ROWS_H
#define RANDOM_ROWS_H

#include "random_tree.h"
#include "reference/dense_rows.h"

enum { RANDOM_CONTACTS = 4, RANDOM_LOOPS = 3, RANDOM_PHASE_ROWS = 6 * (RANDOM_CONTACTS + RANDOM_LOOPS) };
enum { RANDOM_X = 1, RANDOM_Y = 2, RANDOM_Z = 4, RANDOM_XYZ = 7 };

/* Rows that hold at once: of a phase, of one contact, or of the loops. */
struct random_phase {
	char name[24]; /* as in requests, with quotes where needed */
	int rows;
	struct dense_row row[RANDOM_PHASE_ROWS];
	dense_real restitution[RANDOM_PHASE_ROWS]; /* 0 but in normal rows of contacts */
	dense_real weight[RANDOM_PHASE_ROWS];
	bool balanced; /* has id a solution? */
};

/* Adds a row along t; or rows along some of the three axes; or two rows along x and y after the smallest turn that takes z
 * to n. They are like `like` but for t. */
void random_rows_add(struct random_phase *phase, struct dense_row like, bool angular, const dense_real t[3]);
void random_rows_add_axes(struct random_phase *phase, struct dense_row like, bool angular, unsigned axes);
void random_rows_add_beside(struct random_phase *phase, struct dense_row like, bool angular, const double n[3]);
/* Appends all rows of another phase. */
void random_rows_append(struct random_phase *phase, const struct random_phase *more);

/* Velocities of coupled joints, at one state. */
struct random_held {
	dense_real G[RANDOM_NV * RANDOM_NV], rest[RANDOM_NV];
	struct dense_coupling coupling;
};
/* The rows of a phase at a state of `dense`, in which coupled joints have followed. Points into all arguments. */
struct dense_constraints random_rows_at(const struct random_tree *tree, struct random_held *held,
                                        const struct random_phase *phase, const dense_real *q, const dense_real *qd);

/* States at which rows are tried: the first at q, the others anywhere. */
enum { RANDOM_STATES = 3 };
struct random_states {
	dense_real q[RANDOM_STATES][RANDOM_NQ], qd[RANDOM_STATES][RANDOM_NV];
};
void random_states_draw(uint64_t *rng, const struct random_tree *tree, const dense_real *q,
                        struct random_states *states);
/* Are the rows independent at all states, but for the same ones that hold by themselves? One has to act. */
bool random_rows_fit(const struct random_tree *tree, const struct random_states *states,
                     const struct random_phase *phase);

/* Draws a placement and writes it: nothing, or a shift, or a shift and rotations, which stay in the tree's plane. */
void random_placement(uint64_t *rng, const struct random_tree *tree, FILE *out, int shift_percent, int turn_percent,
                      struct dense_frame *at);
/* A body that moves and has a plain name; -1: none found. */
int random_plain_body(uint64_t *rng, const struct random_tree *tree);

#endif
