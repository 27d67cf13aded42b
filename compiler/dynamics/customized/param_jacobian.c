/* How tau changes with the numbers that are given at run time: its derivatives, forward through the DAG, by every one of
 * them, whatever it stands for. What of a derivative parameters alone decide is computed before, as everything of the kind. */
#include "customized.h"
#include "dynamics/textbook/textbook.h"

/* A column a number: of a symmetric matrix one for both entries, which are the same input. */
static void put_slopes(struct Dag *dag, const struct Tree *tree, const Ref *tau, Ref *J)
{
	dag_jacobian(dag, tau, (size_t)tree->nv, INPUT_PARAMS, (size_t)tree->np, J);
}

void customized_param_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	customized_rnea(dag, tree, options, tau);
	put_slopes(dag, tree, tau, J);
}

void textbook_param_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	textbook_rnea(dag, tree, tau);
	put_slopes(dag, tree, tau, J);
}
