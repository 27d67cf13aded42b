/* Parameters: with any numbers given, functions return the same as with these numbers written in the model. On the
 * examples and on random trees; the numbers include zero masses, negative moments and other centres. Results of libtcc
 * are identical to the evaluator's, and now and then those of gcc and clang are compared too.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 2, 4 or 200
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dag/default_values.h"
#include "dynamics/function.h"
#include "library.h"
#include "level.h"
#include "suite.h"
#include "trees/given_text.h"
#include "trees/random_bits.h"
#include "trees/subject.h"
#include "model/body.h"
#include "model/joint.h"

enum { NUMBERS = 8000, ARRAYS = 8 };

static int random_trees;
static uint64_t first_seed = 1;
static glob_t examples;

/* --- one model in two forms --- */

struct pair {
	const char *name;
	rigidc_model *given, *written; /* numbers as parameters; numbers in the source */
	double *number;
	bool mild; /* numbers near their defaults, so that M stays as regular */
	bool searched;
	double condition;
};

static double drawn_factor(uint64_t *rng, const struct pair *pair)
{
	if (pair->mild)
		return random_between(rng, 0.8, 1.25);
	return random_chance(rng, 20) ? 0 : random_between(rng, -1, 2);
}

/* Draws the numbers. Written masses and armatures must not be negative. */
static void draw_numbers(uint64_t *rng, struct pair *pair)
{
	const struct Model *model = pair->given->model;
	const struct ParameterList *all = &model->parameters;
	pair->number = calloc((size_t)all->numbers + 1, sizeof *pair->number);
	ck_assert_ptr_nonnull(pair->number);
	for (size_t i = 0; i < all->count; i++)
		for (int k = all->item[i]->first; k < all->item[i]->first + all->item[i]->count; k++) {
			double factor = drawn_factor(rng, pair);
			pair->number[k] = model->dag->default_value->item[k] *
			                  (all->item[i]->kind == VALUE_SCALAR ? fabs(factor) : factor);
		}
}

static void write_numbers(FILE *file, const struct Parameter *parameter, const double *number, struct Arena *arena)
{
	static const char *const moment[] = { "xx", "xy", "yy", "xz", "yz", "zz" };
	fprintf(file, "const %s = %s", parameter->name.text,
	        parameter->kind == VALUE_MATRIX   ? "tensor("
	        : parameter->kind == VALUE_VECTOR ? "("
	                                          : "");
	for (int i = 0; i < parameter->count; i++)
		fprintf(file, "%s%s%s%.17g", i ? ", " : "", parameter->kind == VALUE_MATRIX ? moment[i] : "",
		        parameter->kind == VALUE_MATRIX ? " = " : "", number[parameter->first + i]);
	fprintf(file, "%s %s\n", parameter->kind == VALUE_SCALAR ? "" : ")", dim_symbol(arena, parameter->dim));
}

/* Reads the model with the numbers as constants. */
static void read_written(struct pair *pair, const char *body, const rigidc_options *options)
{
	char *text;
	size_t length;
	const struct ParameterList *all = &pair->given->model->parameters;
	FILE *file = open_memstream(&text, &length);
	fprintf(file, "%s\n", body);
	for (size_t i = 0; i < all->count; i++)
		write_numbers(file, all->item[i], pair->number, &pair->given->arena);
	ck_assert_int_eq(fclose(file), 0);
	pair->written = run_read(pair->name, text, length, options);
	free(text);
}

static struct pair pair_of(uint64_t *rng, const char *name, const char *text, bool mild, const rigidc_options *options)
{
	struct pair pair = { .name = name, .mild = mild };
	struct given_text given;
	given_text_draw(rng, text, 70, &given);
	pair.given = mild ? run_read(name, given.sound, given.sound_length, options)
	                  : run_read(name, given.distorted, given.distorted_length, options);
	draw_numbers(rng, &pair);
	read_written(&pair, given.body, options);
	given_text_free(&given);
	return pair;
}

