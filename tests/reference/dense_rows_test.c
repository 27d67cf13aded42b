/* Constraints of the reference: derivatives of positions, the equations of motion by the inertia matrix, work and
 * energy, a tree that is cut and welded, and the published start of Andrews' squeezer. */
#include "dense_rows.h"
#include "sampled.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/random_contact.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NQ = RANDOM_NQ, NV = RANDOM_NV, BODIES = RANDOM_BODIES, ROWS = 8 };

static struct random_tree tree;
static struct sampled s;

/* --- random rows --- */

struct held {
	struct dense_row row[ROWS];
	struct dense_constraints c;
	struct dense_coupling coupling;
	real G[NV * NV], rest[NV];
	int nv;
};
static struct held held;

static void draw_frame(uint64_t *rng, int body, struct dense_site *site)
{
	*site = (struct dense_site){ body, place_identity };
	dense_shift(&site->at, random_between(rng, -1, 1), random_between(rng, -1, 1), random_between(rng, -1, 1));
	dense_turn(&site->at, random_between(rng, -1, 1), random_between(rng, 0.1, 1), random_between(rng, -1, 1),
	           random_between(rng, -3, 3));
}

/* Sets G and rest to those of a state. */
static void couple(const struct sampled *at, struct held *h)
{
	h->nv = random_nv(at->tree);
	random_coupling(at->tree, at->q, at->qd, h->G, h->rest);
	h->coupling = (struct dense_coupling){ h->nv, h->G, h->rest };
	h->c.tree = &at->tree->dense;
	h->c.coupling = h->nv < at->nv ? &h->coupling : NULL;
	h->c.row = h->row;
}

/* Draws rows between any two frames, half of them of the world, and takes those that leave the rows independent. */
static void draw_rows(int number, int most, struct held *h)
{
	uint64_t rng = (uint64_t)number + 77;
	memset(h, 0, sizeof *h);
	couple(&s, h);
	for (int trial = 0; trial < 12 && h->c.n < most; trial++) {
		struct dense_row *row = &h->row[h->c.n];
		memset(row, 0, sizeof *row);
		draw_frame(&rng, random_chance(&rng, 50) ? -1 : random_below(&rng, s.n), &row->a);
		draw_frame(&rng, random_below(&rng, s.n), &row->b);
		row->angular = random_chance(&rng, 40);
		row->of_b = random_chance(&rng, 40);
		for (int i = 0; i < 3; i++)
			row->t[i] = random_between(&rng, -1, 1);
		if (random_chance(&rng, 30))
			row->direction = row->angular ? DENSE_ACROSS : DENSE_BETWEEN;
		h->c.n++;
		bool none;
		struct dense_constraints last = h->c;
		last.row = row;
		last.n = 1;
		dense_rows_that_hold(&last, s.q, &none);
		if (none || dense_rows_independence(&h->c, s.q) < 1e-2L)
			h->c.n--;
	}
}

/* Is M neither singular, nor that of a needle that turns about itself? */
static bool is_solvable(void)
{
	static real Minv[NV * NV];
	real condition;
	random_minv(&tree, s.q, Minv, &condition);
	for (int i = 0; i < held.nv; i++)
		if (Minv[i * held.nv + i] > 1e9L)
			return false;
	return condition < 1e6L;
}

/* A state of a random tree with rows; false if no row fits, or M does not, where it is to be solved. */
static bool draw(int number, bool solved)
{
	static struct {
		bool solvable;
		int n; /* 0: not yet drawn, -1: none */
		struct dense_row row[ROWS];
	} kept[SAMPLED_TREES], *of;
	of = &kept[number];
	sampled_draw(number, true, &tree, &s);
	if (of->n == 0) {
		draw_rows(number, ROWS, &held);
		of->n = held.c.n ? held.c.n : -1;
		of->solvable = is_solvable();
		memcpy(of->row, held.row, sizeof held.row);
	}
	memset(&held, 0, sizeof held);
	couple(&s, &held);
	held.c.n = of->n;
	memcpy(held.row, of->row, sizeof held.row);
	return of->n > 0 && (of->solvable || !solved);
}

static void draw_forces(int number, real *tau)
{
	uint64_t rng = (uint64_t)number + 5;
	for (int i = 0; i < held.nv; i++)
		tau[i] = random_between(&rng, -5, 5);
}

/* Velocities or accelerations of the tree, of independent ones: y = G x, + rest. */
static void of_tree(const real *x, bool accelerations, real *y)
{
	for (int i = 0; i < s.nv; i++)
		y[i] = dot(held.G + i * held.nv, x, held.nv) + (accelerations ? held.rest[i] : 0);
}

/* Independent velocities, of those of the tree. */
static void of_model(const real *y, real *x)
{
	int of_dense[NV], n = random_velocities(&tree, of_dense);
	for (int i = 0; i < n; i++)
		x[i] = y[of_dense[i]];
}

/* --- J and drift --- */

/* t . R^T d of a linear row and R_a^T R_b */
static void closure(const struct sampled *at, real *x)
{
	for (int r = 0; r < held.c.n; r++) {
		const struct dense_row *row = &held.row[r];
		real R[2][9], p[2][3], d[3], *out = x + 12 * r;
		dense_fk(&at->tree->dense, at->q, &row->a, R[0], p[0], NULL);
		dense_fk(&at->tree->dense, at->q, &row->b, R[1], p[1], NULL);
		for (int i = 0; i < 3; i++)
			d[i] = p[1][i] - p[0][i];
		for (int i = 0; i < 12; i++)
			out[i] = 0;
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 3; k++) {
				out[i] += R[0][3 * k + i] * d[k];
				for (int j = 0; j < 3; j++)
					out[3 + 3 * i + j] += R[0][3 * k + i] * R[1][3 * k + j];
			}
	}
}

