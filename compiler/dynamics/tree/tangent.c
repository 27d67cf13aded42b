/* Rates of a quaternion q = (u, s): for the angular velocity e in its own axes they are q (e, 0) / 2,
 *   u' = (s e + u x e) / 2,  s' = -(u . e) / 2.
 * The position of a free joint that moves by e in its own axes has the rate R e. */
#include "tangent.h"

static struct Tangent turning(struct Dag *dag, const Ref q[4], int axis)
{
	struct Tangent t = { .count = 4 };
	Ref half = dag_const(dag, 0.5);
	struct Vec e = vec_unit(dag, axis), u = { { q[0], q[1], q[2] } };
	struct Vec swept = vec_cross(dag, u, e);
	struct Vec rate = vec_scale(dag, half, vec_add(dag, vec_scale(dag, q[3], e), swept));
	for (int i = 0; i < 3; i++)
		t.rate[i] = rate.e[i];
	t.rate[3] = dag_neg(dag_mul(dag, half, u.e[axis]));
	for (int i = 0; i < 4; i++)
		t.input[i] = q[i];
	return t;
}

static struct Tangent moving(struct Dag *dag, const struct Link *link, int axis)
{
	struct Tangent t = { .count = 3 };
	struct Mat R = mat_quaternion(dag, link->y + 3);
	for (int i = 0; i < 3; i++) {
		t.input[i] = link->y[i];
		t.rate[i] = R.e[i][axis];
	}
	return t;
}

const struct Tangent *tangents_make(struct Dag *dag, const struct Tree *tree)
{
	struct Tangent *tangent = ARENA_ARRAY(dag->arena, struct Tangent, tree->nv);
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0) {
			tangent[v] = (struct Tangent){ .count = 1 };
			tangent[v].input[0] = dag_input(dag, INPUT_Q, (uint32_t)tree->coordinate[v]);
			tangent[v].rate[0] = dag_const(dag, 1);
		}
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		for (int k = 0; k < link_columns(link) && !link_has_axis(link); k++) {
			int row = link_row(link, k);
			const Ref *q = link->y + (link->motion == LINK_FREE ? 3 : 0);
			tangent[link->map.entry[k].v] = row < 3 ? moving(dag, link, row) : turning(dag, q, row - 3);
		}
	}
	return tangent;
}

Ref tangent_slope(struct Dag *dag, const struct Tangent *tangent, Ref value)
{
	Ref sum = dag_const(dag, 0);
	for (int i = 0; i < tangent->count; i++) {
		Ref slope = dag_derivative(dag, value, tangent->input[i]);
		sum = dag_add(dag, sum, dag_mul(dag, slope, tangent->rate[i]));
	}
	return sum;
}

Ref velocity_slope(struct Dag *dag, int v, Ref value)
{
	return dag_derivative(dag, value, dag_input(dag, INPUT_QD, (uint32_t)v));
}