static void pair_free(struct pair *pair)
{
	rigidc_model_free(pair->given);
	rigidc_model_free(pair->written);
	free(pair->number);
}

/* --- comparing --- */

/* Draws a state in [-1, 1] by array and element; quaternions have length 1. */
static void draw_state(uint64_t seed, const struct Model *model, double in[ARRAYS][NUMBERS], int arrays)
{
	for (int a = 0; a < arrays; a++)
		for (int i = 0; i < NUMBERS; i++)
			in[a][i] = random_between(&seed, -1, 1);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint_nq(joint) || !kind_has_quaternion(joint->kind))
			continue;
		double *q = in[0] + joint->q + joint->kind->nq - 4;
		double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
		for (int k = 0; k < 4; k++)
			q[k] /= length;
	}
}

/* All outputs, in sequence; returns the number of entries. */
static int call(const struct pair *pair, rigidc_model *model, rigidc_function *function, double *out)
{
	static double in[ARRAYS][NUMBERS];
	const double *input[ARRAYS];
	double *output[ARRAYS];
	int count = 0;
	draw_state(first_seed, model->model, in, ARRAYS);
	for (int i = 0; i < ARRAYS; i++)
		input[i] = in[i];
	for (int i = 0; i < rigidc_outputs(function); count += (int)rigidc_output_size(function, i++))
		output[i] = out + count;
	ck_assert_int_le(count, NUMBERS);
	if (model == pair->given)
		rigidc_set_params(function, pair->number);
	rigidc_call(function, input, output);
	return count;
}

static int run(const struct pair *pair, rigidc_model *model, const char *name, rigidc_tier tier, double *out)
{
	rigidc_function *function = run_function(model, name, tier);
	int count = call(pair, model, function, out);
	rigidc_function_free(function);
	return count;
}

static double largest_of(const double *x, int count)
{
	double largest = 0;
	for (int i = 0; i < count; i++)
		largest = isfinite(x[i]) ? fmax(largest, fabs(x[i])) : largest;
	return largest;
}

/* Factor by which a sound inverse of M may be worse; 1 where none is asked for. */
static double condition_of(const struct pair *pair)
{
	if (!pair->mild)
		return 1;
	static double M[NUMBERS], Minv[NUMBERS];
	int count = run(pair, pair->written, "crba", RIGIDC_EVALUATOR, M);
	run(pair, pair->written, "minv", RIGIDC_EVALUATOR, Minv);
	return fmax(1, sqrt(count) * largest_of(M, count) * largest_of(Minv, count));
}

/* Requires results identical to the evaluator's. */
static void compare_bits(const struct pair *pair, const char *name, const double *found, int count, int number)
{
	static double compiled[NUMBERS];
	static const char *const compiler[] = { "gcc", "clang" };
	for (int tier = RIGIDC_TCC; tier <= RIGIDC_CC; tier++) {
		if (tier == RIGIDC_CC && number % 10 != 5 && (number % 10 || !level_is("long")))
			continue;
		setenv("CC", compiler[number / 10 % 2], 1);
		run(pair, pair->given, name, (rigidc_tier)tier, compiled);
		ck_assert_msg(memcmp(compiled, found, (size_t)count * sizeof *found) == 0, "%s of %s: other bits by %s",
		              name, pair->name, tier == RIGIDC_CC ? compiler[number / 10 % 2] : "libtcc");
	}
}

static void compare(const struct pair *pair, const char *name, double condition, int number)
{
	static double wanted[NUMBERS], found[NUMBERS];
	int count = run(pair, pair->written, name, RIGIDC_EVALUATOR, wanted);
	ck_assert_int_eq(run(pair, pair->given, name, RIGIDC_EVALUATOR, found), count);
	double allowed = 1e-12 * condition * fmax(1, largest_of(wanted, count));
	for (int i = 0; i < count; i++)
		ck_assert_msg(!isfinite(wanted[i]) || fabs(found[i] - wanted[i]) <= allowed,
		              "%s of %s: number %d is %.17g, not %.17g", name, pair->name, i, found[i], wanted[i]);
	compare_bits(pair, name, found, count, number);
}