/* The direction of a row in the axes of a, from the relative placement. */
static void direction_of(const struct dense_row *row, const real *now, real t[3])
{
	const real *Q = now + 3, x[3] = { 1, 0, 0 }, y[3] = { Q[1], Q[4], Q[7] };
	for (int i = 0; i < 3; i++)
		t[i] = row->direction == DENSE_BETWEEN ? now[i] / sqrtl(dot(now, now, 3))
		       : row->of_b                     ? dot(Q + 3 * i, row->t, 3)
		                                       : row->t[i];
	if (row->direction == DENSE_ACROSS)
		cross(x, y, t);
}

/* The row's speed from the relative placement Q = R_a^T R_b, its slope W Q, and the slope of R_a^T d. */
static real speed_of(const struct dense_row *row, const real *now, const real *slope)
{
	real W[3][3], seen[3], t[3];
	const real *Q = now + 3, *Qd = slope + 3;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			W[i][j] = dot(Qd + 3 * i, Q + 3 * j, 3);
	for (int i = 0; i < 3; i++)
		seen[i] = row->angular ? (W[(i + 2) % 3][(i + 1) % 3] - W[(i + 1) % 3][(i + 2) % 3]) / 2 : slope[i];
	direction_of(row, now, t);
	return dot(t, seen, 3);
}

TEST(velocities_of_rows_are_slopes_of_closures)
{
	int kinds[6] = { 0 };
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real J[ROWS * NV], now[12 * ROWS], slope[12 * ROWS], Jqd[ROWS], expected[ROWS], qd[NV], scale;
		if (!draw(number, false))
			continue;
		closure(&s, now);
		sampled_slope(&s, s.qd, false, closure, 12 * held.c.n, slope);
		dense_rows_jac(&held.c, s.q, J, &scale);
		of_model(s.qd, qd);
		for (int r = 0; r < held.c.n; r++) {
			kinds[held.row[r].direction ? 4 + held.row[r].angular
			                            : 2 * held.row[r].angular + held.row[r].of_b]++;
			Jqd[r] = dot(J + r * held.nv, qd, held.nv);
			expected[r] = speed_of(&held.row[r], now + 12 * r, slope + 12 * r);
		}
		CHECK_CLOSE(Jqd, expected, held.c.n, 10 * fmaxl(scale, 1), 1e-13L, number);
	}
	for (int k = 0; k < 6; k++)
		ck_assert_int_gt(kinds[k], 50);
}

/* J qd, at any state */
static void row_speeds(const struct sampled *at, real *x)
{
	static real J[ROWS * NV];
	struct dense_constraints all = { &at->tree->dense, NULL, held.c.n, held.row, NULL };
	dense_rows_jac(&all, at->q, J, NULL);
	for (int r = 0; r < all.n; r++)
		x[r] = dot(J + r * at->nv, at->qd, at->nv);
}

TEST(drift_is_the_rate_of_velocities)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real J[ROWS * NV], rate[ROWS], slope[ROWS], qdd[NV], scale, drift_scale;
		if (!draw(number, false))
			continue;
		sampled_slope(&s, s.qd, true, row_speeds, held.c.n, slope);
		dense_rows_jac(&held.c, s.q, J, &scale);
		dense_rows_drift(&held.c, s.q, s.qd, rate, &drift_scale);
		of_model(s.qdd, qdd);
		for (int r = 0; r < held.c.n; r++)
			rate[r] += dot(J + r * held.nv, qdd, held.nv);
		CHECK_CLOSE(rate, slope, held.c.n, fmaxl(10 * scale, fmaxl(drift_scale, 1)), 1e-12L, number);
	}
}

/* --- equations of motion --- */

/* M qdd + h - J^T lambda - tau, and its largest term */
static real imbalance(const real *tau, const real *f_ext, const real *qdd, const real *lambda, real *left)
{
	static real M[NV * NV], J[ROWS * NV];
	real h[NV], terms, M_scale, J_scale;
	dense_crba(&tree.dense, s.q, M, &M_scale);
	random_project_inertia(&tree, s.q, M, &M_scale);
	random_bias(&tree, s.q, s.qd, f_ext, h, &terms);
	dense_rows_jac(&held.c, s.q, J, &J_scale);
	for (int i = 0; i < held.nv; i++) {
		left[i] = dot(M + i * held.nv, qdd, held.nv) + h[i] - tau[i];
		for (int r = 0; r < held.c.n; r++) {
			left[i] -= J[r * held.nv + i] * lambda[r];
			terms = fmaxl(terms, J_scale * fabsl(lambda[r]));
		}
		terms = fmaxl(terms, M_scale * fabsl(qdd[i]));
	}
	return terms;
}

