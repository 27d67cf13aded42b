/* Operators on functions with rows, in the form that `compile` writes, after a quick search: on random trees with loops of all kinds, with
 * contacts and phases, and on linkages. They are compared with each other, and with differences of functions without a search. With the
 * level long also without a search, and after a thorough one.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 3, 3 or 60, and how many functions of each: 1 or 2, or all. Two comparisons, and one of
 *                    three others, of each; without a search all of them
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/derivative_checks.h"
#include "trees/random_bits.h"
#include "trees/random_linkage.h"

/* SEARCHED: the most velocities of a tree whose functions are searched */
enum { SEARCHED = 4 };

static int random_trees;
static uint64_t first_seed = 1;
static int functions_compared;

/* The functions of rows, those that solve for accelerations first. */
static const char *const functions[] = { "fd",    "step:euler", "step:rk4", "lambda",  "impact", "rnea",
	                                 "drift", "jac",        "closure",  "project", "id" };
enum { FUNCTIONS = sizeof functions / sizeof *functions, SOLVING = 3, COMPARISONS = 3 };

/* --- on random trees --- */

static bool draw_model(int number, uint64_t seed)
{
	static struct random_linkage loops;
	struct subject *s = &checked.s;
	switch (number % 3) {
	case 0: /* loops, and contacts of phases */
		if (!subject_draw_closed(number % 2 ? RANDOM_PLANE : RANDOM_ANY, seed, false, s))
			return false;
		subject_stand(s);
		break;
	case 1: /* loops of all kinds */
		subject_draw(RANDOM_ANY, seed, false, s);
		subject_link(s, &loops);
		break;
	default: /* contacts of phases */ subject_draw(RANDOM_ANY, seed, false, s); subject_stand(s);
	}
	if (s->contacts->phases && s->tree.definite && (level_is("long") || s->nv <= SEARCHED))
		return true;
	subject_free(s);
	return false;
}

/* Reads the model by the search, and without one; false: its loops stay open. */
static bool read_models(const char *search)
{
	rigidc_options options = { .search = search };
	const struct subject *s = &checked.s;
	bool good = rigidc_read(s->text, s->length, s->name, &options, &checked.model) == RIGIDC_OK;
	if (!good && !strstr(rigidc_messages(checked.model), "[loop-open]"))
		ck_abort_msg("%s: %s", s->name, rigidc_messages(checked.model));
	options.search = "none";
	checked.plain = good ? run_read(s->name, s->text, s->length, &options) : NULL;
	return good;
}

/* Factor by which rounding errors may be larger, from the independence of the rows; 0: some are nearly dependent. */
static double condition_of(const struct random_phase *phase)
{
	static struct random_held held;
	struct subject *s = &checked.s;
	struct dense_constraints c = random_rows_at(&s->tree, &held, phase, s->dense_q, s->dense_qd);
	double independence = (double)dense_rows_independence(&c, s->dense_q);
	return independence > 1e-2 ? 1 / independence / independence : 0;
}

static void compare(const struct random_phase *phase, const char *function, int of, double condition)
{
	char name[100];
	snprintf(name, sizeof name, "%s:%s", function, phase->name);
	const struct differentiated one = { name, true, condition };
	check_modes(&one);
	check_changes(&one, 0.003);
	if (of < 0 || of == 0)
		check_matrices(&one);
	if (of < 0 || of == 1)
		check_bends(&one, 0.01);
	if (of < 0 || of == 2)
		check_hessian(&one);
	functions_compared++;
}

static bool has(const struct random_phase *phase, const char *function)
{
	return strcmp(function, "id") != 0 || phase->balanced;
}

/* One of the functions that solve, and of some trees another one, and one of the second comparisons of each; with the level long all
 * functions, and without a search all comparisons. */
static void compare_functions(int number, bool searched)
{
	const struct random_contacts *contacts = checked.s.contacts;
	const struct random_phase *phase = &contacts->phase[number % contacts->phases];
	double condition = condition_of(phase);
	int solving = number % SOLVING, other = number % 3 ? solving : SOLVING + number / 3 % (FUNCTIONS - SOLVING);
	for (int f = 0; f < FUNCTIONS && condition > 0; f++)
		if ((level_is("long") || f == solving || f == other) && has(phase, functions[f]))
			compare(phase, functions[f], searched ? (number + f) % COMPARISONS : -1, condition);
}

static void try_trees(int number, const char *search)
{
	uint64_t seed = first_seed + (uint64_t)number;
	while (!draw_model(number, seed))
		seed += 1000;
	if (read_models(search))
		compare_functions(number, strcmp(search, "none") != 0);
	checked_forget();
	subject_free(&checked.s);
}

LOOP_TEST(operators_agree, random_trees)
{
	try_trees(_i, "quick");
}

LOOP_TEST(unsearched_operators_agree, level_is("long") ? random_trees : 0)
{
	try_trees(_i, "none");
}

/* --- on linkages --- */

/* Units of lengths in their rows are not 1: a slot with levers of 0.2 m and 1.1 m; a ball joint to the world; bars with a length of
 * 0.4 m, and a strut of the kind distance. */
