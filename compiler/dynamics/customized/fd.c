/* Forward dynamics without articulated joints, and the inverse of the inertia matrix: composite bodies and M = L^T D
 * L. `tree` has qdd held at zero, so Newton-Euler gives h. */
#include "customized.h"

#include "dynamics/tree/ltdl.h"
#include "aba.h"

void customized_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd)
{
	if (aba_asked(tree, options->plan) && aba_possible(dag, tree)) {
		aba_build(dag, tree, options, qdd, NULL);
		return;
	}
	Ref *M = ARENA_ARRAY(dag->arena, Ref, tree->nv * tree->nv);
	customized_crba(dag, tree, options, M);
	customized_rnea(dag, tree, options, qdd);
	tree_less_tau(dag, tree, qdd);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_solve(&factor, qdd);
}

void customized_minv(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv)
{
	Ref *M = ARENA_ARRAY(dag->arena, Ref, tree->nv * tree->nv);
	customized_crba(dag, tree, options, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_inverse_branched(&factor, Minv);
}