TEST(equations_of_motion_and_of_rows)
{
	int done = 0, couplings = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real J[ROWS * NV], tau[NV], qdd[NV], lambda[ROWS], left[NV], rate[ROWS], zero[NV] = { 0 };
		real condition, scale[2], J_scale, drift_scale;
		if (!draw(number, true))
			continue;
		done++;
		couplings += held.nv < s.nv;
		draw_forces(number, tau);
		dense_rows_fd(&held.c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
		real terms = imbalance(tau, s.f_ext, qdd, lambda, left);
		CHECK_CLOSE(left, zero, held.nv, terms, 1e-13L, number);
		dense_rows_jac(&held.c, s.q, J, &J_scale);
		dense_rows_drift(&held.c, s.q, s.qd, rate, &drift_scale);
		for (int r = 0; r < held.c.n; r++)
			for (int i = 0; i < held.nv; i++) {
				rate[r] += J[r * held.nv + i] * qdd[i];
				drift_scale = fmaxl(drift_scale, J_scale * fabsl(qdd[i]));
			}
		CHECK_CLOSE(rate, zero, held.c.n, fmaxl(drift_scale, 1), 1e-14L, number);
		ck_assert(isfinite((double)condition) && condition >= 1);
		for (int i = 0; i < held.nv; i++)
			ck_assert(fabsl(qdd[i]) <= scale[0] * (1 + 1e-9L));
		for (int r = 0; r < held.c.n; r++)
			ck_assert(fabsl(lambda[r]) <= scale[1] * (1 + 1e-9L));
	}
	ck_assert_msg(done > SAMPLED_TREES / 2 && couplings > 3, "%d trees, %d with couplings", done, couplings);
}

TEST(without_rows_it_is_fd)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], qdd[NV], expected[NV], lambda[ROWS], condition, scale[2], of_M, size;
		if (!draw(number, true))
			continue;
		bool dropped[ROWS] = { [0] = false };
		for (int r = 0; r < held.c.n; r++)
			dropped[r] = true;
		held.c.dropped = dropped;
		draw_forces(number, tau);
		dense_rows_fd(&held.c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
		random_fd(&tree, s.q, s.qd, tau, s.f_ext, expected, &of_M, &size);
		CHECK_CLOSE(qdd, expected, held.nv, size, 1e-14L * of_M, number);
		CHECK_CLOSE(&scale[0], &size, 1, 0, 1e-9L, number);
		for (int r = 0; r < held.c.n; r++)
			ck_assert(lambda[r] == 0);
	}
}

/* Energy grows by the power of tau alone where J qd = 0, whatever holds the bodies. */
static void total_energy(const struct sampled *at, real *sum)
{
	real kinetic, potential;
	dense_energy(&at->tree->dense, at->q, at->qd, &kinetic, &potential, NULL, NULL);
	*sum = kinetic + potential;
}

TEST(rows_do_no_work)
{
	const real stick[ROWS] = { 0 };
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], qd[NV], qdd[NV], lambda[ROWS], condition, scale[2], slope, power, kinetic, potential,
			sizes[2];
		if (!draw(number, true))
			continue;
		draw_forces(number, tau);
		dense_rows_impact(&held.c, s.q, s.qd, stick, qd, lambda, &condition, scale);
		of_tree(qd, false, s.qd);
		couple(&s, &held);
		dense_rows_fd(&held.c, s.q, s.qd, tau, NULL, qdd, lambda, &condition, scale);
		of_tree(qdd, true, s.qdd);
		sampled_slope(&s, s.qd, true, total_energy, 1, &slope);
		power = dot(tau, qd, held.nv);
		dense_energy(&tree.dense, s.q, s.qd, &kinetic, &potential, &sizes[0], &sizes[1]);
		real terms = fmaxl(1, fmaxl(sizes[0], sizes[1]) * fmaxl(1, scale[0]));
		CHECK_CLOSE(&power, &slope, 1, terms, 1e-12L, number);
	}
}

/* --- impact --- */

TEST(impacts)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		static real J[ROWS * NV], M[NV * NV];
		real e[ROWS], qd[NV], plus[NV], jump[NV], impulse[ROWS], left[NV], before[ROWS], after[ROWS],
			zero[NV] = { 0 };
		real condition, scale[2], J_scale, M_scale, terms = 0;
		uint64_t rng = (uint64_t)number;
		if (!draw(number, true))
			continue;
		for (int r = 0; r < held.c.n; r++)
			e[r] = random_chance(&rng, 50) ? 0 : random_between(&rng, 0, 1);
		of_model(s.qd, qd);
		dense_rows_impact(&held.c, s.q, s.qd, e, plus, impulse, &condition, scale);
		dense_rows_jac(&held.c, s.q, J, &J_scale);
		dense_crba(&tree.dense, s.q, M, &M_scale);
		random_project_inertia(&tree, s.q, M, &M_scale);
		for (int r = 0; r < held.c.n; r++) {
			before[r] = -e[r] * dot(J + r * held.nv, qd, held.nv);
			after[r] = dot(J + r * held.nv, plus, held.nv);
			terms = fmaxl(terms, J_scale * fabsl(impulse[r]));
		}
		for (int i = 0; i < held.nv; i++) {
			jump[i] = plus[i] - qd[i];
			terms = fmaxl(terms, M_scale * fabsl(jump[i]));
		}
		for (int i = 0; i < held.nv; i++) {
			left[i] = dot(M + i * held.nv, jump, held.nv);
			for (int r = 0; r < held.c.n; r++)
				left[i] -= J[r * held.nv + i] * impulse[r];
		}
		CHECK_CLOSE(after, before, held.c.n, J_scale * fmaxl(scale[0], 1), 1e-14L, number);
		CHECK_CLOSE(left, zero, held.nv, terms, 1e-13L, number);
	}
}

