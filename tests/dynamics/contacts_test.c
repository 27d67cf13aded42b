/* Every function of contacts against the dense reference, on random trees with random contacts and phases: by the
 * evaluator in random configurations of passes, and by libtcc, gcc and clang bit for bit.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 6, 24 or 600, and a third as many hard ones and ones in a plane
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, ROWS = RANDOM_PHASE_ROWS, OUTPUTS = 2 };

static int random_trees;
static uint64_t first_seed = 1;

/* --- values of the reference --- */

struct expected {
	int size[OUTPUTS];
	dense_real value[OUTPUTS][ROWS * NV], scale[OUTPUTS];
	dense_real condition; /* factor by which a sound computation may be worse */
};

static void expect_jac(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                       struct expected *e)
{
	(void)phase;
	dense_rows_jac(c, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = c->n * s->nv;
}

static void expect_drift(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                         struct expected *e)
{
	(void)phase;
	dense_rows_drift(c, s->dense_q, s->dense_qd, e->value[0], &e->scale[0]);
	e->size[0] = c->n;
}

/* Accelerations without contacts: the range space subtracts what the forces of the contacts undo. */
static dense_real unbound(const struct subject *s, const struct dense_constraints *c)
{
	static dense_real qdd[NV], lambda[ROWS];
	struct dense_constraints none = *c;
	dense_real condition, scale[2], largest = 0;
	none.n = 0;
	dense_rows_fd(&none, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, qdd, lambda, &condition, scale);
	for (int i = 0; i < s->nv; i++)
		largest = fmaxl(largest, fabsl(qdd[i]));
	return largest;
}

static void expect_fd(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                      struct expected *e)
{
	(void)phase;
	dense_rows_fd(c, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, e->value[0], e->value[1], &e->condition,
	              e->scale);
	e->scale[0] = fmaxl(e->scale[0], unbound(s, c));
	e->size[0] = s->nv;
}

static void expect_lambda(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                          struct expected *e)
{
	(void)phase;
	dense_rows_fd(c, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, e->value[1], e->value[0], &e->condition,
	              e->scale);
	e->scale[0] = e->scale[1];
	e->size[0] = c->n;
}

static void expect_rnea(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                        struct expected *e)
{
	dense_real lambda[ROWS];
	(void)phase;
	dense_widen(s->lambda, c->n, lambda);
	dense_rows_rnea(c, s->dense_q, s->dense_qd, s->dense_qdd, lambda, s->wrench, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = s->nv;
}

static void expect_impact(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                          struct expected *e)
{
	dense_rows_impact(c, s->dense_q, s->dense_qd, phase->restitution, e->value[0], e->value[1], &e->condition,
	                  e->scale);
	e->size[0] = s->nv;
	e->size[1] = c->n;
}

static void expect_id(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                      struct expected *e)
{
	dense_rows_id(c, s->dense_q, s->dense_qd, s->dense_qdd, s->contacts->idle, phase->weight, s->wrench,
	              e->value[0], e->value[1], &e->condition, e->scale);
	for (int i = 0; i < OUTPUTS; i++)
		e->scale[i] = fmaxl(e->scale[i], s->needle);
	e->size[0] = s->nv;
	e->size[1] = c->n;
}

static const struct row {
	const char *name;
	void (*expect)(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
	               struct expected *e);
	bool inverts, balances; /* needs a regular M, or a solution of id */
} rows[] = {
	{ "jac", expect_jac, false, false },      { "drift", expect_drift, false, false },
	{ "rnea", expect_rnea, false, false },    { "fd", expect_fd, true, false },
	{ "lambda", expect_lambda, true, false }, { "impact", expect_impact, true, false },
	{ "id", expect_id, false, true },
};
enum { FUNCTIONS = sizeof rows / sizeof *rows };

static bool has_answer(const struct subject *s, const struct random_phase *phase, const struct row *row)
{
	return (!row->inverts || s->tree.definite) && (!row->balances || phase->balanced);
}

/* --- comparing --- */

static dense_real worst;
static char worst_name[400];

/* Compares the outputs from `first` on with the expected ones; returns their number. */
static int judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int first,
                 const struct expected *e)
{
	const dense_real tolerance = 1e-12L;
	int outputs = 0;
	for (int i = 0; i < OUTPUTS && e->size[i]; i++, outputs++) {
		const double *value = o->value[first + i];
		dense_real largest = e->scale[i], error = 0;
		ck_assert_int_lt(first + i, o->outputs);
		ck_assert_int_eq(o->size[first + i], e->size[i]);
		for (int k = 0; k < e->size[i]; k++) {
			largest = fmaxl(largest, fabsl(e->value[i][k]));
			error = fmaxl(error, isfinite(value[k]) ? fabsl(value[k] - e->value[i][k]) : INFINITY);
		}
		error = error == 0 ? 0 : error / largest / fmaxl(1, e->condition);
		if (error > worst) {
			worst = error;
			snprintf(worst_name, sizeof worst_name, "%s, %s, %s", name, s->name, how);
		}
		ck_assert_msg(error <= tolerance, "%s, output %d: error %.3Lg (%s, %s)", name, i, error, s->name, how);
	}
	return outputs;
}

static void expect(struct subject *s, const struct random_phase *phase, const struct row *row, struct expected *e)
{
	struct dense_constraints c = random_constraints(&s->tree, s->contacts, phase, s->dense_q, s->dense_qd);
	memset(e, 0, sizeof *e);
	row->expect(s, &c, phase, e);
}

/* All phases and all single contacts. */
static const struct random_phase *phase_of(const struct subject *s, int number)
{
	const struct random_contacts *c = s->contacts;
	return number < c->phases                 ? &c->phase[number]
	       : number < c->phases + c->contacts ? &c->contact[number - c->phases]
	                                          : NULL;
}

/* A random fusion of functions, each of any phase: each returns the same as alone. */
static void try_fused(struct subject *s, rigidc_model *model, const char *how, uint64_t random)
{
	static struct expected expected;
	static struct outcome outcome;
	char name[400] = "fused=";
	const struct row *row[6];
	const struct random_phase *phase[6];
	int parts = 0, output = 0, phases = s->contacts->phases + s->contacts->contacts;
	for (int trial = 0; trial < 12 && parts < 5; trial++) {
		row[parts] = &rows[random_below(&random, FUNCTIONS)];
		phase[parts] = phase_of(s, random_below(&random, phases));
		bool other = has_answer(s, phase[parts], row[parts]);
		for (int p = 0; p < parts; p++)
			other &= row[p] != row[parts] || phase[p] != phase[parts];
		/* inputs are shared, and lambda of two phases has two sizes */
		for (int p = 0; p < parts; p++)
			other &= row[p]->expect != expect_rnea || row[parts]->expect != expect_rnea;
		parts += other;
	}
	for (int p = 0; p < parts; p++)
		snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s:%s", p ? "+" : "", row[p]->name,
		         phase[p]->name);
	if (parts < 2 || !s->nv)
		return;
	subject_run(s, model, name, RIGIDC_EVALUATOR, &outcome);
	for (int p = 0; p < parts; p++) {
		expect(s, phase[p], row[p], &expected);
		output += judge(s, how, name, &outcome, output, &expected);
	}
	ck_assert_int_eq(output, outcome.outputs);
}

