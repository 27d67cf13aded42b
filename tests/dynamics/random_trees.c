/* Random trees through the whole compiler: source to torque and inertia matrix by every executor, against the dense
 * reference and against each other, bit by bit.
 *
 *   RIGIDC_LEVEL=l   how many: 10, 40 or 160, each by the C compiler whose turn it is, at -O1
 *   RIGIDC_SEED=s    the first seed (1); printed
 *
 *   random_trees -O3         500 trees, each by both C compilers, which optimise so
 *   random_trees -O3 hard    1250 hard ones, each with passes on and off as chance has it */
#include "trees/random_tree.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"

enum { NV = 6 * RANDOM_BODIES, NQ = 7 * RANDOM_BODIES, COMPILERS = 2 };

static const char *const compiler[COMPILERS] = { "gcc", "clang" }, *const macro[COMPILERS] = { "GCC", "CLANG" };
static const char *scratch = "build/tests"; /* RIGIDC_SCRATCH */

/* Results of a function by every executor, at one state. */
struct outcome {
	int size;
	double evaluator[NV * NV], tcc[NV * NV], compiled[COMPILERS][NV * NV];
};

struct sample {
	struct random_tree tree;
	int nq, nv;
	double q[NQ], qd[NV], qdd[NV];
	dense_real dense_q[NQ], dense_qd[NV], dense_qdd[NV];
	double zero[NV], rest[NV], column[NV][NV]; /* torques at rest, and of unit accelerations there */
	double body_wrench[6 * RANDOM_BODIES], f_ext[6 * RANDOM_BODIES];
	const char *wrench[RANDOM_BODIES];
	int wrenches;
	bool narrow;                        /* in float */
	struct configuration configuration; /* of a hard tree */
	rigidc_options options;
	struct outcome rnea, bias, crba, pushed; /* pushed: rnea with wrenches */
};

static struct sample *samples;
static int count;
static bool both;                    /* C compilers for each tree */
static const char *optimise = "-O1"; /* by them */
static uint64_t first_seed = 1;
static enum random_scope scope = RANDOM_ANY;

/* Whose turn a tree is. Some are searched and every fifth is in float: each compiler gets of all. */
static int turn(int number)
{
	return (number + number / 20) % COMPILERS;
}

static bool is_compiled(int number, int which)
{
	return both || turn(number) == which;
}

/* --- running --- */

static rigidc_model *read_tree(const struct sample *s, const rigidc_options *options)
{
	char name[40];
	size_t length;
	char *text = random_tree_text(&s->tree, &length);
	snprintf(name, sizeof name, "seed %llu", (unsigned long long)s->tree.seed);
	rigidc_model *model = run_read(name, text, length, options);
	free(text);
	return model;
}

static void call_both(rigidc_model *model, const char *name, const double *const *in, struct outcome *o)
{
	run_once(model, name, RIGIDC_EVALUATOR, in, o->evaluator);
	run_once(model, name, RIGIDC_TCC, in, o->tcc);
}

static void call(rigidc_function *function, const double *q, const double *qd, const double *qdd, double *out)
{
	rigidc_call(function, (const double *[]){ q, qd, qdd }, &out);
}

/* Calls the same function at all states: making a function takes longer than a call. */
static void call_rnea(rigidc_model *model, struct sample *s)
{
	double unit[NV] = { 0 };
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
	call(rnea, s->q, s->qd, s->qdd, s->rnea.evaluator);
	call(rnea, s->q, s->qd, s->zero, s->bias.evaluator);
	call(rnea, s->q, s->zero, s->zero, s->rest);
	for (int i = 0; i < s->nv; i++) {
		unit[i] = 1;
		call(rnea, s->q, s->zero, unit, s->column[i]);
		unit[i] = 0;
	}
	rigidc_function_free(rnea);
	rnea = run_function(model, "rnea", RIGIDC_TCC);
	call(rnea, s->q, s->qd, s->qdd, s->rnea.tcc);
	call(rnea, s->q, s->qd, s->zero, s->bias.tcc);
	rigidc_function_free(rnea);
}

/* Chooses the bodies with wrenches: all that are not fixed to the world, directly or through fixed bodies. */
static void choose_wrenches(struct sample *s)
{
	bool moves[RANDOM_BODIES];
	for (int i = 0; i < s->tree.dense.n; i++) {
		const struct dense_body *body = &s->tree.dense.body[i];
		moves[i] = body->joint != DENSE_FIXED || (body->parent >= 0 && moves[body->parent]);
		if (moves[i]) {
			memcpy(s->f_ext + 6 * s->wrenches, s->body_wrench + 6 * i, 6 * sizeof(double));
			s->wrench[s->wrenches++] = s->tree.text[i].name;
		} else {
			memset(s->body_wrench + 6 * i, 0, 6 * sizeof(double));
		}
	}
}

