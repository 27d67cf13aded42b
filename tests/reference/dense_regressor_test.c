/* The regressor of the reference against inverse dynamics, and its rank, where known. */
#include "sampled.h"
#include "suite.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { NV = RANDOM_NV, BODIES = RANDOM_BODIES, COLUMNS = 10 * BODIES };

static struct random_tree tree;
static struct sampled s;

/* tau = Y pi plus the torques of the armatures */
TEST(regressor_gives_torques)
{
	static real Y[NV * COLUMNS];
	for (int number = 0; number < SAMPLED_TREES; number++) {
		real pi[COLUMNS], tau[NV], expected[NV], scale, terms, unused = 1;
		sampled_draw(number, true, &tree, &s);
		int columns = 10 * dense_moving(&tree.dense);
		for (int b = 0; b < s.n; b++)
			memset(tree.body[b].armature, 0, sizeof tree.body[b].armature);
		dense_rnea(&tree.dense, s.q, s.qd, s.qdd, NULL, expected, &terms);
		random_project(&tree, s.q, expected, &unused);
		random_regressor(&tree, s.q, s.qd, s.qdd, Y, &scale);
		dense_parameters(&tree.dense, s.q, pi);
		for (int i = 0; i < random_nv(&tree); i++)
			tau[i] = dot(Y + i * columns, pi, columns);
		real heaviest = 0;
		for (int i = 0; i < columns; i++)
			heaviest = fmaxl(heaviest, fabsl(pi[i]));
		CHECK_CLOSE(tau, expected, random_nv(&tree), fmaxl(terms, heaviest * scale), 1e-16L, number);
	}
}

/* tau of the tree where only one body has inertial parameters: mass m at c and the inertia I */
static void torques_of(int body, real m, const real c[3], real I[3][3], real *tau)
{
	for (int b = 0; b < s.n; b++) {
		struct dense_body *of = &tree.body[b];
		of->mass = b == body ? m : 0;
		memset(of->inertia, 0, sizeof of->inertia);
		memset(of->armature, 0, sizeof of->armature);
		if (b == body) {
			memcpy(of->com, c, sizeof of->com);
			memcpy(of->inertia, I, sizeof of->inertia);
		}
	}
	dense_rnea(&tree.dense, s.q, s.qd, s.qdd, NULL, tau, NULL);
}

/* tau of the tree for one parameter alone. A first moment without mass is a point mass, minus a point mass at the
 * origin, minus the moment of inertia of the first point. */
static void torques_of_parameter(int body, int p, real *tau)
{
	static const int row[6] = { 0, 0, 1, 0, 1, 2 }, column[6] = { 0, 1, 1, 2, 2, 2 };
	const real origin[3] = { 0 }, point[3] = { p == 1, p == 2, p == 3 };
	real I[3][3] = { { 0 } }, less[NV];
	if (p == 0 || p > 3) {
		if (p > 3)
			I[row[p - 4]][column[p - 4]] = I[column[p - 4]][row[p - 4]] = 1;
		torques_of(body, p == 0, origin, I, tau);
		return;
	}
	torques_of(body, 1, origin, I, less);
	for (int i = 0; i < 3; i++)
		I[i][i] = point[i] - 1;
	torques_of(body, 1, point, I, tau);
	for (int i = 0; i < s.nv; i++)
		tau[i] -= less[i];
}

TEST(columns_are_torques_of_one_parameter)
{
	static real Y[NV * COLUMNS];
	int order[BODIES];
	for (int number = 0; number < SAMPLED_TREES; number += 3) {
		real tau[NV], of_column[NV], scale;
		sampled_draw(number, false, &tree, &s);
		int columns = 10 * dense_moving(&tree.dense), first = 0;
		dense_regressor(&tree.dense, s.q, s.qd, s.qdd, Y, &scale);
		dense_index(&tree.dense, order, NULL, NULL);
		for (int k = 0; k < s.n; k++) {
			if (tree.body[order[k]].joint == DENSE_FIXED)
				continue;
			for (int p = 0; p < 10; p++) {
				torques_of_parameter(order[k], p, tau);
				for (int i = 0; i < s.nv; i++)
					of_column[i] = Y[i * columns + first + p];
				CHECK_CLOSE(of_column, tau, s.nv, scale, 1e-15L, number);
			}
			first += 10;
		}
	}
}

