/* Passes do not change the answers. Random trees and hard ones are compared with the dense reference, by the evaluator,
 * with every pass off alone, at every level, and in combinations in which any two switches meet. The
 * examples go through every configuration, against themselves with all passes off.
 *
 *   RIGIDC_LEVEL=l   how many random trees and hard ones: 6, 24, or 500 of each, then in five configurations
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/plan/frames.h"
#include "dynamics/customized/customized.h"
#include "dynamics/plan/regroup.h"
#include "dynamics/tree/tree_wrench.h"
#include "program/lower.h"
#include "runtime/library.h"
#include "reference/dense_functions.h"
#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"
#include "trees/random_bits.h"
#include "trees/random_wrench.h"

enum { NV = 6 * RANDOM_BODIES, NQ = 7 * RANDOM_BODIES, CONFIGURATIONS = 100 };

static struct configuration configuration[CONFIGURATIONS];
static int configurations, random_trees, hard_trees, each;
static uint64_t first_seed = 1;

/* --- worst errors, by quantity --- */

struct worst {
	char name[200];
	dense_real error;
	char where[64];
};

enum { WORSTS = 200 };
static struct worst worsts[WORSTS];
static int worst_count;

static void note(const char *name, dense_real error, const char *where)
{
	int i = 0;
	while (i < worst_count && strcmp(worsts[i].name, name) != 0)
		i++;
	if (i == WORSTS)
		return;
	if (i == worst_count)
		snprintf(worsts[worst_count++].name, sizeof worsts[i].name, "%s", name);
	if (error > worsts[i].error) {
		worsts[i].error = error;
		snprintf(worsts[i].where, sizeof worsts[i].where, "%s", where);
	}
}

static void print_worsts(void)
{
	for (int i = 0; i < worst_count; i++)
		printf("# %.1Le  %s (%s)\n", worsts[i].error, worsts[i].name, worsts[i].where);
}

/* --- a tree, its state and the reference's values --- */

struct subject {
	struct random_tree tree;
	char *text;          /* with wrenches declared */
	size_t length, bare; /* length without the wrenches */
	int nq, nv;
	double q[NQ], qd[NV], qdd[NV], f_ext[RANDOM_WRENCH_NUMBERS];
	dense_real tau[NV], pushed[NV], M[NV * NV], C[NV * NV], scale, scale_pushed, scale_M, scale_C;
	char name[64];
};

/* Computes C of `dense`, while M is still of `dense`. The reference differentiates placements by differences, which
 * leave about 1e-16 of M qd where all else is zero. */
static void expect_coriolis(struct subject *s, const dense_real *q, const dense_real *qd)
{
	dense_real fastest = 0;
	for (int i = 0; i < dense_nv(&s->tree.dense); i++)
		fastest = fmaxl(fastest, fabsl(qd[i]));
	dense_coriolis(&s->tree.dense, q, qd, s->C, &s->scale_C);
	s->scale_C = fmaxl(fmaxl(s->scale_C, random_needle(&s->tree)), 1e-3L * s->scale_M * fastest);
	random_project_coriolis(&s->tree, q, qd, s->M, s->scale_M, s->C, &s->scale_C);
}

