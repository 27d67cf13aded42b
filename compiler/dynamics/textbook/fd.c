/* Forward dynamics, qdd = M^-1 (tau - h), and the inverse of M by way of M = L^T D L (Featherstone, RBDA, section 6.5),
 * from the textbook's M and h; `tree` has qdd held at zero, so that inverse dynamics gives h. */
#include "textbook.h"

#include "dynamics/tree/ltdl.h"

void textbook_fd(struct Dag *dag, const struct Tree *tree, Ref *qdd)
{
	Ref *M = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nv);
	textbook_crba(dag, tree, M);
	textbook_rnea(dag, tree, qdd);
	tree_less_tau(dag, tree, qdd);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_solve(&factor, qdd);
}

void textbook_minv(struct Dag *dag, const struct Tree *tree, Ref *Minv)
{
	Ref *M = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nv);
	textbook_crba(dag, tree, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	ltdl_inverse(&factor, Minv);
}
