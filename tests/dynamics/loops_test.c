/* Every function of closed loops against the dense reference, on random trees with random loops, alone and with random contacts
 * and phases; at a state at which the loops are closed, and at one at which they are open. By the evaluator in random
 * configurations of passes, without optimisation, and by libtcc, gcc and clang bit for bit.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 4 or 400, twice as many in a plane, and a third as many hard ones
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

/* Counts of what was compared. */
static struct tally {
	int trees, loops, phases, values, skipped;
} tally;

static dense_real closed_q[RANDOM_NQ]; /* the state at which the loops are closed */

/* Is K far from singular? Else no digit is certain. A row that is 0 here alone makes it singular. */
static bool is_sound(struct subject *s, const struct random_phase *phase)
{
	static struct random_held held;
	bool holds[RANDOM_PHASE_ROWS], always[RANDOM_PHASE_ROWS];
	struct dense_constraints c = random_rows_at(&s->tree, &held, phase, s->dense_q, s->dense_qd);
	dense_rows_that_hold(&c, s->dense_q, holds);
	dense_rows_that_hold(&c, closed_q, always);
	return memcmp(holds, always, (size_t)phase->rows * sizeof *holds) == 0 &&
	       dense_rows_independence(&c, s->dense_q) > 1e-4L;
}

/* All functions of all phases at the subject's state. */
static void try_functions(struct subject *s, rigidc_model *model, const char *how)
{
	const struct random_phase *phase;
	for (int k = 0; (phase = row_phase(s, k)); k++) {
		tally.phases++;
		if (!is_sound(s, phase)) {
			tally.skipped++;
			continue;
		}
		tally.values += row_functions_try(s, model, phase, k % 2, how);
	}
}

/* Draws a subject with loops and contacts; false: no loop fits the tree. */
static bool draw_looped(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s)
{
	if (!subject_draw_closed(scope, seed, wrenches, s))
		return false;
	subject_stand(s);
	memcpy(closed_q, s->dense_q, sizeof closed_q);
	tally.loops += s->loops->loops;
	tally.trees++;
	return true;
}

static void try_tree(enum random_scope scope, int number)
{
	static struct subject s;
	struct configuration c;
	uint64_t random = first_seed + (uint64_t)number;
	static const char *const groups[] = { "gravity", "geometry", "inertial" };
	bool wrenches = number % 2;
	if (!draw_looped(scope, random, wrenches, &s))
		return;
	configuration_draw(&random, &c);
	if (number % 4 || s.nv > 6)
		c.search = "none"; /* which takes the longest */
	if (number % 4 == 2)
		c.level = 0;
	rigidc_options options = { .search = NULL };
	configuration_apply(&c, &options);
	if (scope == RANDOM_HARD) /* whose axes are a little off: no row counts as the rounding of another */
		options.closure = options.closure_angle = 1e-13;
	if (number % 3 == 1) {
		options.parametrize =
			groups + (number / 3 % 3 == 1 && rows_any_hold(&s, closed_q) ? 0 : number / 3 % 3);
		options.parametrizes = 1;
	}
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	try_functions(&s, model, c.name);
	if (!wrenches) {
		subject_open(first_seed + (uint64_t)number + 1, &s);
		strcat(s.name, " open");
		try_functions(&s, model, c.name);
		subject_square(first_seed + (uint64_t)number + 2, &s);
		strcat(s.name, ", square");
		try_functions(&s, model, c.name);
	}
	rigidc_model_free(model);
	subject_free(&s);
}

TREE_TEST(random_trees_agree, RANDOM_ANY, random_trees)
TREE_TEST(common_trees_agree, RANDOM_COMMON, random_trees)
TREE_TEST(hard_trees_agree, RANDOM_HARD, random_trees / 3)
TREE_TEST(trees_in_a_plane_agree, RANDOM_PLANE, 2 * random_trees)

LOOP_TEST(executors_give_the_same_bits, random_trees / 3)
{
	static struct subject s;
	if (!draw_looped(_i % 2 ? RANDOM_ANY : RANDOM_PLANE, first_seed + (uint64_t)_i, _i % 2, &s))
		return;
	rigidc_options options = { .search = "none" };
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	int phases = s.contacts->phases + 1;
	const struct random_phase *phase = row_phase(&s, _i % phases);
	row_functions_same_bits(&s, model, phase, _i % 2);
	rigidc_model_free(model);
	subject_free(&s);
}

int main(void)
{
	random_trees = by_level(4, 4, 400);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("loops", NULL, NULL);
	subject_tell();
	printf("# %d trees with %d loops, %d phases (%d nearly dependent), %d functions\n", tally.trees, tally.loops,
	       tally.phases, tally.skipped, tally.values);
	return code;
}
