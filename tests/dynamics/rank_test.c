/* Base parameters are exactly the combinations identifiable from torques. On every example, and on models that are hard
 * in this respect, the columns of base_regressor at many states are independent. The columns of regressor have the same
 * rank. Ranks are found by Gram-Schmidt with the longest column first. Y beta = Y pi for any pi, to the last digits.
 *
 *   RIGIDC_SEED=s    of the states (1); printed */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/draw.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { NQ = 32, STATES = 60 };

static uint64_t first_seed = 1;
static glob_t found;

struct state {
	double q[NQ], qd[NQ], qdd[NQ];
};

/* Draws a state, small enough for mechanisms with a limited range; quaternions have length 1. */
static void draw_state(uint64_t *random, const rigidc_model *model, struct state *s)
{
	for (int i = 0; i < NQ; i++) {
		s->q[i] = random_between(random, -0.4, 0.4);
		s->qd[i] = random_between(random, -3, 3);
		s->qdd[i] = random_between(random, -3, 3);
	}
	draw_unit_quaternions(model, s->q, true);
}

/* Y at all states, stacked in rows and stored by columns: *rows times *columns numbers. */
static double *stacked(rigidc_model *model, const char *name, int *rows, int *columns)
{
	const int nv = rigidc_nv(model);
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	const int width = (int)rigidc_output_size(function, 0) / nv;
	double *Y = calloc((size_t)(nv * width), sizeof *Y), *A = calloc((size_t)(STATES * nv * width), sizeof *A);
	uint64_t random = first_seed;
	struct state s;
	draw_params(first_seed, model, function);
	for (int k = 0; k < STATES; k++) {
		const double *const in[] = { s.q, s.qd, s.qdd };
		draw_state(&random, model, &s);
		rigidc_call(function, in, &Y);
		for (int i = 0; i < nv * width; i++)
			A[i % width * STATES * nv + k * nv + i / width] = Y[i];
	}
	rigidc_function_free(function);
	free(Y);
	*rows = STATES * nv;
	*columns = width;
	return A;
}

static double dot(const double *a, const double *b, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Removes from a column its part along a unit vector, twice, since once leaves rounding. */
static void take_away(const double *unit, double *column, int rows)
{
	for (int again = 0; again < 2; again++) {
		double along = dot(unit, column, rows);
		for (int i = 0; i < rows; i++)
			column[i] -= along * unit[i];
	}
}

static double largest(const double *A, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(A[i]));
	return most;
}

/* Number of independent columns, after scaling to length 1 unless a column is mere rounding. An independent column
 * keeps at least `least` of its length, a dependent one at most `most`. */
static int rank_of(const char *what, double *A, int rows, int columns, double least, double most)
{
	const double rounding = 1e-12 * largest(A, rows * columns);
	int rank = 0;
	for (int c = 0; c < columns; c++) {
		double length = sqrt(dot(A + c * rows, A + c * rows, rows));
		for (int i = 0; i < rows; i++)
			A[c * rows + i] = length > rounding ? A[c * rows + i] / length : 0;
	}
	for (;; rank++) {
		double longest = 0, *unit = NULL;
		for (int c = 0; c < columns; c++) {
			double length = sqrt(dot(A + c * rows, A + c * rows, rows));
			unit = length > longest ? A + c * rows : unit;
			longest = fmax(longest, length);
		}
		ck_assert_msg(!(longest < least && longest > most), "%s: %g is left of column %d", what, longest,
		              rank + 1);
		if (longest <= most)
			return rank;
		double pivot[STATES * NQ];
		for (int i = 0; i < rows; i++)
			pivot[i] = unit[i] / longest;
		for (int c = 0; c < columns; c++)
			take_away(pivot, A + c * rows, rows);
	}
}

LOOP_TEST(no_fewer_and_no_more, (int)found.gl_pathc)
{
	int rows, of_base, of_all;
	const char *path = found.gl_pathv[_i];
	rigidc_model *model = run_load(path);
	ck_assert_int_le(rigidc_nq(model), NQ);
	double *B = stacked(model, "base_regressor", &rows, &of_base), *Y = stacked(model, "regressor", &rows, &of_all);
	ck_assert_int_eq(rank_of(path, B, rows, of_base, 1e-8, 1e-10), of_base);
	ck_assert_int_eq(rank_of(path, Y, rows, of_all, 1e-8, 1e-10), of_base);
	free(B);
	free(Y);
	rigidc_model_free(model);
}

/* base_regressor beta(pi) = regressor pi, at all states, for any pi. */
LOOP_TEST(base_parameters_lose_nothing, (int)found.gl_pathc)
{
	int rows, of_base, of_all;
	rigidc_model *model = run_load(found.gl_pathv[_i]);
	double *B = stacked(model, "base_regressor", &rows, &of_base), *Y = stacked(model, "regressor", &rows, &of_all);
	double *pi = calloc((size_t)of_all + 1, sizeof *pi), *beta = calloc((size_t)of_base + 1, sizeof *beta);
	uint64_t random = first_seed;
	for (int i = 0; i < of_all; i++)
		pi[i] = random_between(&random, -1, 1);
	rigidc_function *function = run_function(model, "base_parameters", RIGIDC_EVALUATOR);
	draw_params(first_seed, model, function);
	rigidc_call(function, (const double *[]){ pi }, &beta);
	rigidc_function_free(function);
	for (int r = 0; r < rows; r++) {
		double by_base = 0, by_all = 0, size = 0;
		for (int i = 0; i < of_base; i++)
			by_base += B[i * rows + r] * beta[i];
		for (int i = 0; i < of_all; i++) {
			by_all += Y[i * rows + r] * pi[i];
			size = fmax(size, fabs(Y[i * rows + r]));
		}
		ck_assert_msg(fabs(by_base - by_all) <= 1e-12 * size, "%s: row %d is %.17g, not %.17g (%g)",
		              found.gl_pathv[_i], r, by_base, by_all, fabs(by_base - by_all) / size);
	}
	free(B);
	free(Y);
	free(pi);
	free(beta);
	rigidc_model_free(model);
}

int main(void)
{
	if (getenv("RIGIDC_SEED"))
		first_seed = strtoull(getenv("RIGIDC_SEED"), NULL, 10);
	printf("# states from seed %llu\n", (unsigned long long)first_seed);
	if (glob("examples/*.rig", 0, NULL, &found) != 0 ||
	    glob("tests/dynamics/*.rig", GLOB_APPEND, NULL, &found) != 0)
		return EXIT_FAILURE;
	int code = suite_run("rank", NULL, NULL);
	globfree(&found);
	return code;
}