TEST(energy_is_lost_where_rows_stick)
{
	const real stick[ROWS] = { 0 };
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real plus[NV], impulse[ROWS], condition, scale[2], kinetic[2], potential, size;
		if (!draw(number, true))
			continue;
		dense_energy(&tree.dense, s.q, s.qd, &kinetic[0], &potential, &size, NULL);
		dense_rows_impact(&held.c, s.q, s.qd, stick, plus, impulse, &condition, scale);
		of_tree(plus, false, s.qd);
		dense_energy(&tree.dense, s.q, s.qd, &kinetic[1], &potential, NULL, NULL);
		ck_assert_msg(kinetic[1] <= kinetic[0] + 1e-14L * size, "tree %d", number);
	}
}

/* --- forces --- */

/* rnea of given constraint forces returns the torques of fd */
TEST(forces_come_back)
{
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], found[NV], qdd[NV], ydd[NV], lambda[ROWS], condition, scale[2], size;
		if (!draw(number, true))
			continue;
		draw_forces(number, tau);
		dense_rows_fd(&held.c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
		of_tree(qdd, true, ydd);
		dense_rows_rnea(&held.c, s.q, s.qd, ydd, lambda, s.f_ext, found, &size);
		CHECK_CLOSE(found, tau, held.nv, size, 1e-13L, number);
	}
}

/* Marks so many velocities as idle, one after another from anywhere. */
static void draw_idle(int number, int count, bool *idle)
{
	uint64_t rng = (uint64_t)number;
	int first = random_below(&rng, held.nv);
	memset(idle, 0, NV * sizeof *idle);
	for (int i = 0; i < count; i++)
		idle[(first + i) % held.nv] = true;
}

/* Sum of weight lambda^2 */
static real cost(const real *weight, const real *lambda)
{
	real sum = 0;
	for (int r = 0; r < held.c.n; r++)
		sum += weight[r] * lambda[r] * lambda[r];
	return sum;
}

/* fd(id(qdd)) = qdd for any number of idle velocities, and id(fd(tau)) = tau for as many as there are rows. */
TEST(inverse_and_forward_dynamics)
{
	int unique = 0, shared = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], qdd[NV], ydd[NV], lambda[ROWS], condition, scale[2], again[NV], unused[ROWS];
		real id_tau[NV], id_lambda[ROWS], weight[ROWS], of_id, id_scale[2];
		bool idle[NV];
		uint64_t rng = (uint64_t)number;
		if (!draw(number, true))
			continue;
		int count = number % 2 ? held.c.n : held.c.n / 2;
		draw_idle(number, count, idle);
		draw_forces(number, tau);
		for (int j = 0; j < held.nv; j++)
			tau[j] = idle[j] ? 0 : tau[j];
		for (int r = 0; r < held.c.n; r++)
			weight[r] = random_between(&rng, 0.2, 2);
		dense_rows_fd(&held.c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
		of_tree(qdd, true, ydd);
		dense_rows_id(&held.c, s.q, s.qd, ydd, idle, weight, s.f_ext, id_tau, id_lambda, &of_id, id_scale);
		if (!(of_id < 1e6L))
			continue;
		real tolerance = 1e-16L * condition * of_id;
		for (int j = 0; j < held.nv; j++)
			ck_assert(!idle[j] || fabsl(id_tau[j]) <= 1e-13L * id_scale[0]);
		dense_rows_fd(&held.c, s.q, s.qd, id_tau, s.f_ext, again, unused, NULL, NULL);
		CHECK_CLOSE(again, qdd, held.nv, fmaxl(scale[0], 1), tolerance, number);
		ck_assert_msg(cost(weight, id_lambda) <= cost(weight, lambda) * (1 + 1e-9L), "tree %d", number);
		shared += count > 0 && count < held.c.n;
		if (count < held.c.n)
			continue;
		unique++;
		CHECK_CLOSE(id_lambda, lambda, held.c.n, fmaxl(scale[1], id_scale[1]), tolerance, number);
		CHECK_CLOSE(id_tau, tau, held.nv, id_scale[0], tolerance, number);
	}
	ck_assert_msg(unique > 10 && shared > 20, "%d unique, %d shared", unique, shared);
}

static real squares(const real *x, int n)
{
	real sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * x[i];
	return sum;
}

/* Some rows are of loops. fd(id(qdd)) = qdd; forces of contacts cost no more than any others that do the same, and with loops alone no
 * torques do. */
