/* Forward dynamics, where no joint gives way, and the inverse of the inertia matrix: by composite bodies and
 * M = L^T D L. `tree` has qdd held at zero, so that Newton-Euler gives h. */
#include "lean.h"

#include "factor.h"
#include "reduce.h"

void forward_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *qdd)
{
	if (reduce_asked(tree, approach->plan) && reduce_possible(dag, tree)) {
		reduce_build(dag, tree, approach, qdd);
		return;
	}
	Ref *M = ARENA_ARRAY(dag->arena, Ref, tree->nv * tree->nv);
	composite_build(dag, tree, approach, M);
	newton_build(dag, tree, approach, qdd);
	for (int i = 0; i < tree->nv; i++) {
		Ref tau = dag_input(dag, INPUT_TAU, (uint32_t)i);
		qdd[i] = dag_sub(dag, tau, qdd[i]);
	}
	struct Factor factor = factor_make(dag, M, tree->nv);
	factor_solve(&factor, qdd);
}

void inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *Minv)
{
	Ref *M = ARENA_ARRAY(dag->arena, Ref, tree->nv * tree->nv);
	composite_build(dag, tree, approach, M);
	struct Factor factor = factor_make(dag, M, tree->nv);
	factor_inverse_branched(&factor, Minv);
}