static void full_name(const struct row *row, const struct random_phase *phase, char name[64])
{
	snprintf(name, 64, "%s:%s", row->name, phase->name);
}

/* Makes some of the model's numbers run-time parameters. */
static void give_some(struct subject *s, rigidc_options *options, uint64_t *random)
{
	static const char *const groups[] = { "gravity", "geometry", "inertial" };
	int first = random_below(random, 8);
	options->parametrize = first < 3 ? groups + first : NULL;
	options->parametrizes = first < 3 ? (size_t)random_below(random, 3 - first) + 1 : 0;
	subject_give(random, options, s);
	snprintf(s->name + strlen(s->name), sizeof s->name - strlen(s->name), " given%s",
	         options->parametrizes ? " too" : "");
}

static void try_tree(enum random_scope scope, int number)
{
	static struct subject s;
	static struct expected expected;
	static struct outcome outcome;
	struct configuration c;
	uint64_t random = first_seed + (uint64_t)number;
	subject_draw(scope, random, number % 2, &s);
	subject_stand(&s);
	configuration_draw(&random, &c);
	if (number % 4 || s.nv > 6)
		c.search = "none"; /* which takes the longest */
	rigidc_options options = { .search = NULL };
	configuration_apply(&c, &options);
	if (number % 3 == 1)
		give_some(&s, &options, &random);
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	const struct random_phase *phase;
	for (int k = 0; (phase = phase_of(&s, k)); k++)
		for (int i = 0; i < FUNCTIONS; i++) {
			char name[64];
			if (!has_answer(&s, phase, &rows[i]))
				continue;
			full_name(&rows[i], phase, name);
			expect(&s, phase, &rows[i], &expected);
			subject_run(&s, model, name, RIGIDC_EVALUATOR, &outcome);
			judge(&s, c.name, name, &outcome, 0, &expected);
		}
	if (s.contacts->contacts)
		try_fused(&s, model, c.name, random);
	rigidc_model_free(model);
	subject_free(&s);
}

