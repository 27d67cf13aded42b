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

/* --- steps --- */

/* A quaternion (u, s) turned by w in its own axes: with t = |w| and k = sin(t/2) / t it is (u, s) (k w, cos(t/2)). Returns the shift of a
 * point that moves by v in these axes meanwhile,
 *   v + 2 k^2 w x v + (1 - 2 k cos(t/2)) / t^2 w x (w x v). */
static struct Vec turn_by(struct Dag *dag, const Ref *q, struct Vec w, struct Vec v, Ref *to)
{
	const double least = 1e-30; /* keeps t from 0, where the quotients have limits */
	Ref t2 = dag_add(dag, vec_dot(dag, w, w), dag_const(dag, least)), t = dag_sqrt(dag, t2);
	Ref half = dag_mul(dag, dag_const(dag, 0.5), t), sine = dag_sin(dag, half), cosine = dag_cos(dag, half);
	Ref k = dag_div(dag, sine, t);
	struct Vec a = vec_scale(dag, k, w), u = { { q[0], q[1], q[2] } };
	struct Vec turned = vec_scale(dag, q[3], a), across = vec_cross(dag, u, a);
	turned = vec_add(dag, turned, vec_scale(dag, cosine, u));
	turned = vec_add(dag, turned, across);
	for (int i = 0; i < 3; i++)
		to[i] = turned.e[i];
	Ref along = vec_dot(dag, u, a);
	to[3] = dag_sub(dag, dag_mul(dag, q[3], cosine), along);
	Ref twice = dag_add(dag, k, k), square = dag_mul(dag, twice, k), bow = dag_mul(dag, twice, cosine);
	bow = dag_sub(dag, dag_const(dag, 1), bow);
	bow = dag_div(dag, bow, t2);
	across = vec_cross(dag, w, v);
	v = vec_add(dag, v, vec_scale(dag, square, across));
	return vec_add(dag, v, vec_scale(dag, bow, vec_cross(dag, w, across)));
}

/* Number of a coordinate that is an input. */
static uint32_t element_of(const struct Dag *dag, Ref y)
{
	return dag->item[ref_node(y)].operand[1];
}

static void move_link(struct Dag *dag, const struct Link *link, const Ref *x, Ref *q)
{
	bool free = link->motion == LINK_FREE;
	const Ref *y = link->y + (free ? 3 : 0);
	struct Vec part[2] = { vec_const(dag, 0, 0, 0), vec_const(dag, 0, 0, 0) }; /* v, w */
	Ref to[4];
	for (int k = 0; k < link_columns(link); k++) {
		int row = link_row(link, k);
		part[row / 3].e[row % 3] = x[link->map.entry[k].v];
	}
	struct Vec shift = turn_by(dag, y, part[1], part[0], to);
	for (int i = 0; i < 4; i++)
		q[element_of(dag, y[i])] = to[i];
	if (!free)
		return;
	struct Mat R = mat_quaternion(dag, y);
	shift = mat_vec(dag, R, shift);
	for (int i = 0; i < 3; i++)
		q[element_of(dag, link->y[i])] = dag_add(dag, link->y[i], shift.e[i]);
}

void tree_move(struct Dag *dag, const struct Tree *tree, const Ref *x, Ref *q)
{
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0) {
			Ref before = dag_input(dag, INPUT_Q, (uint32_t)tree->coordinate[v]);
			q[tree->coordinate[v]] = dag_add(dag, before, x[v]);
		}
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			move_link(dag, &tree->link[i], x, q);
}
