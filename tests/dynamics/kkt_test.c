/* The pivot of K = [M J^T; J 0] with two velocities and a row against a dense solution: random numbers are constants of the DAG, so that
 * elimination folds them. */
#include <math.h>

#include "dynamics/customized/kkt_triple.h"
#include "dag/fixture.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { VELOCITIES = 4, SIZE = 7, SYSTEMS = 40 };

static double K[SIZE][SIZE], b[SIZE], x[SIZE];
static Ref entry[SIZE * SIZE], right[SIZE];
static bool left[SIZE];

/* M = A A^T + 1, J any, and D = B B^T of the rows in the corner, but for row `bare`. */
static void draw(uint64_t seed, int bare)
{
	double half[SIZE][SIZE];
	for (int i = 0; i < SIZE; i++)
		for (int k = 0; k < SIZE; k++)
			half[i][k] = i == bare ? 0 : random_between(&seed, -1, 1);
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j <= i; j++) {
			double product = i == j && i < VELOCITIES;
			for (int k = 0; k < SIZE; k++)
				product += half[i][k] * half[j][k];
			bool of_row = i >= VELOCITIES, lever = of_row && j < VELOCITIES;
			K[i][j] = K[j][i] = lever ? random_between(&seed, -1, 1) : of_row ? -product : product;
		}
	for (int i = 0; i < SIZE; i++) {
		b[i] = random_between(&seed, -1, 1);
		right[i] = dag_const(&dag, b[i]);
		left[i] = true;
		for (int j = 0; j < SIZE; j++)
			entry[i * SIZE + j] = dag_const(&dag, K[i][j]);
	}
}

/* Solves the equations that are left, by Gauss-Jordan elimination. */
static void solve_rest(void)
{
	double A[SIZE][SIZE + 1];
	int at[SIZE], n = 0;
	for (int i = 0; i < SIZE; i++)
		if (left[i])
			at[n++] = i;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			A[i][j] = dag_value(&dag, entry[at[i] * SIZE + at[j]]);
		A[i][n] = dag_value(&dag, right[at[i]]);
	}
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++)
			for (int j = n; i != k && j >= k; j--)
				A[i][j] -= A[i][k] / A[k][k] * A[k][j];
	for (int i = 0; i < n; i++)
		right[at[i]] = dag_const(&dag, A[i][n] / A[i][i]);
}

static void check_solution(void)
{
	for (int i = 0; i < SIZE; i++)
		x[i] = dag_value(&dag, right[i]);
	for (int i = 0; i < SIZE; i++) {
		double rest = -b[i], size = 1;
		for (int j = 0; j < SIZE; j++) {
			rest += K[i][j] * x[j];
			size += fabs(K[i][j] * x[j]);
		}
		ck_assert_double_le(fabs(rest), 1e-11 * size);
	}
}

LOOP_TEST(two_velocities_with_a_row, SYSTEMS)
{
	draw((uint64_t)_i, VELOCITIES + 1);
	left[1] = left[3] = left[VELOCITIES + 1] = false;
	struct KktTriple pivot = kkt_triple_take(&dag, SIZE, entry, left, 1, 3, VELOCITIES + 1);
	kkt_triple_inward(&dag, SIZE, &pivot, left, right);
	solve_rest();
	kkt_triple_outward(&dag, SIZE, &pivot, left, right);
	check_solution();
}

SUITE_BETWEEN("kkt", fixture_begin, arena_end)
