/* Every function of contacts against the dense reference, on random trees with random contacts and phases: by the
 * evaluator in random configurations of passes, and by libtcc, gcc and clang bit for bit.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 6, 8 or 600, and a third as many hard ones and ones in a plane
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"
#include "trees/random_bits.h"
#include "trees/row_functions.h"
#include "trees/tree_tests.h"

static int random_trees;
static uint64_t first_seed = 1;

/* A random fusion of functions, each of any phase: each returns the same as alone. */
static void try_fused(struct subject *s, rigidc_model *model, const char *how, uint64_t random)
{
	static struct row_expected expected;
	static struct outcome outcome;
	char name[400] = "fused=";
	const struct row_function *row[6];
	const struct random_phase *phase[6];
	int parts = 0, output = 0, phases = s->contacts->phases + s->contacts->contacts;
	for (int trial = 0; trial < 12 && parts < 5; trial++) {
		row[parts] = &row_functions[random_below(&random, ROW_FUNCTIONS)];
		phase[parts] = row_phase(s, random_below(&random, phases));
		bool other = row_function_has_answer(s, phase[parts], row[parts]);
		for (int p = 0; p < parts; p++)
			other &= row[p] != row[parts] || phase[p] != phase[parts];
		/* inputs are shared, and lambda of two phases has two sizes */
		for (int p = 0; p < parts; p++)
			other &= !row[p]->reads_lambda || !row[parts]->reads_lambda;
		parts += other;
	}
	for (int p = 0; p < parts; p++)
		snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s:%s", p ? "+" : "", row[p]->name,
		         phase[p]->name);
	if (parts < 2 || !s->nv)
		return;
	subject_run(s, model, name, RIGIDC_EVALUATOR, &outcome);
	for (int p = 0; p < parts; p++) {
		row_function_expect(s, phase[p], row[p], &expected);
		output += row_function_judge(s, how, name, &outcome, output, &expected);
	}
	ck_assert_int_eq(output, outcome.outputs);
}

static void try_tree(enum random_scope scope, int number)
{
	static struct subject s;
	struct configuration c;
	uint64_t random = first_seed + (uint64_t)number;
	subject_draw(scope, random, number % 2, &s);
	subject_stand(&s);
	configuration_draw(&random, &c);
	if (number % 4 || s.nv > 6)
		c.search = "none"; /* which takes the longest */
	rigidc_options options = { .search = NULL };
	configuration_apply(&c, &options);
	if (number % 3 == 1 && !rows_any_hold(&s, s.dense_q))
		subject_give_some(&random, &options, &s);
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	const struct random_phase *phase;
	for (int k = 0; (phase = row_phase(&s, k)); k++)
		row_functions_try(&s, model, phase, false, c.name);
	if (s.contacts->contacts)
		try_fused(&s, model, c.name, random);
	rigidc_model_free(model);
	subject_free(&s);
}

TREE_TEST(random_trees_agree, RANDOM_ANY, random_trees)
TREE_TEST(common_trees_agree, RANDOM_COMMON, random_trees)
TREE_TEST(hard_trees_agree, RANDOM_HARD, random_trees / 3)
TREE_TEST(trees_in_a_plane_agree, RANDOM_PLANE, random_trees / 3)

LOOP_TEST(executors_give_the_same_bits, random_trees / 3)
{
	static struct subject s;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, _i % 2, &s);
	subject_stand(&s);
	rigidc_options options = { .search = "none" };
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	const struct random_phase *phase = row_phase(&s, 0);
	if (phase)
		row_functions_same_bits(&s, model, phase, _i % 4 == 1 ? _i / 4 % 2 : -1);
	rigidc_model_free(model);
	subject_free(&s);
}

int main(void)
{
	random_trees = by_level(6, 8, 600);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("contacts", NULL, NULL);
	subject_tell();
	return code;
}
