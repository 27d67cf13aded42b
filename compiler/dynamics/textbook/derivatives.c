/* Derivatives of inverse and forward dynamics by the chain rule, through the textbook's tau. With tau(q, qd, qdd) = M
 * qdd + h, forward dynamics keeps tau constant, so
 *   0 = dtau/dq + M dqdd/dq,   0 = dtau/dqd + M dqdd/dqd,   1 = M dqdd/dtau.
 * Here dtau/dq and dtau/dqd are derivatives of inverse dynamics at the qdd of forward dynamics. */
#include "textbook.h"

#include "dynamics/tree/ltdl.h"
#include "dynamics/tree/tangent.h"

void textbook_rnea_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	int nv = tree->nv;
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv);
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	textbook_rnea(dag, tree, tau);
	const struct StateSlopes to = { out, out + (size_t)nv * (size_t)nv, nv };
	state_slopes(dag, tree, tangent, tau, nv, &to);
}

static void derive(struct Dag *dag, const struct Tree *tree, Ref *qdd, Ref *out)
{
	size_t nv = (size_t)tree->nv, square = nv * nv;
	Ref *M = ARENA_ARRAY(dag->arena, Ref, square), *column = ARENA_ARRAY(dag->arena, Ref, nv);
	Ref *inverse = out + 2 * square;
	textbook_crba(dag, tree, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	textbook_fd(dag, tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD)), qdd);
	textbook_rnea_derivatives(dag, tree, out);
	values_substitute(dag, out, 2 * square, INPUT_QDD, qdd);
	for (size_t v = 0; v < 2 * nv; v++) { /* columns of both matrices */
		Ref *first = out + v / nv * square + v % nv;
		for (size_t i = 0; i < nv; i++)
			column[i] = dag_neg(first[i * nv]);
		ltdl_solve(&factor, column);
		for (size_t i = 0; i < nv; i++)
			first[i * nv] = column[i];
	}
	ltdl_inverse(&factor, inverse);
}

void textbook_fd_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	derive(dag, tree, ARENA_ARRAY(dag->arena, Ref, tree->nv), out);
}

void textbook_fd_motion(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	derive(dag, tree, out, out + tree->nv + tree->ns);
}
