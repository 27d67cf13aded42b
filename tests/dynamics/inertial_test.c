/* Functions that depend on masses, centres and inertias, against the dense reference, on random trees. Slopes of
 * inverse dynamics by the parameters of --parametrize=inertial,gravity are compared with differences and with
 * param_jacobian. Base parameters must have the right number and give the same torques.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 40 or 400
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense_functions.h"
#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, BODIES = RANDOM_BODIES, COLUMNS = 10 * BODIES, PARAMS = 3 + COLUMNS };

static int random_trees;
static uint64_t first_seed = 1;

static struct subject s;

/* Calls a function with one output at the state. */
static size_t call(rigidc_model *model, const char *name, const double *params, double *out)
{
	const double *in[] = { s.q, s.qd, s.qdd };
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	size_t size = rigidc_output_size(function, 0);
	if (params)
		ck_assert_int_eq(rigidc_set_params(function, params), RIGIDC_OK);
	rigidc_call(function, in, &out);
	rigidc_function_free(function);
	return size;
}

/* Tolerance as in other comparisons of trees: 1e-11 for hard trees. */
static dense_real tolerance(void)
{
	return s.tree.scope == RANDOM_HARD ? 1e-11L : 1e-12L;
}

/* max |x - y| <= tolerance() max(scale, max |y|) */
static void same(const char *what, const double *x, const dense_real *y, int n, dense_real scale)
{
	for (int i = 0; i < n; i++)
		scale = fmaxl(scale, fabsl(y[i]));
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabsl(x[i] - y[i]) <= tolerance() * scale,
		              "%s, %s: number %d is %.17g, not %.17Lg of %.3Lg", what, s.name, i, x[i], y[i], scale);
}

/* --- slopes by parameters --- */

static int columns;
static double value[PARAMS]; /* of the parameters */
static dense_real expected[PARAMS][NV], largest;

/* Slope by one number of the tree, and by its mirror entry. */
static void expect_by(dense_real *number, dense_real *like_link)
{
	dense_real unused = 1;
	value[columns] = (double)*number;
	dense_rnea_by(&s.tree.dense, s.dense_q, s.dense_qd, s.dense_qdd, number, like_link, expected[columns]);
	random_project(&s.tree, s.dense_q, expected[columns], &unused);
	columns++;
}

/* Slopes in the order of the parameters: gravity, then of each moving body with mass or inertia: mass, centre and
 * inertia. */
static void expect_all(void)
{
	static const int row[] = { 0, 0, 1, 0, 1, 2 }, column[] = { 0, 1, 1, 2, 2, 2 };
	int order[BODIES];
	columns = 0;
	for (int i = 0; i < 3; i++)
		expect_by(&s.tree.dense.gravity[i], &s.tree.dense.gravity[i]);
	dense_index(&s.tree.dense, order, NULL, NULL);
	for (int k = 0; k < s.tree.dense.n; k++) {
		struct dense_body *b = &s.tree.body[order[k]];
		if (!dense_moves(&s.tree.dense, order[k]) || (b->mass == 0 && b->inertia[0][0] == 0))
			continue;
		expect_by(&b->mass, &b->mass);
		for (int i = 0; i < 3; i++)
			expect_by(&b->com[i], &b->com[i]);
		for (int i = 0; i < 6; i++)
			expect_by(&b->inertia[row[i]][column[i]], &b->inertia[column[i]][row[i]]);
	}
	largest = 0;
	for (int k = 0; k < columns; k++)
		for (int i = 0; i < s.nv; i++)
			largest = fmaxl(largest, fabsl(expected[k][i]));
}

/* Differences: tau is of degree two in each parameter, so the central difference is the slope. */
static void compare_differences(rigidc_model *model)
{
	double ahead[NV], behind[NV];
	for (int k = 0; k < columns; k++) {
		double was = value[k];
		value[k] = was + 1;
		call(model, "rnea", value, ahead);
		value[k] = was - 1;
		call(model, "rnea", value, behind);
		value[k] = was;
		for (int i = 0; i < s.nv; i++)
			ahead[i] = (ahead[i] - behind[i]) / 2;
		same("difference of rnea", ahead, expected[k], s.nv, largest);
	}
}

