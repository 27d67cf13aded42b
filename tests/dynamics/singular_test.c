/* Functions that divide by M are refused if and only if M is singular. On random trees this is checked with the dense M
 * at another state than the compiler's. Ranks are found by Cholesky's method with the largest pivot first, for M scaled
 * by its diagonal. Trees whose rank may be hidden by rounding are skipped.
 *
 *   RIGIDC_LEVEL=l   how many trees of each scope: 20 or 150
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <string.h>

#include "dag/dag.h"
#include "dynamics/tree/ltdl.h"
#include "level.h"
#include "suite.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV };

static int random_trees;
static uint64_t first_seed = 1;
static struct subject s;

enum rank { RANK_FULL, RANK_SHORT, RANK_HIDDEN };

/* The smallest remaining pivot, relative to its diagonal entry: 0 for a singular matrix. */
static dense_real least_pivot(dense_real *M, int n)
{
	dense_real scale[NV], least = 1;
	bool taken[NV] = { false };
	for (int i = 0; i < n; i++)
		scale[i] = M[i * n + i] > 0 ? 1 / sqrtl(M[i * n + i]) : 0;
	for (int i = 0; i < n * n; i++)
		M[i] *= scale[i / n] * scale[i % n];
	for (int step = 0; step < n; step++) {
		int k = -1;
		for (int i = 0; i < n; i++)
			k = !taken[i] && (k < 0 || M[i * n + i] > M[k * n + k]) ? i : k;
		dense_real pivot = M[k * n + k];
		taken[k] = true;
		least = fminl(least, pivot);
		if (pivot <= 0)
			return 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				M[i * n + j] -= taken[i] || taken[j] ? 0 : M[i * n + k] * M[k * n + j] / pivot;
	}
	return least;
}

static enum rank true_rank(void)
{
	static dense_real M[NV * NV];
	const dense_real nothing = 1e-17L, something = 1e-13L;
	dense_real scale;
	bool beside = false; /* is there mass so near an axis that its moment is negligible beside others? */
	dense_crba(&s.tree.dense, s.dense_q, M, &scale);
	random_project_inertia(&s.tree, s.dense_q, M, &scale);
	for (int i = 0; i < s.nv; i++)
		beside |= M[i * s.nv + i] > 0 && M[i * s.nv + i] < something * scale;
	dense_real least = least_pivot(M, s.nv);
	return least < nothing ? RANK_SHORT : least > something && !beside ? RANK_FULL : RANK_HIDDEN;
}

static int counted[3];

static void try_tree(enum random_scope scope, uint64_t seed)
{
	rigidc_function *function = NULL;
	subject_draw(scope, seed, false, &s);
	rigidc_model *model = run_read(s.name, s.text, s.length, NULL);
	enum rank rank = s.nv ? true_rank() : RANK_FULL;
	rigidc_status status = rigidc_function_new(model, "minv", RIGIDC_EVALUATOR, &function);
	const char *said = rigidc_messages(model);
	bool refused = strstr(said, "[massless-joint]") || strstr(said, "[singular-mass-matrix]");
	ck_assert_msg(status == (refused ? RIGIDC_INVALID : RIGIDC_OK), "%s: status %d, %s%s", s.name, status, said,
	              s.text);
	if (rank != RANK_HIDDEN)
		ck_assert_msg(refused == (rank == RANK_SHORT), "%s: M is %s, and rigidc says\n%s%s", s.name,
		              rank == RANK_SHORT ? "singular" : "regular", said, s.text);
	counted[rank]++;
	rigidc_function_free(function);
	rigidc_model_free(model);
	subject_free(&s);
}

TEST(singular_means_refused)
{
	static const enum random_scope scopes[] = { RANDOM_ANY, RANDOM_HARD, RANDOM_CHAIN };
	for (int i = 0; i < random_trees; i++)
		for (size_t k = 0; k < sizeof scopes / sizeof *scopes; k++)
			try_tree(scopes[k], first_seed + (uint64_t)i);
	printf("# %d regular, %d singular, %d in doubt\n", counted[RANK_FULL], counted[RANK_SHORT],
	       counted[RANK_HIDDEN]);
	ck_assert_int_gt(counted[RANK_FULL], random_trees);
	ck_assert_int_gt(counted[RANK_SHORT], random_trees / 20);
}

/* Missing pivots, which the check does not report, give no finite results either. */
TEST(no_pivot_gives_no_number)
{
	struct Guard guard = { .fault = FAULT_NONE };
	struct Arena arena;
	struct Dag dag;
	arena_init(&arena, &guard);
	ck_assert_int_eq(setjmp(guard.jump), 0);
	dag_init(&dag, &arena);
	Ref zero = dag_const(&dag, 0), M[4] = { dag_const(&dag, 2), zero, zero, zero }, inverse[4];
	Ref b[2] = { dag_const(&dag, 1), dag_const(&dag, 3) };
	struct LtdlFactor factor = ltdl_make(&dag, M, 2);
	ltdl_solve(&factor, b);
	ltdl_inverse(&factor, inverse);
	ck_assert(!isfinite(dag_value(&dag, b[1])));
	ck_assert(!isfinite(dag_value(&dag, inverse[3])));
	arena_free(&arena);
}

int main(void)
{
	random_trees = by_level(20, 150, 150);
	subject_settings(random_trees, &first_seed);
	return suite_run("singular", NULL, NULL);
}