/* Compares param_jacobian with rnea at one number moved up and down. tau is of degree two in each number of a body, and
 * linear in its inertia, so a central difference is the slope. */
static void compare_slopes(const struct pair *pair, int number)
{
	static double slope[NUMBERS], ahead[NUMBERS], behind[NUMBERS];
	int params = pair->given->model->parameters.numbers, velocities = 0;
	double largest = 0;
	ck_assert_int_gt(params, 0);
	int count = run(pair, pair->given, "param_jacobian", RIGIDC_EVALUATOR, slope);
	rigidc_function *rnea = run_function(pair->given, "rnea", RIGIDC_EVALUATOR);
	for (int k = 0; k < params; k++) {
		double was = pair->number[k];
		pair->number[k] = was + 1;
		velocities = call(pair, pair->given, rnea, ahead);
		pair->number[k] = was - 1;
		call(pair, pair->given, rnea, behind);
		pair->number[k] = was;
		largest = fmax(largest, fmax(largest_of(ahead, velocities), largest_of(behind, velocities)));
		for (int i = 0; i < velocities; i++)
			ck_assert_msg(fabs(slope[i * params + k] - (ahead[i] - behind[i]) / 2) <=
			                      1e-12 * fmax(1, largest),
			              "param_jacobian of %s: row %d, column %d is %.17g, not %.17g", pair->name, i, k,
			              slope[i * params + k], (ahead[i] - behind[i]) / 2);
	}
	rigidc_function_free(rnea);
	ck_assert_int_eq(count, velocities * params);
	compare_bits(pair, "param_jacobian", slope, count, number);
}

/* Compares both regressors. With gravity as a parameter more base parameters count than with a constant gravity. */
static void compare_base(const struct pair *pair, int number)
{
	static double Y[NUMBERS], base[NUMBERS], beta[NUMBERS], in[ARRAYS][NUMBERS];
	int nv = pair->given->model->nv,
	    columns = run(pair, pair->given, "regressor", RIGIDC_EVALUATOR, Y) / (nv ? nv : 1);
	int count = run(pair, pair->given, "base_regressor", RIGIDC_EVALUATOR, base);
	compare_bits(pair, "base_regressor", base, count, number);
	count = run(pair, pair->given, "base_parameters", RIGIDC_EVALUATOR, beta);
	compare_bits(pair, "base_parameters", beta, count, number);
	draw_state(first_seed, pair->given->model, in, ARRAYS);
	for (int i = 0; i < nv; i++) {
		double wanted = 0, found = 0;
		for (int k = 0; k < columns; k++)
			wanted += Y[i * columns + k] * in[0][k];
		for (int k = 0; k < count; k++)
			found += base[i * count + k] * beta[k];
		ck_assert_msg(fabs(found - wanted) <= 1e-10 * fmax(1, largest_of(Y, nv * columns)),
		              "base_regressor of %s: row %d times beta is %.17g, not %.17g", pair->name, i, found,
		              wanted);
	}
}

/* Derivatives take the longest: below the level long they are compared for one model in `every`. Of a model that is searched a third
 * of the functions is compared. */
static bool left_out(const struct pair *pair, const struct FunctionInfo *info, int number, int every)
{
	if (level_is("long"))
		return false;
	return (info->slopes && number % every) || (pair->searched && (info - function_table) % 3);
}

/* Compares every function of a phase. Where M is inverted, rounding grows with J M^-1 J^T too, whose rows are
 * independent. */
static void compare_phase(const struct pair *pair, const char *phase, int number)
{
	const double independence = 0.01;
	double condition = pair->mild ? pair->condition / independence : 1;
	for (size_t i = 0; i < function_count; i++) {
		char name[400];
		if (function_table[i].sites != SITES_PHASE || function_table[i].balances ||
		    left_out(pair, &function_table[i], number, 12) || (function_table[i].inverts && !pair->mild))
			continue;
		snprintf(name, sizeof name, "%s:%s", function_table[i].name, phase);
		compare(pair, name, condition, number);
	}
}