static void compare_jacobian(rigidc_model *model)
{
	static double found[NV * PARAMS];
	static dense_real wanted[NV * PARAMS];
	for (int i = 0; i < s.nv; i++)
		for (int k = 0; k < columns; k++)
			wanted[i * columns + k] = expected[k][i];
	ck_assert_uint_eq(call(model, "param_jacobian", value, found), (size_t)(s.nv * columns));
	same("param_jacobian", found, wanted, s.nv * columns, largest);
}

static void draw(int number, const rigidc_options *options, rigidc_model **model)
{
	subject_draw(number % 4 ? RANDOM_ANY : RANDOM_HARD, first_seed + (uint64_t)number, false, &s);
	*model = run_read(s.name, s.text, s.length, options);
}

LOOP_TEST(slopes_by_parameters, random_trees)
{
	const char *groups[] = { "inertial", "gravity" };
	rigidc_options options = { .search = "none", .parametrize = groups, .parametrizes = 2, .level = 1 + _i % 4 };
	rigidc_model *model;
	size_t numbers = 0;
	draw(_i, &options, &model);
	for (size_t k = 0; k < rigidc_param_count(model); k++)
		numbers += rigidc_param_size(model, k);
	expect_all();
	ck_assert_int_eq(columns, (int)numbers);
	if (_i % 4 == 1)
		compare_differences(model);
	compare_jacobian(model);
	rigidc_model_free(model);
	subject_free(&s);
}

/* --- base parameters --- */

/* E (of_base x of_all), beta = E pi: a column for each parameter alone. */
static void base_of_parameters(rigidc_model *model, int of_base, int of_all, double *E)
{
	double pi[COLUMNS] = { 0 }, beta[COLUMNS];
	const double *in[] = { pi };
	double *out[] = { beta };
	rigidc_function *function = run_function(model, "base_parameters", RIGIDC_EVALUATOR);
	ck_assert_uint_eq(rigidc_input_size(function, 0), (size_t)of_all);
	ck_assert_uint_eq(rigidc_output_size(function, 0), (size_t)of_base);
	for (int k = 0; k < of_all; k++) {
		pi[k] = 1;
		rigidc_call(function, in, out);
		pi[k] = 0;
		for (int i = 0; i < of_base; i++)
			E[i * of_all + k] = beta[i];
	}
	rigidc_function_free(function);
}

/* Rank of base parameters: if their number is the rank of Y, and Y = B E, then B and E have that rank too, and no base
 * parameter is redundant. */
LOOP_TEST(base_parameters_are_all_that_counts, random_trees / 4)
{
	static double B[NV * COLUMNS], E[COLUMNS * COLUMNS], product[NV * COLUMNS];
	static dense_real Y[NV * COLUMNS];
	rigidc_options options = { .search = _i % 8 ? "none" : "quick" };
	rigidc_model *model;
	dense_real scale;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	model = run_read(s.name, s.text, s.length, &options);
	int of_base = random_base_count(&s.tree), of_all = 10 * dense_moving(&s.tree.dense);
	if (of_base > 0) {
		ck_assert_uint_eq(call(model, "base_regressor", NULL, B), (size_t)(s.nv * of_base));
		base_of_parameters(model, of_base, of_all, E);
		for (int i = 0; i < s.nv; i++)
			for (int k = 0; k < of_all; k++) {
				product[i * of_all + k] = 0;
				for (int j = 0; j < of_base; j++)
					product[i * of_all + k] += B[i * of_base + j] * E[j * of_all + k];
			}
		random_regressor(&s.tree, s.dense_q, s.dense_qd, s.dense_qdd, Y, &scale);
		same("base parameters", product, Y, s.nv * of_all, scale);
	}
	rigidc_model_free(model);
	subject_free(&s);
}

int main(void)
{
	random_trees = by_level(4, 20, 400);
	subject_settings(random_trees, &first_seed);
	return suite_run("inertial", NULL, NULL);
}
