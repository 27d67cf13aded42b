#include "lean.h"
#include "textbook.h"
#include "tangent.h"
void slopes_inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	int nv = tree->nv;
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv), *by_q = out, *by_qd = out + (size_t)nv * (size_t)nv;
	const struct Tangent *tangent = tangents_make(dag, tree);
	newton_build(dag, tree, approach, tau);
	for (int i = 0; i < nv; i++)
		for (int v = 0; v < nv; v++) {
			by_q[i * nv + v] = tangent_slope(dag, &tangent[v], tau[i]);
			by_qd[i * nv + v] = velocity_slope(dag, v, tau[i]);
		}
}
void slopes_forward_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	(void)approach;
	fd_derivatives_build(dag, tree, out);
}