/* Compares every function without a phase; functions that divide by M or by the mass only for mild numbers. */
static void compare_all(const struct pair *pair, const char *frame, const char *other, int number)
{
	static const char *const divide[] = { "com", "jcom", "com_drift", "momentum", "cmm", "cmm_drift" };
	for (size_t i = 0; i < function_count; i++) {
		const struct FunctionInfo *info = &function_table[i];
		char name[400];
		bool divides = info->inverts;
		if (!sites_are_everywhere(info->sites) || left_out(pair, info, number, 3))
			continue;
		if (strcmp(info->name, "param_jacobian") == 0) { /* only for the form with parameters */
			if (pair->given->model->parameters.numbers)
				compare_slopes(pair, number);
			continue;
		}
		if (info->output[0].columns == EXTENT_BASE)
			compare_base(pair, number);
		if (info->output[0].columns == EXTENT_BASE || info->output[0].rows == EXTENT_BASE)
			continue;
		for (size_t k = 0; k < sizeof divide / sizeof *divide; k++)
			divides |= strcmp(info->name, divide[k]) == 0;
		if (divides && !pair->mild)
			continue;
		static const char *const forms[] = { "%s", "%s:\"%s\"", "%s:\"%s\":\"%s\"" };
		snprintf(name, sizeof name, forms[sites_frames(info->sites)], info->name, frame, other);
		compare(pair, name, info->inverts ? pair->condition : 1, number);
	}
}

LOOP_TEST(random_trees_agree, random_trees)
{
	static struct subject s;
	uint64_t random = first_seed + (uint64_t)_i;
	bool searched = _i % 16 == 2 || (_i % 8 == 0 && level_is("long")); /* the first has twenty coordinates */
	rigidc_options options = { .search = searched ? "quick" : "none", .real_float = 0 };
	subject_draw(RANDOM_ANY, random, false, &s);
	subject_stand(&s);
	struct pair pair =
		pair_of(&random, s.name, s.text, _i % 2 && s.tree.definite && s.tree.massive_leaves, &options);
	pair.condition = condition_of(&pair);
	pair.searched = searched;
	compare_all(&pair, "the probe", "the other", _i);
	for (int i = 0; i < s.contacts->phases; i++)
		compare_phase(&pair, s.contacts->phase[i].name, _i);
	/* one contact alone is enough for a search */
	for (int i = 0; i < s.contacts->contacts && (i == 0 || !searched || level_is("long")); i++)
		compare_phase(&pair, s.contacts->contact[i].name, _i);
	pair_free(&pair);
	subject_free(&s);
}

static char *file_text(const char *path)
{
	enum { LARGEST = 100000 };
	char *text = calloc(1, LARGEST);
	FILE *file = fopen(path, "r");
	ck_assert(file && text);
	ck_assert_uint_lt(fread(text, 1, LARGEST - 1, file), LARGEST - 1);
	fclose(file);
	return text;
}

LOOP_TEST(examples_agree, (int)examples.gl_pathc)
{
	const char *path = examples.gl_pathv[_i];
	if (level_leaves_out(path))
		return;
	uint64_t random = first_seed + (uint64_t)_i;
	rigidc_options options = { .search = "none" };
	char *text = file_text(path);
	if (strstr(text, "\nparam ")) { /* defaults cannot depend on existing parameters */
		free(text);
		return;
	}
	struct pair pair = pair_of(&random, path, text, _i % 2, &options);
	const struct Model *model = pair.given->model;
	pair.condition = condition_of(&pair);
	compare_all(&pair, model->body[model->bodies - 1].name.text, model->body[model->bodies / 2].name.text, _i);
	pair_free(&pair);
	free(text);
}

int main(void)
{
	random_trees = by_level(2, 4, 200);
	subject_settings(random_trees, &first_seed);
	if (glob("examples/*.rig", 0, NULL, &examples) != 0)
		return 1;
	int code = suite_run("parameters", NULL, NULL);
	globfree(&examples);
	return code;
}