TEST(forces_of_loops_come_first)
{
	int mixed = 0, alone = 0, contacts = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real tau[NV], qdd[NV], ydd[NV], lambda[ROWS], condition, scale[2], again[NV], unused[ROWS];
		real id_tau[NV], id_lambda[ROWS], other[ROWS], weight[ROWS], even[ROWS], of_id, id_scale[2], unread[2];
		bool idle[NV];
		uint64_t rng = (uint64_t)number;
		if (!draw(number, true))
			continue;
		int loops = number % 3 ? held.c.n : held.c.n / 2, count = number % 2 ? held.c.n : held.c.n / 2;
		draw_idle(number, count, idle);
		draw_forces(number, tau);
		for (int j = 0; j < held.nv; j++)
			tau[j] = idle[j] ? 0 : tau[j];
		for (int r = 0; r < held.c.n; r++) {
			weight[r] = r < loops ? 0 : random_between(&rng, 0.2, 2);
			even[r] = 1;
		}
		dense_rows_fd(&held.c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
		of_tree(qdd, true, ydd);
		dense_rows_id(&held.c, s.q, s.qd, ydd, idle, weight, s.f_ext, id_tau, id_lambda, &of_id, id_scale);
		if (!(of_id < 1e6L))
			continue;
		for (int j = 0; j < held.nv; j++)
			ck_assert(!idle[j] || fabsl(id_tau[j]) <= 1e-13L * id_scale[0]);
		dense_rows_fd(&held.c, s.q, s.qd, id_tau, s.f_ext, again, unused, NULL, NULL);
		CHECK_CLOSE(again, qdd, held.nv, fmaxl(scale[0], 1), 1e-16L * condition * of_id, number);
		ck_assert_msg(cost(weight, id_lambda) <= cost(weight, lambda) * (1 + 1e-9L) + 1e-18L, "tree %d",
		              number);
		dense_rows_id(&held.c, s.q, s.qd, ydd, idle, even, s.f_ext, again, other, &of_id, unread);
		if (!(of_id < 1e6L)) /* no forces balance a velocity that no row moves */
			continue;
		ck_assert_msg(cost(weight, id_lambda) <= cost(weight, other) * (1 + 1e-9L) + 1e-18L, "tree %d", number);
		real least = squares(id_tau, held.nv);
		ck_assert_msg(loops < held.c.n || (least <= squares(tau, held.nv) * (1 + 1e-9L) + 1e-18L &&
		                                   least <= squares(again, held.nv) * (1 + 1e-9L) + 1e-18L),
		              "tree %d", number);
		mixed += loops > 0 && loops < held.c.n;
		alone += loops == held.c.n;
		contacts += loops == 0;
	}
	ck_assert_msg(mixed > 8 && alone > 20, "%d with both, %d with loops alone, %d with contacts", mixed, alone,
	              contacts);
}

/* --- a tree that is cut and welded --- */

static void quaternion_of(real R[3][3], real *x)
{
	/* the largest of four squares */
	real square[4] = { 1 + R[0][0] - R[1][1] - R[2][2], 1 - R[0][0] + R[1][1] - R[2][2],
		           1 - R[0][0] - R[1][1] + R[2][2], 1 + R[0][0] + R[1][1] + R[2][2] };
	int most = 0;
	for (int i = 1; i < 4; i++)
		most = square[i] > square[most] ? i : most;
	real twice = sqrtl(square[most]);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		real difference = R[k][j] - R[j][k];
		if (most == 3)
			x[i] = difference / twice / 2;
		else if (most == i) {
			x[j] = (R[i][j] + R[j][i]) / twice / 2;
			x[k] = (R[i][k] + R[k][i]) / twice / 2;
			x[3] = difference / twice / 2;
		}
	}
	x[most] = twice / 2;
}

/* The tree of `s` with body `cut` free in the world, and a massless body on its joint. Its last body is the stub. */
static struct dense_tree cut_tree(int cut, struct dense_body *body)
{
	struct dense_tree t = tree.dense;
	t.n = s.n + 1;
	t.body = body;
	memcpy(body, tree.body, sizeof tree.body);
	struct dense_body stub = body[cut];
	stub.mass = 0;
	memset(stub.inertia, 0, sizeof stub.inertia);
	memset(stub.com, 0, sizeof stub.com);
	body[s.n] = stub;
	body[cut].parent = -1;
	body[cut].joint = DENSE_FREE;
	body[cut].at = body[cut].then = place_identity;
	memset(body[cut].armature, 0, sizeof body[cut].armature);
	return t;
}

/* Velocities, accelerations or forces of all joints of the cut tree but the free one, from those of `s`, or back. */
static void copy_joints(const struct dense_tree *t, int cut, bool back, real *x, real *of_cut)
{
	int v_of[2][BODIES + 1];
	dense_index(&tree.dense, NULL, NULL, v_of[0]);
	dense_index(t, NULL, NULL, v_of[1]);
	for (int b = 0; b < t->n; b++) {
		int from = b == s.n ? cut : b;
		struct dense_tree one = { .n = 1, .body = &tree.body[from] };
		real *here = x + v_of[0][from], *there = of_cut + v_of[1][b];
		if (b != cut)
			memcpy(back ? here : there, back ? there : here, sizeof *x * (size_t)dense_nv(&one));
	}
}

/* State of the cut tree, from that of `s`. */
static void cut_state(const struct dense_tree *t, int cut, real *q, real *qd)
{
	int q_of[2][BODIES + 1], v_of[BODIES + 1];
	struct dense_frame pose[BODIES];
	struct dense_site origin = { cut, place_identity };
	dense_index(&tree.dense, NULL, q_of[0], NULL);
	dense_index(t, NULL, q_of[1], v_of);
	for (int b = 0; b < t->n; b++) {
		int from = b == s.n ? cut : b;
		struct dense_tree one = { .n = 1, .body = &tree.body[from] };
		if (b != cut)
			memcpy(q + q_of[1][b], s.q + q_of[0][from], sizeof *q * (size_t)dense_nq(&one));
	}
	copy_joints(t, cut, false, s.qd, qd);
	dense_pose(&tree.dense, s.q, pose);
	memcpy(q + q_of[1][cut], pose[cut].p, sizeof pose[cut].p);
	quaternion_of(pose[cut].R, q + q_of[1][cut] + 3);
	real *v = qd + v_of[cut];
	dense_vel(&tree.dense, s.q, s.qd, &origin, v, NULL);
	turn(pose[cut], true, v);
	turn(pose[cut], true, v + 3);
}

