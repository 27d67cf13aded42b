#include "by_inputs.h"

#include "dynamics/customized/customized.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/substitute.h"

const Ref *inputs_tau_slopes(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	const struct Tree *still = tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD));
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv), *by_u = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nu);
	if (options)
		customized_rnea(dag, still, options, tau);
	else
		textbook_rnea(dag, still, tau);
	dag_jacobian(dag, tau, (size_t)tree->nv, INPUT_U, (size_t)tree->nu, by_u);
	return by_u;
}

void inputs_respond(struct Dag *dag, const struct Tree *tree, const Ref *by_tau, size_t rows, const Ref *by_u, Ref *out)
{
	size_t nv = (size_t)tree->nv, nu = (size_t)tree->nu;
	dag_zeros(dag, out, (int)(rows * nu));
	for (size_t i = 0; i < rows * nu; i++)
		for (size_t v = 0; v < nv; v++)
			out[i] = dag_sub(dag, out[i], dag_mul(dag, by_tau[i / nu * nv + v], by_u[v * nu + i % nu]));
}