START_TEST(random_trees_agree)
{
	try_tree(RANDOM_ANY, _i);
}
END_TEST

START_TEST(common_trees_agree)
{
	try_tree(RANDOM_COMMON, _i);
}
END_TEST

START_TEST(hard_trees_agree)
{
	try_tree(RANDOM_HARD, _i);
}
END_TEST

START_TEST(trees_in_a_plane_agree)
{
	try_tree(RANDOM_PLANE, _i);
}
END_TEST

static void compare_bits(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier,
                         const struct outcome *wanted)
{
	static struct outcome found;
	subject_run(s, model, name, tier, &found);
	for (int i = 0; i < wanted->outputs; i++)
		ck_assert_msg(memcmp(found.value[i], wanted->value[i], (size_t)wanted->size[i] * sizeof(double)) == 0,
		              "%s of %s: output %d has other bits", name, s->name, i);
}

START_TEST(executors_give_the_same_bits)
{
	static const char *const compiler[] = { "gcc", "clang" };
	static struct subject s;
	static struct outcome wanted;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, _i % 2, &s);
	subject_stand(&s);
	rigidc_options options = { .search = "none" };
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	const struct random_phase *phase = phase_of(&s, 0);
	for (int i = 0; i < FUNCTIONS && phase; i++) {
		char name[64];
		if (!has_answer(&s, phase, &rows[i]))
			continue;
		full_name(&rows[i], phase, name);
		subject_run(&s, model, name, RIGIDC_EVALUATOR, &wanted);
		compare_bits(&s, model, name, RIGIDC_TCC, &wanted);
		if (_i % 4 == 1) {
			setenv("CC", compiler[i % 2], 1);
			compare_bits(&s, model, name, RIGIDC_CC, &wanted);
		}
	}
	rigidc_model_free(model);
	subject_free(&s);
}
END_TEST

int main(void)
{
	random_trees = by_level(6, 24, 600);
	subject_settings(random_trees, &first_seed);
	Suite *suite = suite_create("contacts");
	TCase *tests = tcase_create("contacts");
	tcase_set_timeout(tests, 0);
	tcase_add_loop_test(tests, random_trees_agree, 0, random_trees);
	tcase_add_loop_test(tests, common_trees_agree, 0, random_trees);
	tcase_add_loop_test(tests, hard_trees_agree, 0, random_trees / 3);
	tcase_add_loop_test(tests, trees_in_a_plane_agree, 0, random_trees / 3);
	tcase_add_loop_test(tests, executors_give_the_same_bits, 0, random_trees / 3);
	suite_add_tcase(suite, tests);
	int code = suite_run(suite);
	printf("# worst error %.2Lg: %s\n", worst, worst_name);
	return code;
}
