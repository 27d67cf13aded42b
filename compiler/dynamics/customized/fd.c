/* Forward dynamics without articulated joints, and the inverse of the inertia matrix: composite bodies and M = L^T D
 * L. `tree` has qdd held at zero, so Newton-Euler gives h. */
#include "customized.h"

#include "base/tuning.h"
#include "dynamics/tree/ltdl.h"
#include "aba.h"

void customized_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd)
{
	if (aba_asked(tree, options->plan) && aba_possible(dag, tree)) {
		aba_build(dag, tree, options, qdd, NULL);
		return;
	}
	Ref *M = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nv);
	customized_crba(dag, tree, options, M);
	customized_rnea(dag, tree, options, qdd);
	tree_less_tau(dag, tree, qdd);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_solve(&factor, qdd);
}

/* M = L^T D L takes operations proportional to the sum of squares of the velocities on the way to each, and articulated bodies to
 * the count of entries of M^-1. */
static bool is_deep(const struct Tree *tree)
{
	double *before = ARENA_ARRAY(tree->dag->arena, double, tree->links), squares = 0;
	for (int i = 0; i < tree->links; i++) {
		int columns = link_columns(&tree->link[i]), parent = tree->link[i].parent;
		before[i] = (parent < 0 ? 0 : before[parent]) + columns;
		squares += columns * before[i] * before[i];
	}
	return squares > DEEP_INVERSE * tree->nv * tree->nv;
}

void customized_minv(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv)
{
	if (is_deep(tree) && aba_possible(dag, tree)) {
		aba_build_inverse(dag, tree, options, Minv);
		return;
	}
	Ref *M = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nv);
	customized_crba(dag, tree, options, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_inverse_branched(&factor, Minv, options->stages);
}
