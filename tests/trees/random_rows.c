#include "random_rows.h"

#include "random_bits.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef dense_real real;

/* --- rows --- */

void random_rows_add(struct random_phase *phase, struct dense_row like, bool angular, const real t[3])
{
	like.angular = angular;
	memcpy(like.t, t, sizeof like.t);
	phase->weight[phase->rows] = 1;
	phase->restitution[phase->rows] = 0;
	phase->row[phase->rows++] = like;
}

void random_rows_add_axes(struct random_phase *phase, struct dense_row like, bool angular, unsigned axes)
{
	for (int i = 0; i < 3; i++)
		if (axes >> i & 1)
			random_rows_add(phase, like, angular, (const real[3]){ i == 0, i == 1, i == 2 });
}

void random_rows_add_beside(struct random_phase *phase, struct dense_row like, bool angular, const double n[3])
{
	struct dense_frame turned = place_identity;
	dense_turn(&turned, -n[1], n[0], 0, atan2l(hypotl(n[0], n[1]), n[2]));
	for (int i = 0; i < 2; i++)
		random_rows_add(phase, like, angular,
		                (const real[3]){ turned.R[0][i], turned.R[1][i], turned.R[2][i] });
}

void random_rows_append(struct random_phase *phase, const struct random_phase *more)
{
	for (int r = 0; r < more->rows; r++) {
		phase->row[phase->rows] = more->row[r];
		phase->restitution[phase->rows] = more->restitution[r];
		phase->weight[phase->rows++] = more->weight[r];
	}
}

struct dense_constraints random_rows_at(const struct random_tree *tree, struct random_held *held,
                                        const struct random_phase *phase, const real *q, const real *qd)
{
	random_coupling(tree, q, qd, held->G, held->rest);
	held->coupling = (struct dense_coupling){ random_nv(tree), held->G, held->rest };
	return (struct dense_constraints){
		.tree = &tree->dense, .coupling = &held->coupling, .n = phase->rows, .row = phase->row
	};
}

/* --- rows that fit --- */

static bool any_is_zero(const double *q, int nq)
{
	bool any = false;
	for (int i = 0; i < nq; i++)
		any |= q[i] == 0;
	return any;
}

/* No coordinate of the last state is 0: a row that vanishes at 0 alone would seem to hold by itself. */
void random_states_draw(uint64_t *rng, const struct random_tree *tree, const real *q, struct random_states *states)
{
	double state[3][RANDOM_NQ];
	real unused[RANDOM_NV];
	for (int i = 0; i < RANDOM_STATES; i++) {
		do
			random_state(random_bits(rng), &tree->dense, state[0], state[1], state[2]);
		while (i == RANDOM_STATES - 1 && any_is_zero(state[0], dense_nq(&tree->dense)));
		random_couple(tree, state[0], state[1], state[2], states->q[i], states->qd[i], unused);
	}
	memcpy(states->q[0], q, sizeof(real) * (size_t)dense_nq(&tree->dense));
}

/* Is a row zero to rounding, or far from zero? */
static bool is_clear(const struct dense_constraints *c, const real *q, bool *holds)
{
	static real J[RANDOM_PHASE_ROWS * RANDOM_NV];
	int nv = dense_rows_nv(c);
	real scale;
	dense_rows_jac(c, q, J, &scale);
	dense_rows_that_hold(c, q, holds);
	for (int r = 0; r < c->n; r++) {
		real most = 0;
		for (int j = 0; j < nv; j++)
			most = fmaxl(most, fabsl(J[r * nv + j]));
		if (most > (holds[r] ? 1e-15L : 0) * scale && most < 1e-6L * scale)
			return false;
	}
	return true;
}

bool random_rows_fit(const struct random_tree *tree, const struct random_states *states,
                     const struct random_phase *phase)
{
	static struct random_held held;
	bool first[RANDOM_PHASE_ROWS], holds[RANDOM_PHASE_ROWS];
	for (int i = 0; i < RANDOM_STATES; i++) {
		struct dense_constraints c = random_rows_at(tree, &held, phase, states->q[i], states->qd[i]);
		int acting = 0;
		if (!is_clear(&c, states->q[i], i ? holds : first))
			return false;
		for (int r = 0; r < phase->rows; r++) {
			acting += !first[r];
			if (i && holds[r] != first[r])
				return false;
		}
		if (!acting || dense_rows_independence(&c, states->q[i]) < 0.01L)
			return false;
	}
	return true;
}

/* --- places --- */

void random_placement(uint64_t *rng, const struct random_tree *tree, FILE *out, int shift_percent, int turn_percent,
                      struct dense_frame *at)
{
	const char *between = " at ";
	if (random_chance(rng, shift_percent)) {
		double p[3];
		for (int i = 0; i < 3; i++)
			p[i] = random_chance(rng, 30) ? 0 : random_between(rng, -1, 1);
		dense_shift(at, p[0], p[1], p[2]);
		fprintf(out, "%s(%.17g m, %.17g m, %.17g m)", between, p[0], p[1], p[2]);
		between = ", ";
	}
	bool turns = random_chance(rng, turn_percent);
	if (turns && tree->scope == RANDOM_PLANE) {
		double y = random_between(rng, -3, 3);
		dense_turn(at, 0, 1, 0, y);
		fprintf(out, "%sry(%.17g)", between, y);
	} else if (turns) {
		double x = random_between(rng, -3, 3), z = random_between(rng, -3, 3);
		dense_turn(at, 1, 0, 0, x);
		dense_turn(at, 0, 0, 1, z);
		fprintf(out, "%srx(%.17g), rz(%.17g)", between, x, z);
	}
}

/* Has a name neither blanks nor escapes? */
static bool is_plain(const char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

int random_plain_body(uint64_t *rng, const struct random_tree *tree)
{
	for (int trial = 0; trial < 20; trial++) {
		int b = random_below(rng, tree->dense.n);
		if (dense_moves(&tree->dense, b) && is_plain(tree->text[b].name))
			return b;
	}
	return -1;
}