/* Rows x y z of forces and of moments in the axes of the stub */
/* Rows of a weld about the origin of the moving frame of the joint that is cut, where the wrench of the joint is. */
static void weld(int stub, int cut, struct dense_row *row)
{
	struct dense_frame at = place_identity;
	joint_origin(&tree.body[cut], at.p);
	for (int r = 0; r < 6; r++) {
		row[r] = (struct dense_row){ .a = { stub, at }, .b = { cut, at }, .angular = r >= 3, .of_b = r % 2 };
		row[r].t[r % 3] = 1;
	}
}

/* Accelerations are those of the whole tree, and lambda is the wrench that the joint transmits. */
TEST(cut_and_welded)
{
	int done = 0;
	for (int number = 0; number < SAMPLED_TREES; number++) {
		struct dense_body body[BODIES + 1];
		struct dense_row row[6];
		real q[NQ + 7] = { 0 }, qd[NV + 6] = { 0 }, cut_tau[NV + 6] = { 0 }, cut_qdd[NV + 6];
		real tau[NV], qdd[NV], found[NV], f_ext[6 * BODIES + 6] = { 0 }, lambda[6], w[6 * BODIES];
		real condition, scale, w_scale;
		sampled_draw(number, false, &tree, &s);
		int cut = number % s.n;
		if (!tree.definite)
			continue;
		done++;
		held.nv = s.nv;
		draw_forces(number, tau);
		dense_fd(&tree.dense, s.q, s.qd, tau, s.f_ext, qdd, &condition, &scale);
		dense_reaction(&tree.dense, s.q, s.qd, qdd, s.f_ext, w, &w_scale);

		struct dense_tree t = cut_tree(cut, body);
		struct dense_constraints c = { &t, NULL, 6, row, NULL };
		weld(s.n, cut, row);
		cut_state(&t, cut, q, qd);
		copy_joints(&t, cut, false, tau, cut_tau);
		memcpy(f_ext, s.f_ext, sizeof(real) * (size_t)(6 * s.n));
		dense_rows_fd(&c, q, qd, cut_tau, f_ext, cut_qdd, lambda, NULL, NULL);
		copy_joints(&t, cut, true, found, cut_qdd);
		CHECK_CLOSE(found, qdd, s.nv, scale, 1e-13L * condition, number);
		CHECK_CLOSE(lambda, w + 6 * cut, 6, w_scale, 1e-13L * condition, number);
	}
	ck_assert_int_gt(done, SAMPLED_TREES / 4);
}

/* --- contacts of random trees --- */

/* M qdd + h - J^T lambda = tau, and J qdd + drift = 0, of a phase. */
static void check_phase(int number, struct random_contacts *drawn, const struct random_phase *phase)
{
	real tau[NV], qdd[NV], ydd[NV], found[NV], lambda[RANDOM_PHASE_ROWS], condition, scale[2], size;
	struct dense_constraints c = random_rows_at(&tree, &drawn->held, phase, s.q, s.qd);
	couple(&s, &held);
	draw_forces(number, tau);
	dense_rows_fd(&c, s.q, s.qd, tau, s.f_ext, qdd, lambda, &condition, scale);
	of_tree(qdd, true, ydd);
	dense_rows_rnea(&c, s.q, s.qd, ydd, lambda, s.f_ext, found, &size);
	CHECK_CLOSE(found, tau, held.nv, size, 1e-12L, number);
	dense_rows_id(&c, s.q, s.qd, ydd, drawn->idle, phase->weight, s.f_ext, found, lambda, &condition, scale);
	ck_assert(isfinite((double)condition) || !phase->balanced);
}

/* Source text that a seed adds. The caller frees it. */
static char *draw_contacts(int number, struct random_contacts *drawn)
{
	uint64_t rng = (uint64_t)number;
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	random_contacts_declare(&rng, &tree, NULL, s.q, out, drawn);
	fclose(out);
	return text;
}

/* Counts of what is drawn. */
static struct tally {
	int contacts, phases, balanced, lines, restitutions, idle, holding;
} tally;

static void count(const struct random_contacts *drawn)
{
	tally.contacts += drawn->contacts;
	tally.phases += drawn->phases;
	for (int i = 0; i < drawn->contacts; i++)
		for (int r = 0; r < drawn->contact[i].rows; r++) {
			tally.lines += drawn->contact[i].row[r].of_b;
			tally.restitutions += drawn->contact[i].restitution[r] > 0;
		}
	for (int i = 0; i < drawn->phases; i++)
		tally.balanced += drawn->phase[i].balanced;
	for (int j = 0; j < random_nv(&tree); j++)
		tally.idle += drawn->idle[j];
}

/* The same contacts whenever they are drawn, and phases that obey their equations. */
static void check_contacts(int number)
{
	static struct random_contacts drawn[2];
	char *text[2];
	for (int k = 0; k < 2; k++)
		text[k] = draw_contacts(number, &drawn[k]);
	ck_assert_str_eq(text[0], text[1]);
	count(&drawn[0]);
	for (int i = 0; i < drawn->phases; i++) {
		bool holds[RANDOM_PHASE_ROWS];
		struct dense_constraints c = random_rows_at(&tree, &drawn->held, &drawn->phase[i], s.q, s.qd);
		dense_rows_that_hold(&c, s.q, holds);
		for (int r = 0; r < c.n; r++)
			tally.holding += holds[r];
		if (tree.definite)
			check_phase(number, &drawn[0], &drawn->phase[i]);
	}
	free(text[0]);
	free(text[1]);
}

