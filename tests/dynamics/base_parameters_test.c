/* Base parameters lose nothing: Y_b beta(pi) = Y pi to rounding, for any parameters pi of the bodies. The models are
 * the examples, models in this folder, random trees, and chains. Joints of these chains turn by small angles, so that
 * some columns of Y are almost dependent on others.
 *
 *   RIGIDC_LEVEL=l   how many random trees and chains: 4, 30 or 400
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/draw.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NQ = RANDOM_NQ, NV = RANDOM_NV, STATES = 12 };

static int random_trees;
static uint64_t first_seed = 1;
static glob_t found;
static double worst;
static char worst_name[100];

/* --- states --- */

static void draw_state(uint64_t *random, const rigidc_model *model, double reach, double *q, double *qd, double *qdd)
{
	for (int i = 0; i < NQ; i++)
		q[i] = random_between(random, -reach, reach);
	for (int i = 0; i < NV; i++) {
		qd[i] = random_between(random, -3, 3);
		qdd[i] = random_between(random, -3, 3);
	}
	draw_unit_quaternions(model, q, false);
}

/* --- tau from both regressors --- */

static rigidc_function *open_function(rigidc_model *model, const char *name, double **out)
{
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	draw_params(first_seed, model, function);
	*out = calloc(rigidc_output_size(function, 0) + 1, sizeof **out);
	ck_assert_ptr_nonnull(*out);
	return function;
}

static void times(const double *A, const double *x, int rows, int columns, double *y)
{
	for (int i = 0; i < rows; i++) {
		y[i] = 0;
		for (int k = 0; k < columns; k++)
			y[i] += A[i * columns + k] * x[k];
	}
}

static double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* Compares both at each state, relative to the largest entry of Y and of tau. */
static void lose_nothing(const char *what, rigidc_model *model)
{
	const double tolerance = 1e-12;
	static const double reach[] = { 0.4, 1, 3 };
	double *Y, *B, *beta, *pi, tau[NV], by_base[NV], q[NQ], qd[NV], qdd[NV];
	rigidc_function *all = open_function(model, "regressor", &Y),
			*base = open_function(model, "base_regressor", &B);
	rigidc_function *of = open_function(model, "base_parameters", &beta);
	const int nv = rigidc_nv(model), numbers = (int)rigidc_input_size(of, 0),
		  count = (int)rigidc_output_size(of, 0);
	uint64_t random = first_seed;
	double bad = 0;
	pi = calloc((size_t)numbers + 1, sizeof *pi);
	for (int k = 0; k < STATES; k++) {
		draw_state(&random, model, reach[k % 3], q, qd, qdd);
		for (int i = 0; i < numbers; i++)
			pi[i] = random_between(&random, -1, 1);
		rigidc_call(of, (const double *[]){ pi }, &beta);
		rigidc_call(all, (const double *[]){ q, qd, qdd }, &Y);
		rigidc_call(base, (const double *[]){ q, qd, qdd }, &B);
		times(Y, pi, nv, numbers, tau);
		times(B, beta, nv, count, by_base);
		double scale = largest(Y, nv * numbers) + largest(tau, nv);
		for (int i = 0; i < nv; i++) {
			double error = scale > 0 ? fabs(by_base[i] - tau[i]) / scale : 0;
			ck_assert_msg(isfinite(error), "%s: %g is not %g", what, by_base[i], tau[i]);
			bad = fmax(bad, error);
			if (error > worst) {
				worst = error;
				snprintf(worst_name, sizeof worst_name, "%s", what);
			}
		}
	}
	ck_assert_msg(bad <= tolerance, "%s: Y_b beta is %g from Y pi", what, bad);
	rigidc_function_free(all);
	rigidc_function_free(base);
	rigidc_function_free(of);
	free(Y);
	free(B);
	free(beta);
	free(pi);
}

LOOP_TEST(of_examples, (int)found.gl_pathc)
{
	rigidc_model *model = run_load(found.gl_pathv[_i]);
	ck_assert_int_le(rigidc_nq(model), NQ);
	lose_nothing(found.gl_pathv[_i], model);
	rigidc_model_free(model);
}

static void try_tree(enum random_scope scope, int number)
{
	static struct subject s;
	rigidc_options options = { .search = "none" };
	subject_draw(scope, first_seed + (uint64_t)number, false, &s);
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	lose_nothing(s.name, model);
	rigidc_model_free(model);
	subject_free(&s);
}