static void emit_calls(FILE *out, int number, const char *prefix, bool pushed)
{
	fprintf(out,
	        "void rnea%d%s(const real%d *const *in, real%d *const *out)\n"
	        "{\n\t%s_rnea(in[0], in[1], in[2], %sout[0]);\n}\n",
	        number, pushed ? "w" : "", number, number, prefix, pushed ? "in[3], " : "");
	if (!pushed)
		fprintf(out,
		        "void crba%d(const real%d *const *in, real%d *const *out)\n{\n\t%s_crba(in[0], out[0]);\n}\n",
		        number, number, number, prefix);
}

/* Does the model fit into float? Tilts of 1e-25 rad may give a constant that a float cannot hold, which is refused. */
static bool fits(const struct sample *s)
{
	const char *header;
	rigidc_model *model = read_tree(s, &s->options);
	bool good = rigidc_emit(model, "rnea,crba", NULL, &header, NULL) == RIGIDC_OK;
	rigidc_model_free(model);
	return good;
}

static void run_sample(int number, FILE *c)
{
	struct sample *s = &samples[number];
	uint64_t seed = first_seed + (uint64_t)number;
	random_tree_in(scope, seed, &s->tree);
	random_state(seed, &s->tree.dense, s->q, s->qd, s->qdd);
	random_wrenches(seed, &s->tree.dense, s->body_wrench);
	choose_wrenches(s);
	random_couple(&s->tree, s->q, s->qd, s->qdd, s->dense_q, s->dense_qd, s->dense_qdd);
	s->nq = random_nq(&s->tree);
	s->nv = random_nv(&s->tree);
	s->narrow = number % 5 == 4;
	s->rnea.size = s->bias.size = s->pushed.size = s->nv;
	s->crba.size = s->nv * s->nv;

	/* text is searched by default, what runs at once is not: only the same program gives the same bits */
	bool searched =
		number % 20 == 3 || (number % 20 == 0 && level_is("long")); /* the first has twenty coordinates */
	s->options = (rigidc_options){ .real_float = s->narrow, .search = searched ? "quick" : "none" };
	if (scope == RANDOM_HARD) {
		configuration_draw(&seed, &s->configuration);
		seed = s->tree.seed;
		configuration_apply(&s->configuration, &s->options);
		s->narrow = s->narrow && fits(s);
		s->options.real_float = s->narrow;
	}
	rigidc_options options = s->options;
	rigidc_model *model = read_tree(s, &options);
	ck_assert_int_eq(rigidc_nq(model), s->nq);
	ck_assert_int_eq(rigidc_nv(model), s->nv);
	const double *in[] = { s->q, s->qd, s->qdd, s->f_ext };
	call_rnea(model, s);
	call_both(model, "crba", in, &s->crba);
	const char *header;
	char prefix[32];
	if (!both)
		fprintf(c, "#ifdef %s\n", macro[turn(number)]);
	fprintf(c, "typedef %s real%d;\n", s->narrow ? "float" : "double", number);
	ck_assert_int_eq(rigidc_emit(model, "rnea,crba", NULL, &header, NULL), RIGIDC_OK);
	fputs(header, c);
	snprintf(prefix, sizeof prefix, "r%llu", (unsigned long long)seed);
	emit_calls(c, number, prefix, false);
	rigidc_model_free(model);

	strcat(prefix, "w");
	options.prefix = prefix;
	options.wrench = s->wrench;
	options.wrenches = (size_t)s->wrenches;
	model = read_tree(s, &options);
	call_both(model, "rnea", in, &s->pushed);
	ck_assert_int_eq(rigidc_emit(model, "rnea", NULL, &header, NULL), RIGIDC_OK);
	fputs(header, c);
	emit_calls(c, number, prefix, true);
	if (!both)
		fputs("#endif\n", c);
	rigidc_model_free(model);
}

/* --- compiled C --- */

typedef void entry(const void *const *in, void *const *out);

static void call_compiled(const struct sample *s, void *library, const char *name, const double *const *in, int size,
                          double *out)
{
	entry *function;
	void *address = dlsym(library, name);
	ck_assert_msg(address != NULL, "%s", name);
	memcpy(&function, &address, sizeof function);
	if (!s->narrow) {
		function((const void *const *)in, (void *[]){ out });
		return;
	}
	static float narrow[4][NQ], result[NV * NV];
	const void *given[4];
	for (int i = 0; i < 4; i++) {
		for (int k = 0; in[i] && k < NQ && k < (i == 0 ? s->nq : i == 3 ? 6 * s->wrenches : s->nv); k++)
			narrow[i][k] = (float)in[i][k];
		given[i] = narrow[i];
	}
	function(given, (void *[]){ result });
	for (int i = 0; i < size; i++)
		out[i] = (double)result[i];
}

