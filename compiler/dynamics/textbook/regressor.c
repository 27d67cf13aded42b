/* Regressor by its definition: tau is linear in the masses, first moments and moments of inertia of the bodies. So a
 * column of Y is the tau of a robot with one such parameter equal to 1 and all others zero. */
#include "textbook.h"

/* Body with one parameter equal to 1, the others 0: m, h, J_xx, J_xy, J_yy, J_xz, J_yz, J_zz. */
static struct Moments unit_body(struct Dag *dag, int parameter)
{
	Ref pi[BODY_PARAMETERS];
	for (int k = 0; k < BODY_PARAMETERS; k++)
		pi[k] = dag_const(dag, k == parameter);
	return body_moments(dag, pi);
}

void textbook_regressor(struct Dag *dag, const struct Tree *tree, Ref *Y)
{
	struct Tree *unit = tree_copy(tree, dag);
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	int columns = BODY_PARAMETERS * tree_moving(tree), column = 0;
	unit->terms = 0;
	for (int i = 0; i < tree->links; i++) {
		unit->link[i].mass = moments_zero(dag);
		unit->link[i].f_ext = spatial_zero(dag);
	}
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < BODY_PARAMETERS && link_is_body(tree, i); k++, column++) {
			struct Moments mass = unit_body(dag, k);
			unit->link[i].mass = moments_out(dag, &tree->place[tree->link[i].body].at, &mass);
			textbook_rnea(dag, unit, tau);
			unit->link[i].mass = moments_zero(dag);
			for (int v = 0; v < tree->nv; v++)
				Y[v * columns + column] = tau[v];
		}
}
