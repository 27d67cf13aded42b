#include "coordinate.h"

static Ref velocity(struct Dag *dag, struct Coordinate of)
{
	return dag_input(dag, INPUT_QD, (uint32_t)of.v);
}

Ref coordinate_slope(struct Dag *dag, struct Coordinate of, Ref y)
{
	return dag_derivative(dag, y, dag_input(dag, INPUT_Q, (uint32_t)of.q));
}

Ref coordinate_rate(struct Dag *dag, const struct Coordinate *of, int count, Ref y)
{
	Ref rate = dag_const(dag, 0);
	if (dag_is_known(dag, y))
		return rate;
	for (int i = 0; i < count; i++) {
		Ref qd = velocity(dag, of[i]);
		rate = dag_add(dag, rate, dag_mul(dag, coordinate_slope(dag, of[i], y), qd));
	}
	return rate;
}

Ref coordinate_acceleration(struct Dag *dag, const struct Coordinate *of, int count, Ref y)
{
	Ref sum = dag_const(dag, 0);
	for (int i = 0; i < count; i++) {
		Ref G = coordinate_slope(dag, of[i], y);
		if (dag_is_zero(dag, G))
			continue;
		Ref Gdot = coordinate_rate(dag, of, count, G);
		Ref qdd = dag_input(dag, INPUT_QDD, (uint32_t)of[i].v);
		Ref qd = velocity(dag, of[i]);
		sum = dag_add(dag, sum, dag_add_products(dag, G, qdd, Gdot, qd));
	}
	return sum;
}