static const struct {
	const char *text;
	int n;
	double q[8];
} linkages[] = {
	{ "model slotted\n"
	  "body a on world { joint j1 : revolute(y); mass 1 kg; com (0.3 m, 0, 0); inertia diag(0.1, 0.1, 0.1) kg m^2 }\n"
	  "body b on a at (0.9 m, 0, 0) { joint j2 : revolute(y); mass 1 kg; com (0.4 m, 0, 0); inertia diag(0.1, 0.1, 0.1) kg m^2;\n"
	  "  frame tip at (0.7 m, 0, 0) }\n"
	  "frame hook on world at (1.1 m, 0, 0)\n"
	  "loop pin : slot(x) from hook to tip\n",
	  2,
	  { 0.6, 0.3 } },
	{ "model pinned\n"
	  "body b on world { joint j : free; mass 1 kg; com (0.1, -0.04, 0); inertia diag(0.03, 0.05, 0.04) }\n"
	  "frame e on b at (0.9, 0.1, 0.2)\n"
	  "loop pin : spherical from world to e\n",
	  7,
	  { -0.8, 0.2, -0.3, 0.1, -0.2, 0.3, 0.92736184954957037 } },
	{ "model bars\n"
	  "body a on world { joint j1 : revolute(y); mass 0.6 kg; com (0, 0, 0.15 m); inertia diag(0.01, 0.01, 0.001) kg m^2 }\n"
	  "body b on a at (0, 0, 0.3 m) { joint j2 : revolute(y); mass 0.8 kg; com (0.2 m, 0, 0.02 m); inertia diag(0.001, 0.02, 0.02) kg m^2;\n"
	  "  frame pin at (0.4 m, 0, 0) }\n"
	  "body c on world at (0.5 m, 0, 0) { joint j3 : revolute(y); mass 0.5 kg; com (0, 0, 0.2 m); inertia diag(0.01, 0.01, 0.001) kg m^2;\n"
	  "  frame top at (0, 0, 0.4 m) }\n"
	  "loop hinge : spherical from top to pin\n",
	  3,
	  { 0.3, 0.2, 0.25 } },
	{ "model rod\n"
	  "body a on world { joint j1 : universal; mass 0.6 kg; com (0, 0.1, 0.15 m); inertia diag(0.01, 0.01, 0.001) kg m^2\n"
	  "  frame at_a at (0.25 m, 0.1 m, 0) }\n"
	  "body b on world at (0.8 m, 0, 0) { joint j2 : spherical; mass 0.8 kg; com (0.2 m, 0, 0.02 m); inertia diag(0.01, 0.02, 0.02) kg m^2;\n"
	  "  frame at_b at (0.4 m, 0, 0) }\n"
	  "loop rod : distance(0.6 m) from at_a to at_b\n",
	  6,
	  { 0.3, 0.2, 0.1, -0.2, 0.3, 0.92736184954957037 } },
};
enum { LINKAGES = sizeof linkages / sizeof *linkages };

static void begin_linkage(int number, const char *search)
{
	struct subject *s = &checked.s;
	uint64_t random = 101;
	memset(s, 0, sizeof *s);
	rigidc_options options = { .search = search }, plain = { .search = "none" };
	const char *text = linkages[number].text;
	snprintf(s->name, sizeof s->name, "%.*s", (int)strcspn(text, "\n"), text);
	checked.model = run_read(s->name, text, strlen(text), &options);
	checked.plain = run_read(s->name, text, strlen(text), &plain);
	s->nq = rigidc_nq(checked.model);
	s->nv = rigidc_nv(checked.model);
	ck_assert_int_eq(s->nq, linkages[number].n);
	s->tree.definite = true;
	s->dt = 0.01;
	memcpy(s->q, linkages[number].q, sizeof linkages[number].q);
	double *const state[] = { s->qd, s->qdd, s->tau };
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < s->nv; k++)
			state[i][k] = random_between(&random, -0.8, 0.8);
}

/* The first functions, and of the very first one of the second comparisons; -1: all of them. */
static void try_linkage(int number, const char *search, int most, int second)
{
	begin_linkage(number, search);
	for (int f = 0; f < most; f++) {
		const struct differentiated one = { functions[f], true, 100 };
		check_modes(&one);
		check_changes(&one, 0.003);
		if (f == 0 && (second < 0 || second == 0))
			check_matrices(&one);
		if (f == 0 && (second < 0 || second == 1))
			check_bends(&one, 0.01);
		if (f == 0 && (second < 0 || second == 2))
			check_hessian(&one);
		functions_compared++;
	}
	checked_forget();
}

LOOP_TEST(operators_of_linkages_agree, LINKAGES)
{
	bool whole = level_is("long");
	try_linkage(_i, "quick", whole ? SOLVING : 1, whole ? -1 : _i % 3);
}

LOOP_TEST(operators_of_linkages_agree_after_other_searches, level_is("long") ? LINKAGES : 0)
{
	try_linkage(_i, "none", SOLVING, -1);
	try_linkage(_i, "thorough", 1, -1);
}

int main(void)
{
	random_trees = by_level(3, 3, 60);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("row operators", NULL, NULL);
	printf("# %d functions\n", functions_compared);
	return code;
}
