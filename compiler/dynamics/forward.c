/* Forward dynamics and the inverse of the inertia matrix by composite bodies and M = L^T D L. `tree` has qdd held at
 * zero, so that Newton-Euler gives h. */
#include "lean.h"

#include "factor.h"

#include <stdlib.h>
#include "reduce.h"
void forward_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *qdd)
{
	const char *e = getenv("RED");
	if (e && reduce_possible(dag, tree)) {
		bool *reduces = ARENA_ARRAY(dag->arena, bool, tree->links);
		for (int i = 0; i < tree->links; i++)
			reduces[i] = e[0] == 'y' || (e[0] == 'r' && rand() & 1) || (e[0] >= '0' && e[0] <= '1' && e[i] == '1');
		reduce_build(dag, tree, approach, reduces, qdd);
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
