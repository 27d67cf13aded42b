/* Parameter Jacobian: derivatives of tau by the run-time numbers, by forward differentiation through the DAG. Parts of
 * a derivative that depend only on parameters are computed at setup time, like all such values. */
#include "customized.h"
#include "dynamics/textbook/textbook.h"

/* Jacobian with a column for each number. Equal entries of a symmetric matrix share an input, so they share a
 * column. */
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
