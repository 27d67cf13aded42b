#include "by_inputs.h"

#include "dynamics/customized/customized.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/substitute.h"

const Ref *inputs_tau(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	/* terms with qdd read no input that stands still */
	const struct Tree *still = dag->moving.count ? tree : tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD));
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	if (options)
		customized_rnea(dag, still, options, tau);
	else
		textbook_rnea(dag, still, tau);
	return tau;
}

void inputs_respond(struct Dag *dag, size_t nv, const Ref *by_tau, size_t rows, const Ref *slope, size_t columns,
                    Ref *out)
{
	dag_zeros(dag, out, (int)(rows * columns));
	for (size_t i = 0; i < rows * columns; i++)
		for (size_t v = 0; v < nv; v++) {
			Ref right = slope[v * columns + i % columns];
			out[i] = dag_sub(dag, out[i], dag_mul(dag, by_tau[i / columns * nv + v], right));
		}
}

void inputs_move(struct Dag *dag, const struct Tree *tree, const Ref *value, size_t rows, Ref *out)
{
	size_t nu = (size_t)tree->nu;
	Ref *by_u = ARENA_TABLE(dag->arena, Ref, rows, nu);
	dag_jacobian(dag, value, rows, INPUT_U, nu, by_u);
	for (size_t m = 0; m < dag->moving.count; m++)
		for (size_t i = 0; i < rows; i++)
			out[i * nu + dag->moving.item[m]] = by_u[i * nu + dag->moving.item[m]];
}