LOOP_TEST(of_random_trees, random_trees)
{
	try_tree(RANDOM_ANY, _i);
}

LOOP_TEST(of_hard_trees, random_trees)
{
	try_tree(RANDOM_HARD, _i);
}

/* A chain whose joints also turn and slide by small amounts, some too small to be seen in the digits. */
static void write_chain(uint64_t random, FILE *out)
{
	static const char *const axis[] = { "x", "y", "z" }, *const plain[] = { "revolute", "prismatic" };
	int bodies = 1 + random_below(&random, 4);
	fprintf(out, "model chain\n");
	for (int i = 0; i < bodies; i++) {
		char on[8] = "world";
		double turn = pow(10, -random_between(&random, 0, 12)),
		       slide = pow(10, -random_between(&random, 0, 12)), at[3];
		const char *along = axis[random_below(&random, 3)], *about = axis[random_below(&random, 3)];
		bool square = random_chance(&random, 50);
		if (i)
			snprintf(on, sizeof on, "b%d", i - 1);
		for (int k = 0; k < 3; k++)
			at[k] = square ? 90 * random_below(&random, 4) : random_between(&random, -90, 90);
		fprintf(out, "joint kind%d(q: m) {\n\ttranslate %s by q\n\trotate %s by %.17g * sin(q / (1 m))\n", i,
		        along, about, turn);
		fprintf(out, "\ttranslate %s by %.17g * q^2 / (1 m)\n}\n", axis[random_below(&random, 3)], slide);
		fprintf(out,
		        "body b%d on %s at (%.17g, 0.1, -0.2) m, rpy(%.17g deg, %.17g deg, %.17g deg) {\n\tjoint j%d : ",
		        i, on, random_between(&random, -1, 1), at[0], at[1], at[2], i);
		if (random_chance(&random, 60))
			fprintf(out, "kind%d\n", i);
		else
			fprintf(out, "%s(%s)\n", plain[random_below(&random, 2)], along);
		fprintf(out, "\tmass 1 kg\n\tcom (0.1, 0.2, 0.3) m\n}\n");
	}
}

LOOP_TEST(of_chains_that_turn_by_little, random_trees)
{
	char *text, name[40];
	size_t length;
	FILE *file = open_memstream(&text, &length);
	rigidc_options options = { .search = "none" };
	write_chain(first_seed + (uint64_t)_i, file);
	ck_assert_int_eq(fclose(file), 0);
	snprintf(name, sizeof name, "chain %d", (int)first_seed + _i);
	rigidc_model *model = run_read(name, text, length, &options);
	lose_nothing(name, model);
	rigidc_model_free(model);
	free(text);
}

/* Revolute links with axes at any angles have 7 base parameters each, the first link 3 (Gautier & Khalil 1990). Entries
 * of Y are sums of more and more terms along the chain. */
TEST(of_a_long_chain_there_are_seven_a_link)
{
	enum { LINKS = 40 };
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	rigidc_options options = { .search = "none" };
	fprintf(file, "model chain\n");
	for (int i = 0; i < LINKS; i++) {
		char on[8] = "world";
		if (i)
			snprintf(on, sizeof on, "b%d", i - 1);
		fprintf(file, "body b%d on %s at (0.1, 0, 0.3) m, rpy(%.3f, %.3f, %.3f) {\n\tjoint j%d : revolute(z)\n",
		        i, on, sin(1.3 * i), cos(2.1 * i), sin(0.7 * i + 1), i);
		fprintf(file, "\tmass 1 kg\n\tcom (0.1, 0.1, 0.1) m\n}\n");
	}
	ck_assert_int_eq(fclose(file), 0);
	rigidc_model *model = run_read("long chain", text, length, &options);
	rigidc_function *function = run_function(model, "base_parameters", RIGIDC_EVALUATOR);
	ck_assert_uint_eq(rigidc_output_size(function, 0), 7 * LINKS - 4);
	rigidc_function_free(function);
	rigidc_model_free(model);
	free(text);
}

int main(void)
{
	random_trees = by_level(4, 30, 400);
	subject_settings(random_trees, &first_seed);
	if (glob("examples/*.rig", 0, NULL, &found) != 0 ||
	    glob("tests/dynamics/*.rig", GLOB_APPEND, NULL, &found) != 0)
		return EXIT_FAILURE;
	int code = suite_run("base", NULL, NULL);
	globfree(&found);
	printf("# worst: %.2g of the largest: %s\n", worst, worst_name);
	return code;
}