static void draw_subject(enum random_scope scope, uint64_t seed, struct subject *s)
{
	static dense_real q[NQ], qd[NV], qdd[NV], wrench[6 * RANDOM_BODIES];
	uint64_t random = seed;
	random_tree_in(scope, seed, &s->tree);
	random_state(seed, &s->tree.dense, s->q, s->qd, s->qdd);
	random_couple(&s->tree, s->q, s->qd, s->qdd, q, qd, qdd);
	s->nq = random_nq(&s->tree);
	s->nv = random_nv(&s->tree);
	FILE *file = open_memstream(&s->text, &s->length);
	random_tree_write(&s->tree, file);
	fflush(file);
	s->bare = s->length;
	random_wrenches_declare(&random, &s->tree, q, file, s->f_ext, wrench, NULL);
	ck_assert_int_eq(fclose(file), 0);
	dense_rnea(&s->tree.dense, q, qd, qdd, NULL, s->tau, &s->scale);
	dense_rnea(&s->tree.dense, q, qd, qdd, wrench, s->pushed, &s->scale_pushed);
	dense_crba(&s->tree.dense, q, s->M, &s->scale_M);
	expect_coriolis(s, q, qd);
	dense_real needle = random_needle(&s->tree);
	s->scale = fmaxl(s->scale, needle);
	s->scale_pushed = fmaxl(s->scale_pushed, needle);
	s->scale_M = fmaxl(s->scale_M, needle);
	random_project(&s->tree, q, s->tau, &s->scale);
	random_project(&s->tree, q, s->pushed, &s->scale_pushed);
	random_project_inertia(&s->tree, q, s->M, &s->scale_M);
	snprintf(s->name, sizeof s->name, "%s seed %llu", scope == RANDOM_HARD ? "hard" : "random",
	         (unsigned long long)seed);
}

static dense_real error_of(const double *x, const dense_real *reference, int size, dense_real scale)
{
	dense_real error = 0, largest = scale;
	for (int i = 0; i < size; i++) {
		error = fmaxl(error, isfinite(x[i]) ? fabsl(x[i] - reference[i]) : INFINITY);
		largest = fmaxl(largest, fabsl(reference[i]));
	}
	return error == 0 ? 0 : error / largest;
}

static rigidc_model *read_text(const char *text, size_t length, const char *name, const struct configuration *c)
{
	rigidc_options options = { .search = "none" };
	configuration_apply(c, &options);
	return run_read(name, text, length, &options);
}

static void judge(const struct subject *s, const struct configuration *c, const char *what, const double *x,
                  const dense_real *reference, int size, dense_real scale)
{
	const dense_real tolerance = 1e-11L;
	dense_real error = error_of(x, reference, size, scale);
	char class[200];
	snprintf(class, sizeof class, "%s, %s", s->tree.theme ? s->tree.theme : "random trees", what);
	note(class, error, s->name);
	note(c->name, error, s->name);
	ck_assert_msg(error <= tolerance, "%s (%s), %s, %s: error %.3Lg", s->name, s->tree.theme ? s->tree.theme : "",
	              c->name, what, error);
}

static void try(const struct subject *s, const struct configuration *c)
{
	static double x[NV * NV];
	const double *in[] = { s->q, s->qd, s->qdd, s->f_ext };
	rigidc_model *model = read_text(s->text, s->bare, s->name, c);
	ck_assert_int_eq(rigidc_nq(model), s->nq);
	ck_assert_int_eq(rigidc_nv(model), s->nv);
	run_once(model, "rnea", RIGIDC_EVALUATOR, in, x);
	judge(s, c, "rnea", x, s->tau, s->nv, s->scale);
	run_once(model, "crba", RIGIDC_EVALUATOR, in, x);
	judge(s, c, "crba", x, s->M, s->nv * s->nv, s->scale_M);
	rigidc_model_free(model);
	model = read_text(s->text, s->length, s->name, c);
	run_once(model, "rnea", RIGIDC_EVALUATOR, in, x);
	judge(s, c, "rnea with wrenches", x, s->pushed, s->nv, s->scale_pushed);
	rigidc_model_free(model);
}

/* Tries a tree in one or a few configurations, in rotation, so that each configuration meets many trees. */
static void try_some(enum random_scope scope, int number)
{
	static struct subject s;
	memset(&s, 0, sizeof s);
	draw_subject(scope, first_seed + (uint64_t)number, &s);
	for (int k = 0; k < each; k++)
		try(&s, &configuration[(number * each + number / configurations + k) % configurations]);
	free(s.text);
}