static void run_compiled(void *library, int which)
{
	for (int i = 0; i < count; i++) {
		struct sample *s = &samples[i];
		if (!is_compiled(i, which))
			continue;
		const double *in[] = { s->q, s->qd, s->qdd, s->f_ext },
			     *unrotated[] = { s->q, s->qd, s->zero, s->f_ext };
		char name[32];
		snprintf(name, sizeof name, "rnea%d", i);
		call_compiled(s, library, name, in, s->nv, s->rnea.compiled[which]);
		call_compiled(s, library, name, unrotated, s->nv, s->bias.compiled[which]);
		strcat(name, "w");
		call_compiled(s, library, name, in, s->nv, s->pushed.compiled[which]);
		snprintf(name, sizeof name, "crba%d", i);
		call_compiled(s, library, name, in, s->nv * s->nv, s->crba.compiled[which]);
	}
}

/* before all others */
TEST(executors_run)
{
	char path[256], command[1024];
	snprintf(path, sizeof path, "%s/trees.c", scratch);
	FILE *c = fopen(path, "w");
	ck_assert_msg(c != NULL, "cannot write %s", path);
	for (int i = 0; i < count; i++)
		run_sample(i, c);
	ck_assert_int_eq(fclose(c), 0);
	/* both compilers in parallel, since they take most of the time */
	size_t used = 0;
	for (int which = 0; which < COMPILERS; which++)
		used += (size_t)snprintf(command + used, sizeof command - used,
		                         "%s -std=c99 %s -D%s -fPIC -shared -o %s/trees-%s.so %s -lm & p%d=$!; ",
		                         compiler[which], optimise, macro[which], scratch, compiler[which], path,
		                         which);
	snprintf(command + used, sizeof command - used, "wait $p0 && wait $p1");
	ck_assert_msg(system(command) == 0, "%s", command);
	for (int which = 0; which < COMPILERS; which++) {
		snprintf(path, sizeof path, "%s/trees-%s.so", scratch, compiler[which]);
		void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		ck_assert_msg(library != NULL, "%s", dlerror());
		run_compiled(library, which);
	}
}

/* --- checks --- */

static const char *seed_of(int number)
{
	static char text[sizeof samples[0].configuration.name + 200];
	const struct sample *s = &samples[number];
	snprintf(text, sizeof text, "seed %llu%s%s%s%s", (unsigned long long)s->tree.seed, s->tree.theme ? ", " : "",
	         s->tree.theme ? s->tree.theme : "", s->tree.theme ? ", " : "", s->configuration.name);
	return text;
}

static dense_real worst[2]; /* in double, in float */
static char worst_name[sizeof samples[0].configuration.name + 250];

/* Compares by the measure: largest error relative to the largest reference or its largest term. */
static void assert_close(int number, const char *what, const double *x, const dense_real *reference, int size,
                         dense_real scale)
{
	bool hard = scope == RANDOM_HARD, narrow = samples[number].narrow;
	dense_real error = 0, largest = scale, tolerance = hard ? narrow ? 2e-3L : 1e-11L : narrow ? 2e-4L : 1e-12L;
	for (int i = 0; i < size; i++) {
		error = fmaxl(error, fabsl(x[i] - reference[i]));
		largest = fmaxl(largest, fabsl(reference[i]));
		ck_assert_msg(!isnan(x[i]), "%s, %s: NaN", seed_of(number), what);
	}
	if (largest > 0 && !(error / largest <= worst[narrow])) {
		worst[narrow] = error / largest;
		snprintf(worst_name, sizeof worst_name, "%s, %s", seed_of(number), what);
	}
	ck_assert_msg(error <= tolerance * largest, "%s, %s: error %.3Lg of %.3Lg", seed_of(number), what, error,
	              largest);
}

LOOP_TEST(agrees_with_the_dense_reference, count)
{
	struct sample *s = &samples[_i];
	const struct dense_tree *tree = &s->tree.dense;
	const dense_real *q = s->dense_q, *qd = s->dense_qd, *qdd = s->dense_qdd;
	static dense_real f[6 * RANDOM_BODIES], tau[NV], M[NV * NV];
	dense_real scale, needle = scope == RANDOM_HARD ? random_needle(&s->tree) : 0;
	dense_widen(s->body_wrench, 6 * tree->n, f);
	dense_rnea(tree, q, qd, qdd, NULL, tau, &scale);
	random_project(&s->tree, q, tau, &scale);
	assert_close(_i, "rnea", s->rnea.evaluator, tau, s->nv, fmaxl(scale, needle));
	dense_rnea(tree, q, qd, qdd, f, tau, &scale);
	random_project(&s->tree, q, tau, &scale);
	assert_close(_i, "rnea with wrenches", s->pushed.evaluator, tau, s->nv, fmaxl(scale, needle));
	dense_crba(tree, q, M, &scale);
	random_project_inertia(&s->tree, q, M, &scale);
	assert_close(_i, "crba", s->crba.evaluator, M, s->nv * s->nv, fmaxl(scale, needle));
}