/* Slopes of tau by a mass, and by an off-diagonal moment, are the columns of the regressor. */
TEST(slopes_by_numbers)
{
	static real Y[NV * COLUMNS];
	int order[BODIES];
	for (int number = 0; number < SAMPLED_TREES; number += 3) {
		real dtau[NV], column[NV], scale;
		sampled_draw(number, false, &tree, &s);
		int columns = 10 * dense_moving(&tree.dense), first = 0;
		dense_regressor(&tree.dense, s.q, s.qd, s.qdd, Y, &scale);
		dense_index(&tree.dense, order, NULL, NULL);
		for (int k = 0; k < s.n; k++) {
			struct dense_body *b = &tree.body[order[k]];
			if (b->joint == DENSE_FIXED)
				continue;
			dense_rnea_by(&tree.dense, s.q, s.qd, s.qdd, &b->inertia[0][1], &b->inertia[1][0], dtau);
			for (int i = 0; i < s.nv; i++)
				column[i] = Y[i * columns + first + 5];
			CHECK_CLOSE(dtau, column, s.nv, scale, 1e-14L, number);
			/* a centre at c changes m c and the moments about the origin */
			dense_rnea_by(&tree.dense, s.q, s.qd, s.qdd, &b->com[1], &b->com[1], dtau);
			for (int i = 0; i < s.nv; i++) {
				const real *of = Y + i * columns + first, m = b->mass, *c = b->com;
				column[i] = m * (of[2] - c[0] * of[5] + 2 * c[1] * (of[4] + of[9]) - c[2] * of[8]);
			}
			CHECK_CLOSE(dtau, column, s.nv, 10 * fmaxl(1, b->mass) * scale, 1e-14L, number);
			first += 10;
		}
	}
}

/* --- ranks --- */

/* clang-format off */
#define HINGE(parent_, x, y, z) \
	{ .parent = parent_, .joint = DENSE_REVOLUTE, .axis = { x, y, z }, .at = IN_PLACE, .then = IN_PLACE }
/* clang-format on */

static int base_count(const struct dense_body *body, int n, const real gravity[3])
{
	static struct random_tree t;
	memset(&t, 0, sizeof t);
	t.dense = (struct dense_tree){ n, t.body, { gravity[0], gravity[1], gravity[2] } };
	memcpy(t.body, body, (size_t)n * sizeof *body);
	return random_base_count(&t);
}

/* Base parameters: of a revolute joint along gravity Izz; across gravity its first moments too; of two in a plane those
 * of both, the first with its moment of inertia alone without gravity (W. Khalil, E. Dombre, Modeling, Identification
 * and Control of Robots, chapter 9). */
TEST(known_counts)
{
	const real along[3] = { 0, 0, -9.81L }, across[3] = { 9.81L, 0, 0 };
	struct dense_body hinges[2] = { HINGE(-1, 0, 0, 1), HINGE(0, 0, 0, 1) };
	struct dense_body base = { .parent = -1, .joint = DENSE_FREE, .at = IN_PLACE, .then = IN_PLACE };
	struct dense_body slide = {
		.parent = -1, .joint = DENSE_PRISMATIC, .axis = { 0, 1, 1 }, .at = IN_PLACE, .then = IN_PLACE
	};
	hinges[1].at.p[0] = 0.7L;
	ck_assert_int_eq(base_count(hinges, 1, along), 1);
	ck_assert_int_eq(base_count(hinges, 1, across), 3);
	ck_assert_int_eq(base_count(hinges, 2, along), 4);
	ck_assert_int_eq(base_count(hinges, 2, across), 6);
	ck_assert_int_eq(base_count(&slide, 1, along), 1);
	ck_assert_int_eq(base_count(&base, 1, across), 10);
}

/* The PUMA 560 has 36 base parameters, by its geometry: six revolute joints, the first vertical, the last three through
 * one point. */
TEST(count_of_the_puma)
{
	const real gravity[3] = { 0, 0, -9.81L };
	struct dense_body arm[6] = { HINGE(-1, 0, 0, 1), HINGE(0, 0, 1, 0), HINGE(1, 0, 1, 0),
		                     HINGE(2, 0, 0, 1),  HINGE(3, 0, 1, 0), HINGE(4, 0, 0, 1) };
	arm[1].at.p[1] = 0.2435L;
	arm[2].at.p[0] = 0.4318L;
	arm[2].at.p[1] = -0.0934L;
	arm[3].at.p[0] = -0.0203L;
	arm[3].at.p[2] = 0.4331L;
	ck_assert_int_eq(base_count(arm, 6, gravity), 36);
}

TEST(digits_tell)
{
	int told = 0;
	for (int number = 0; number < SAMPLED_TREES / 2; number += 5) {
		sampled_draw(number, true, &tree, &s);
		int count = random_base_count(&tree);
		told += count >= 0;
		ck_assert_int_le(count, 10 * dense_moving(&tree.dense));
	}
	ck_assert_int_ge(told, SAMPLED_TREES / 10 - 2);
}

SUITE("dense_regressor")