LOOP_TEST(random_trees_keep_their_dynamics, random_trees)
{
	try_some(RANDOM_ANY, _i);
}

LOOP_TEST(hard_trees_keep_their_dynamics, hard_trees)
{
	try_some(RANDOM_HARD, _i);
}

/* --- the examples --- */

static glob_t examples;

static const char *example_text(const char *path, size_t *length)
{
	static char text[1 << 16];
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "%s", path);
	*length = fread(text, 1, sizeof text, file);
	fclose(file);
	ck_assert_uint_lt(*length, sizeof text);
	return text;
}

/* Draws a state in which every quaternion of a model has length 1. Quaternions of free and spherical joints are found
 * by their number, nq - nv. */
static void draw_example_state(uint64_t seed, const rigidc_model *model, double *q, double *qd, double *qdd)
{
	uint64_t random = seed;
	bool floats = rigidc_nq(model) > rigidc_nv(model); /* the base only */
	for (int i = 0; i < rigidc_nq(model); i++)
		q[i] = random_between(&random, 0.1, 0.9);
	for (int i = 0; i < rigidc_nv(model); i++) {
		qd[i] = random_between(&random, -2, 2);
		qdd[i] = random_between(&random, -2, 2);
	}
	double square = 0;
	for (int i = 3; floats && i < 7; i++)
		square += q[i] * q[i];
	for (int i = 3; floats && i < 7; i++)
		q[i] /= sqrt(square);
}

/* Models whose torques are small differences: the largest moments and moments of inertia in them. */
struct difference {
	const char *path;
	dense_real moment, inertia;
};

static struct difference difference_of(const char *path)
{
	static const struct difference known[] = {
		{ "examples/screw_axis.rig", 30, 0.5L }, /* 31 kg at 0.1 m, held upright by the coupled guide */
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(path, known[i].path) == 0)
			return known[i];
	return (struct difference){ path, 0, 0 };
}

LOOP_TEST(examples_keep_their_dynamics, (int)examples.gl_pathc)
{
	const dense_real tolerance = 1e-13L;
	const char *path = examples.gl_pathv[_i];
	if (level_leaves_out(path))
		return;
	struct difference in_it = difference_of(path);
	size_t length;
	const char *text = example_text(path, &length);
	static double q[NQ], qd[NV], qdd[NV], f_ext[RANDOM_WRENCH_NUMBERS], x[NV * NV];
	static dense_real tau[NV], M[NV * NV];
	struct configuration textbook = { .level = 1, .search = "none", .name = "textbook" };
	for (int i = 0; i < PASS_COUNT; i++)
		if (pass_table[i].from != ALWAYS)
			textbook.no_pass[textbook.no_passes++] = pass_table[i].name;
	for (int i = 0; i < RANDOM_WRENCH_NUMBERS; i++)
		f_ext[i] = 10 - i;
	for (int k = 0; k < configurations + 1; k++) {
		const struct configuration *c = k ? &configuration[k - 1] : &textbook;
		rigidc_model *model = read_text(text, length, path, c);
		int nv = rigidc_nv(model);
		draw_example_state((uint64_t)_i + first_seed, model, q, qd, qdd);
		const double *in[] = { q, qd, qdd, f_ext };
		run_once(model, "rnea", RIGIDC_EVALUATOR, in, x);
		if (!k)
			dense_widen(x, nv, tau);
		dense_real error = error_of(x, tau, nv, in_it.moment);
		run_once(model, "crba", RIGIDC_EVALUATOR, in, x);
		if (!k)
			dense_widen(x, nv * nv, M);
		error = fmaxl(error, error_of(x, M, nv * nv, in_it.inertia));
		rigidc_model_free(model);
		note("examples", error, path);
		ck_assert_msg(error <= tolerance, "%s, %s: error %.3Lg", path, c->name, error);
	}
}

/* --- plans: all choices of the search, useful or not --- */