static void assert_equal(int number, const char *what, const struct outcome *o, const char *name, const double *x)
{
	for (int k = 0; k < o->size; k++) /* equal bits, except the sign of zero */
		ck_assert_msg(x[k] == o->evaluator[k], "%s, %s[%d]: %s gives %a, the evaluator %a", seed_of(number),
		              what, k, name, x[k], o->evaluator[k]);
}

static void assert_same(int number, const char *what, const struct outcome *o)
{
	assert_equal(number, what, o, "libtcc", o->tcc);
	for (int which = 0; which < COMPILERS; which++)
		if (is_compiled(number, which))
			assert_equal(number, what, o, compiler[which], o->compiled[which]);
}

LOOP_TEST(executors_give_the_same_bits, count)
{
	assert_same(_i, "rnea", &samples[_i].rnea);
	assert_same(_i, "rnea with qdd = 0", &samples[_i].bias);
	assert_same(_i, "rnea with wrenches", &samples[_i].pushed);
	assert_same(_i, "crba", &samples[_i].crba);
}

/* Are all pivots of Cholesky's method positive? */
static bool positive_definite(const double *M, int n)
{
	static double L[NV * NV];
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double sum = M[i * n + j];
			for (int k = 0; k < j; k++)
				sum -= L[i * n + k] * L[j * n + k];
			if (i == j && !(sum > 0))
				return false;
			L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
		}
	return true;
}

LOOP_TEST(fulfils_the_equations_of_motion, count)
{
	struct sample *s = &samples[_i];
	int n = s->nv;
	const double *M = s->crba.evaluator;
	static dense_real product[NV];
	static double left[NV];
	dense_real scale = 0;
	for (int i = 0; i < n; i++) {
		product[i] = 0;
		left[i] = s->rnea.evaluator[i] - s->bias.evaluator[i];
		scale = fmaxl(scale, fmaxl(fabsl(s->rnea.evaluator[i]), fabsl(s->bias.evaluator[i])));
		for (int k = 0; k < n; k++) {
			product[i] += (dense_real)M[i * n + k] * s->qdd[k];
			scale = fmaxl(scale, fabsl(M[i * n + k] * (dense_real)s->qdd[k]));
			ck_assert_msg(M[i * n + k] == M[k * n + i], "%s: M is not symmetric", seed_of(_i));
		}
	}
	/* cancelling terms inside rnea can exceed its result: ten times the tolerance */
	assert_close(_i, "rnea(q, qd, qdd) - rnea(q, qd, 0) - M qdd", left, product, n, 10 * scale);
	if (s->tree.definite && !s->narrow)
		ck_assert_msg(positive_definite(M, n), "%s: M is not positive definite", seed_of(_i));
}

/* Columns of M are torques of a unit acceleration at rest, minus those of gravity. */
LOOP_TEST(columns_of_M_are_unit_accelerations, count)
{
	struct sample *s = &samples[_i];
	double column[NV];
	dense_real reference[NV], scale = 0;
	for (int k = 0; k < s->nv; k++)
		scale = fmaxl(scale, fabsl(s->rest[k]));
	for (int i = 0; i < s->nv; i++) {
		for (int k = 0; k < s->nv; k++) {
			column[k] = s->column[i][k] - s->rest[k];
			reference[k] = s->crba.evaluator[k * s->nv + i];
			scale = fmaxl(scale, fabsl(reference[k]));
		}
		assert_close(_i, "column of M", column, reference, s->nv, 10 * scale);
	}
}

int main(int argc, char **argv)
{
	both = argc > 1;
	optimise = argc > 1 ? argv[1] : optimise;
	scope = argc > 2 ? RANDOM_HARD : scope;
	count = both ? scope == RANDOM_HARD ? 1250 : 500 : by_level(10, 28, 160);
	if (getenv("RIGIDC_SCRATCH"))
		scratch = getenv("RIGIDC_SCRATCH");
	if (getenv("RIGIDC_SEED"))
		first_seed = strtoull(getenv("RIGIDC_SEED"), NULL, 10);
	printf("# %d trees from seed %llu\n", count, (unsigned long long)first_seed);
	fflush(stdout);
	samples = calloc((size_t)count, sizeof *samples);
	int code = suite_run("random trees", NULL, NULL);
	printf("# worst error %.2Lg in double, %.2Lg in float; last %s\n", worst[0], worst[1], worst_name);
	free(samples);
	return code;
}