TEST(contacts_fit_random_trees)
{
	memset(&tally, 0, sizeof tally);
	for (int number = 0; number < SAMPLED_TREES; number += 3) {
		sampled_draw(number, true, &tree, &s);
		check_contacts(number);
	}
	ck_assert_msg(tally.contacts > 90 && tally.phases > 60 && tally.balanced > 20 && tally.lines > 20 &&
	                      tally.restitutions > 20 && tally.idle > 20,
	              "%d contacts, %d phases, %d balanced, %d rows of lines, %d restitutions, %d idle", tally.contacts,
	              tally.phases, tally.balanced, tally.lines, tally.restitutions, tally.idle);
}

/* Rows across the plane hold by themselves. */
TEST(contacts_fit_trees_in_a_plane)
{
	memset(&tally, 0, sizeof tally);
	for (int number = 0; number < SAMPLED_TREES / 3; number++) {
		double q[NQ], qd[NV], qdd[NV];
		random_tree_in(RANDOM_PLANE, (uint64_t)number, &tree);
		random_state((uint64_t)number, &tree.dense, q, qd, qdd);
		memset(&s, 0, sizeof s);
		s.tree = &tree;
		s.n = tree.dense.n;
		s.nv = dense_nv(&tree.dense);
		dense_widen(q, dense_nq(&tree.dense), s.q);
		dense_widen(qd, s.nv, s.qd);
		check_contacts(number);
	}
	ck_assert_msg(tally.contacts > 60 && tally.phases > 40 && tally.holding > 60,
	              "%d contacts, %d phases, %d rows hold by themselves", tally.contacts, tally.phases,
	              tally.holding);
}

/* --- closed forms --- */

/* A pendulum in the x-z plane that stands on its tip: rows across the plane hold by themselves. */
TEST(rows_across_a_plane_hold_by_themselves)
{
	const real m = 2, l = 0.5L, q[2] = { 0.3L, -0.8L }, qd[2] = { 1, 2 }, tau[2] = { 0.1L, 0.2L };
	struct dense_body leg[2] = {
		{ .parent = -1,
		  .joint = DENSE_REVOLUTE,
		  .axis = { 0, 1, 0 },
		  .at = IN_PLACE,
		  .then = IN_PLACE,
		  .mass = m,
		  .inertia = { { 0.1L, 0, 0 }, { 0, 0.1L, 0 }, { 0, 0, 0.1L } } },
	};
	leg[1] = leg[0];
	leg[1].parent = 0;
	leg[1].at.p[2] = -l;
	struct dense_tree t = { 2, leg, { 0, 0, -9.81L } };
	struct dense_row row[6];
	real qdd[2], lambda[6], condition, scale[2];
	bool holds[6];
	for (int r = 0; r < 6; r++) {
		row[r] = (struct dense_row){ .a = { -1, IN_PLACE }, .b = { 1, IN_PLACE }, .angular = r >= 3 };
		row[r].b.at.p[2] = -l;
		row[r].t[r % 3] = 1;
	}
	struct dense_constraints c = { &t, NULL, 6, row, NULL };
	dense_rows_that_hold(&c, q, holds);
	for (int r = 0; r < 6; r++)
		ck_assert_int_eq(holds[r], r == 1 || r == 3 || r == 5);
	c.n = 3;
	dense_rows_fd(&c, q, qd, tau, NULL, qdd, lambda, &condition, scale);
	ck_assert(lambda[1] == 0 && lambda[0] != 0 && lambda[2] != 0);
	/* the tip moves on at l (sin u, cos u), of both links */
	real u = q[0] + q[1], w = qd[0] + qd[1], wd = qdd[0] + qdd[1];
	real x = -l * (cosl(q[0]) * qdd[0] - sinl(q[0]) * qd[0] * qd[0] + cosl(u) * wd - sinl(u) * w * w), zero = 0;
	CHECK_CLOSE(&x, &zero, 1, 1, 1e-17L, 0);
	ck_assert(dense_rows_independence(&c, q) > 0.01L);
	c.n = 6;
	ck_assert(dense_rows_independence(&c, q) == 0);
}