/* Units as in the search. */
static double draw_unit(uint64_t *rng)
{
	static const double some[] = { 0, 0, 0.25, 0.4318, 7, 100, 0.01 };
	return some[random_below(rng, sizeof some / sizeof *some)];
}

static struct Plan draw_plan(uint64_t *rng, const struct Tree *tree)
{
	struct Plan plan = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	plan.terminal_x = (enum TerminalX)random_below(rng, TERMINAL_X_COUNT);
	plan.unit_length = draw_unit(rng);
	plan.unit_force = draw_unit(rng);
	for (int i = 0; i < tree->links; i++) {
		struct Choice *choice = &plan.link[i];
		int children = 0;
		for (int j = i + 1; j < tree->links; j++)
			children += tree->link[j].parent == i;
		choice->unrotated = (uint8_t)random_below(rng, UNROTATED_COUNT);
		choice->origin_choice = (uint8_t)random_below(rng, ORIGIN_COUNT);
		choice->retained_mass = (uint8_t)(tree->link[i].parent >= 0 ? random_below(rng, RETAINED_COUNT) : 0);
		choice->main_child = (uint8_t)(children ? random_below(rng, children) : 0);
		choice->meet_outward = (uint8_t)random_below(rng, MEET_OUTWARD_COUNT);
		choice->articulate = (uint8_t)random_below(rng, 2);
	}
	return plan;
}

typedef void build_function(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);

static void run_plan(const struct Tree *tree, const struct Plan *plan, build_function *build, const double *const *in,
                     double *x)
{
	struct Arena *arena = tree->dag->arena;
	const struct BuildOptions options = { .plan = plan, .unrotated = true, .column = true };
	bool matrix = build == customized_crba || build == customized_coriolis;
	size_t size = matrix ? (size_t)(tree->nv * tree->nv) : (size_t)tree->nv;
	Ref *value = ARENA_ARRAY(arena, Ref, size);
	struct Tree *shaped = tree_copy(tree, tree->dag);
	frames_choose(shaped, plan);
	regroup_moments(shaped, plan);
	tree_wrenches(shaped);
	build(tree->dag, tree_zero_inputs(shaped, build == customized_fd ? INPUT_BIT(INPUT_QDD) : 0), &options, value);
	struct Result result = { value, size };
	const struct Lower how = { .nesting = 10 };
	struct Program program = lower_dag(arena, tree->dag, &result, 1, &how);
	program_run(&program, in, &x, ARENA_ARRAY(arena, double, program.steps));
}

/* Is M well conditioned? By the pivots of M = L^T D L relative to its diagonal. */
static bool regular(const struct subject *s)
{
	const dense_real least = 1e-5L;
	static dense_real H[NV * NV];
	int nv = s->nv;
	memcpy(H, s->M, sizeof *H * (size_t)(nv * nv));
	for (int k = nv - 1; k >= 0; k--) {
		if (!(H[k * nv + k] > least * s->M[k * nv + k]) || !(s->M[k * nv + k] > 1e-9L * s->scale_M))
			return false;
		for (int i = 0; i < k; i++)
			for (int j = 0; j < k; j++)
				H[i * nv + j] -= H[k * nv + i] * H[k * nv + j] / H[k * nv + k];
	}
	return true;
}

/* Compares the torques of the computed accelerations with the given torques. */
static void judge_forward(const struct subject *s, const struct configuration *c, const double *qdd)
{
	static double tau[NV];
	static dense_real wanted[NV];
	dense_real scale = s->scale_pushed;
	for (int i = 0; i < s->nv; i++) {
		dense_real sum = 0;
		wanted[i] = 0;
		for (int j = 0; j < s->nv; j++) {
			sum += s->M[i * s->nv + j] * qdd[j];
			wanted[i] += s->M[i * s->nv + j] * s->qdd[j];
			scale = fmaxl(scale, fabsl(s->M[i * s->nv + j] * qdd[j]));
		}
		tau[i] = (double)sum;
	}
	judge(s, c, "fd with wrenches", tau, wanted, s->nv, scale);
}

