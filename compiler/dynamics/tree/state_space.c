#include "state_space.h"

#include <string.h>

#include "exponential.h"

struct Spatial link_twist(struct Dag *dag, const struct Link *link, const Ref *x)
{
	struct Spatial twist = spatial_zero(dag);
	for (int k = 0; k < link_columns(link); k++)
		*spatial_entry(&twist, link_row(link, k)) = x[link->map.entry[k].v];
	return twist;
}

void link_put_twist(const struct Link *link, const struct Spatial *twist, Ref *x)
{
	for (int k = 0; k < link_columns(link); k++)
		x[link->map.entry[k].v] = spatial_at(twist, link_row(link, k));
}

static struct Vec vec_of(const Ref *e)
{
	return (struct Vec){ { e[0], e[1], e[2] } };
}

/* --- displacements --- */

static void move_link(struct Dag *dag, const struct Link *link, const Ref *q, const Ref *x, Ref *out)
{
	struct TurnedPlace place = link_turned(dag, link);
	struct Spatial twist = link_twist(dag, link, x);
	struct Exponential turn = exponential_of(dag, twist.ang);
	const Ref by[4] = { turn.u.e[0], turn.u.e[1], turn.u.e[2], turn.s };
	quaternion_product(dag, q + place.q, by, out + place.q);
	if (place.p < 0)
		return;
	struct Vec shift = exponential_shift(dag, &turn, twist.lin);
	shift = vec_add(dag, vec_of(q + place.p), mat_vec(dag, mat_quaternion(dag, q + place.q), shift));
	memcpy(out + place.p, shift.e, sizeof shift.e);
}

void tree_move(struct Dag *dag, const struct Tree *tree, const Ref *q, const Ref *x, Ref *out)
{
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0)
			out[tree->coordinate[v]] = dag_add(dag, q[tree->coordinate[v]], x[v]);
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			move_link(dag, &tree->link[i], q, x, out);
}

static void link_between(struct Dag *dag, const struct Link *link, const Ref *q0, const Ref *q1, Ref *out)
{
	struct TurnedPlace place = link_turned(dag, link);
	Ref turn[4];
	quaternion_between(dag, q0 + place.q, q1 + place.q, turn);
	struct Logarithm l = logarithm_of(dag, turn);
	struct Spatial twist = { .lin = vec_const(dag, 0, 0, 0), .ang = l.w };
	if (place.p >= 0) {
		struct Vec shift = vec_sub(dag, vec_of(q1 + place.p), vec_of(q0 + place.p));
		shift = mat_tvec(dag, mat_quaternion(dag, q0 + place.q), shift);
		twist.lin = logarithm_shift(dag, &l, shift);
	}
	link_put_twist(link, &twist, out);
}

void tree_displacement(struct Dag *dag, const struct Tree *tree, const Ref *q0, const Ref *q1, Ref *out)
{
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0)
			out[v] = dag_sub(dag, q1[tree->coordinate[v]], q0[tree->coordinate[v]]);
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			link_between(dag, &tree->link[i], q0, q1, out);
}

/* q |q|/|q|^2: NaN, not 0, where the square of a length is too large for a number. */
static void normalize_link(struct Dag *dag, const struct Link *link, const Ref *q, Ref *out)
{
	struct TurnedPlace place = link_turned(dag, link);
	Ref square = dag_const(dag, 0);
	for (int i = 0; i < 4; i++)
		square = dag_add(dag, square, dag_mul(dag, q[place.q + i], q[place.q + i]));
	Ref over = dag_div(dag, dag_sqrt(dag, square), square);
	for (int i = 0; i < 4; i++)
		out[place.q + i] = dag_mul(dag, q[place.q + i], over);
}

void tree_normalize(struct Dag *dag, const struct Tree *tree, const Ref *q, Ref *out)
{
	memcpy(out, q, (size_t)tree->nq * sizeof *out);
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			normalize_link(dag, &tree->link[i], q, out);
}