/* A ball of mass m that is thrown at a slope: it keeps its speed along the slope. */
TEST(ball_on_a_slope)
{
	const real tilt = 0.3L, e[1] = { 0.6L }, q[7] = { [6] = 1 }, qd[6] = { 1, 0, -3 };
	struct dense_body ball = { .parent = -1,
		                   .joint = DENSE_FREE,
		                   .at = IN_PLACE,
		                   .then = IN_PLACE,
		                   .mass = 2,
		                   .inertia = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
	struct dense_tree t = { 1, &ball, { 0, 0, -10 } };
	struct dense_row row = { .a = { -1, IN_PLACE }, .b = { 0, IN_PLACE }, .t = { 0, 0, 1 } };
	struct dense_constraints c = { &t, NULL, 1, &row, NULL };
	real plus[6], impulse, lambda, qdd[6], tau[6] = { 0 }, condition, scale[2];
	dense_turn(&row.a.at, 0, 1, 0, tilt);
	dense_rows_impact(&c, q, qd, e, plus, &impulse, &condition, scale);
	real normal[3] = { sinl(tilt), 0, cosl(tilt) }, speed = dot(normal, qd, 3), jump = -(1 + e[0]) * speed;
	for (int i = 0; i < 3; i++)
		normal[i] = qd[i] + jump * normal[i];
	CHECK_CLOSE(plus, normal, 3, 1, 1e-18L, 0);
	CHECK_CLOSE(&impulse, (&(real){ 2 * jump }), 1, 1, 1e-18L, 0);
	dense_rows_fd(&c, q, qd, tau, NULL, qdd, &lambda, &condition, scale);
	CHECK_CLOSE(&lambda, (&(real){ 20 * cosl(tilt) }), 1, 1, 1e-18L, 0);
}

/* --- Andrews' squeezer --- */

/* Test Set for IVP Solvers, Andrews' squeezing mechanism: a crank with a rod, whose end is held by three limbs; a
 * spring on the first of them. All angles are about z. */
enum { K1, K2, K3, K5, K4, K7, K6, LINKS };

static const struct link {
	int parent;
	real at[2], mass, inertia, com[2];
} links[LINKS] = {
	[K1] = { -1, { 0, 0 }, 0.04325L, 2.194e-6L, { 0.00092L, 0 } },
	[K2] = { K1, { 0.007L, 0 }, 0.00365L, 4.410e-7L, { -0.0115L, 0 } },
	[K3] = { -1, { -0.03635L, 0.03273L }, 0.02373L, 5.255e-6L, { 0.01874L, -0.01043L } },
	[K5] = { -1, { -0.06934L, -0.00227L }, 0.07050L, 1.169e-5L, { 0.02308L, 0.00916L } },
	[K4] = { K5, { 0.04L, 0 }, 0.00706L, 5.667e-7L, { 0, -(0.02L - 0.01421L) } },
	[K7] = { -1, { -0.06934L, -0.00227L }, 0.05498L, 1.912e-5L, { 0.00449L, -0.01228L } },
	[K6] = { K7, { 0, -0.04L }, 0.00706L, 5.667e-7L, { 0.02L - 0.01421L, 0 } },
};

static void build_squeezer(struct dense_body *body)
{
	for (int b = 0; b < LINKS; b++) {
		body[b] = (struct dense_body){ .parent = links[b].parent,
			                       .joint = DENSE_REVOLUTE,
			                       .axis = { 0, 0, 1 },
			                       .at = place_identity,
			                       .then = place_identity,
			                       .mass = links[b].mass };
		for (int i = 0; i < 2; i++) {
			body[b].at.p[i] = links[b].at[i];
			body[b].com[i] = links[b].com[i];
		}
		for (int i = 0; i < 3; i++)
			body[b].inertia[i][i] = links[b].inertia;
	}
}

/* Ends of the three limbs on the end of the rod, x and y of the world. */
static void close_squeezer(struct dense_row row[6])
{
	static const int limb[3] = { K3, K4, K6 };
	static const real end[3][2] = { { 0, -0.035L }, { 0, -0.02L }, { 0.02L, 0 } };
	for (int r = 0; r < 6; r++) {
		row[r] = (struct dense_row){ .a = { limb[r / 2], place_identity }, .b = { K2, place_identity } };
		row[r].a.at.p[0] = end[r / 2][0];
		row[r].a.at.p[1] = end[r / 2][1];
		row[r].b.at.p[0] = -0.028L;
		row[r].t[r % 2] = 1;
	}
}

/* The spring from (0.02, -0.018) of the third link to a point of the world, as a torque. */
static real spring_torque(real gamma)
{
	real x = 0.02L * cosl(gamma) + 0.018L * sinl(gamma), y = 0.02L * sinl(gamma) - 0.018L * cosl(gamma);
	real dx = x - 0.03635L - 0.014L, dy = y + 0.03273L - 0.072L, length = sqrtl(dx * dx + dy * dy);
	real force = -4530 * (length - 0.07785L) / length;
	return force * (x * dy - y * dx);
}

TEST(squeezer_at_its_published_start)
{
	const real beta = -0.0617138900142764496358948458001L, gamma = 0.455279819163070380255912382449L;
	const real phi = 0.222668390165885884674473185609L, delta = 0.487364979543842550225598953530L;
	const real epsilon = 1.23054744454982119249735015568L;
	const real q[LINKS] = { [K1] = beta, [K3] = gamma, [K4] = phi, [K5] = delta, [K6] = -phi, [K7] = epsilon };
	const real qd[LINKS] = { 0 }, tau[LINKS] = { [K1] = 0.033L, [K3] = spring_torque(gamma) };
	const real published[2] = { 14222.4439199541138705911625887L, -10666.8329399655854029433719415L };
	const real forces[2] = { 98.5668703962410896057654982170L, -6.12268834425566265503114393122L };
	struct dense_body body[LINKS];
	struct dense_row row[6];
	real qdd[LINKS], lambda[6], R[9], p[2][3], world[2], condition, scale[2];
	build_squeezer(body);
	close_squeezer(row);
	struct dense_tree t = { LINKS, body, { 0 } };
	struct dense_constraints c = { &t, NULL, 6, row, NULL };
	for (int r = 0; r < 6; r += 2) {
		dense_fk(&t, q, &row[r].a, R, p[0], NULL);
		dense_fk(&t, q, &row[r].b, R, p[1], NULL);
		CHECK_CLOSE(p[0], p[1], 3, 1, 1e-16L, r);
	}
	dense_rows_fd(&c, q, qd, tau, NULL, qdd, lambda, &condition, scale);
	CHECK_CLOSE(qdd, published, 2, 0, 1e-14L, 0);
	dense_fk(&t, q, &row[0].a, R, p[0], NULL);
	for (int i = 0; i < 2; i++)
		world[i] = R[3 * i] * lambda[0] + R[3 * i + 1] * lambda[1];
	for (int i = 0; i < 2; i++)
		world[i] = -world[i];
	CHECK_CLOSE(world, forces, 2, 0, 1e-14L, 0);
}

SUITE("dense_rows")