static void try_plans(enum random_scope scope, int number)
{
	enum { PLANS = 3 };
	static struct subject s;
	static double x[NV * NV];
	static double tau[NV];
	const double *in[INPUT_COUNT] = {
		[INPUT_Q] = s.q, [INPUT_QD] = s.qd, [INPUT_QDD] = s.qdd, [INPUT_TAU] = tau, [INPUT_F_EXT] = s.f_ext
	};
	struct configuration c = { .search = "none", .name = "any plan" };
	uint64_t random = first_seed + (uint64_t)number;
	memset(&s, 0, sizeof s);
	draw_subject(scope, random, &s);
	rigidc_model *model = read_text(s.text, s.length, s.name, &c);
	struct Job job = library_prepare(model, "rnea");
	for (int i = 0; i < s.nv; i++)
		tau[i] = (double)s.pushed[i];
	bool forward = regular(&s);
	for (int k = 0; k < PLANS; k++) {
		struct Plan plan = draw_plan(&random, job.tree);
		run_plan(job.tree, &plan, customized_rnea, in, x);
		judge(&s, &c, "rnea with wrenches", x, s.pushed, s.nv, s.scale_pushed);
		run_plan(job.tree, &plan, customized_crba, in, x);
		judge(&s, &c, "crba", x, s.M, s.nv * s.nv, s.scale_M);
		run_plan(job.tree, &plan, customized_coriolis, in, x);
		judge(&s, &c, "coriolis", x, s.C, s.nv * s.nv, s.scale_C);
		if (!forward)
			continue;
		run_plan(job.tree, &plan, customized_fd, in, x);
		judge_forward(&s, &c, x);
	}
	rigidc_model_free(model);
	free(s.text);
}

LOOP_TEST(any_plan_will_do_for_random_trees, random_trees)
{
	try_plans(RANDOM_ANY, _i);
}

LOOP_TEST(any_plan_will_do_for_hard_trees, hard_trees)
{
	try_plans(RANDOM_HARD, _i);
}

/* --- the configurations themselves --- */

static bool is_off(const struct configuration *c, enum Pass pass)
{
	for (size_t i = 0; i < c->no_passes; i++)
		if (strcmp(c->no_pass[i], pass_table[pass].name) == 0)
			return true;
	return false;
}

TEST(every_pair_of_passes_meets)
{
	for (int a = 0; a < PASS_COUNT; a++)
		for (int b = 0; b < a; b++)
			for (int way = 0; way < 4 && pass_table[a].from != ALWAYS && pass_table[b].from != ALWAYS;
			     way++) {
				bool met = false;
				for (int i = 0; i < configurations; i++)
					met |= configuration[i].level == 1 + LEVEL_MOST &&
					       is_off(&configuration[i], (enum Pass)a) == way / 2 &&
					       is_off(&configuration[i], (enum Pass)b) == way % 2;
				ck_assert_msg(met, "%s and %s, %d", pass_table[a].name, pass_table[b].name, way);
			}
}

int main(void)
{
	random_trees = by_level(6, 24, 500);
	hard_trees = by_level(6, 24, 500);
	if (getenv("RIGIDC_SEED"))
		first_seed = strtoull(getenv("RIGIDC_SEED"), NULL, 10);
	configurations = configuration_list(configuration, CONFIGURATIONS);
	if (configurations > CONFIGURATIONS)
		return 1;
	each = by_level(1, 1, 5);
	glob("examples/*.rig", 0, NULL, &examples);
	printf("# %d random trees and %d hard ones from seed %llu, each in %d of %d configurations\n", random_trees,
	       hard_trees, (unsigned long long)first_seed, each, configurations);
	fflush(stdout);
	int code = suite_run("passes", NULL, NULL);
	print_worsts();
	globfree(&examples);
	return code;
}
