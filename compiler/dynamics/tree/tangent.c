/* Rates of a quaternion for the angular velocity e in its own axes: q (e, 0) / 2 (quaternion_rates of dag/coordinate.h). The position of a free joint that moves by e in its own axes has the rate R e. */
#include "tangent.h"

#include "dag/coordinate.h"

struct TurnedPlace link_turned(const struct Dag *dag, const struct Link *link)
{
	bool free = link->motion == LINK_FREE;
	int first = (int)dag->item[ref_node(link->y[0])].operand[1];
	return (struct TurnedPlace){ free ? first : -1, free ? first + 3 : first };
}

Ref *tree_input(struct Dag *dag, enum Input array, int count)
{
	Ref *element = ARENA_ARRAY(dag->arena, Ref, count);
	for (int i = 0; i < count; i++)
		element[i] = dag_input(dag, array, (uint32_t)i);
	return element;
}

static struct Tangent turning(struct Dag *dag, const Ref q[4], int axis)
{
	struct Tangent t = { .count = 4 };
	quaternion_rates(dag, q, axis, t.rate);
	for (int i = 0; i < 4; i++)
		t.input[i] = q[i];
	return t;
}

/* Along an axis of a link with the coordinates p and q. */
static struct Tangent moving(struct Dag *dag, const Ref *p, const Ref q[4], int axis)
{
	struct Tangent t = { .count = 3 };
	struct Mat R = mat_quaternion(dag, q);
	for (int i = 0; i < 3; i++) {
		t.input[i] = p[i];
		t.rate[i] = R.e[i][axis];
	}
	return t;
}

static void make_of_link(struct Dag *dag, const struct Link *link, const Ref *q, struct Tangent *tangent)
{
	struct TurnedPlace place = link_turned(dag, link);
	for (int k = 0; k < link_columns(link); k++) {
		int row = link_row(link, k);
		struct Tangent *own = &tangent[link->map.entry[k].v];
		*own = row < 3 ? moving(dag, q + place.p, q + place.q, row) : turning(dag, q + place.q, row - 3);
		if (q[place.q] == dag_input(dag, INPUT_Q, (uint32_t)place.q))
			own->keyed = coordinate_has_key(dag, link->map.entry[k].v, &own->key);
	}
}

const struct Tangent *tangents_make(struct Dag *dag, const struct Tree *tree, enum Input array)
{
	struct Tangent *tangent = ARENA_ARRAY(dag->arena, struct Tangent, tree->nv);
	const Ref *q = tree_input(dag, array, tree->nq);
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0) {
			tangent[v] = (struct Tangent){ .count = 1 };
			tangent[v].input[0] = q[tree->coordinate[v]];
			tangent[v].rate[0] = dag_const(dag, 1);
		}
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			make_of_link(dag, &tree->link[i], q, tangent);
	return tangent;
}

Ref tangent_slope(struct Dag *dag, const struct Tangent *tangent, Ref value)
{
	Ref sum = dag_const(dag, 0);
	if (tangent->keyed)
		return dag_derivative(dag, value, tangent->key);
	for (int i = 0; i < tangent->count; i++) {
		Ref slope = dag_derivative(dag, value, tangent->input[i]);
		sum = dag_add(dag, sum, dag_mul(dag, slope, tangent->rate[i]));
	}
	return sum;
}

/* Derivative by velocity v. */
static Ref velocity_slope(struct Dag *dag, int v, Ref value)
{
	return dag_derivative(dag, value, dag_input(dag, INPUT_QD, (uint32_t)v));
}

void state_slopes(struct Dag *dag, const struct Tree *tree, const struct Tangent *tangent, const Ref *value, int values,
                  const struct StateSlopes *to)
{
	for (int i = 0; i < values; i++)
		for (int v = 0; v < tree->nv; v++) {
			to->by_q[i * to->stride + v] = tangent_slope(dag, &tangent[v], value[i]);
			to->by_qd[i * to->stride + v] = velocity_slope(dag, v, value[i]);
		}
}
