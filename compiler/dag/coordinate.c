#include "coordinate.h"

#include "spatial.h"

static Ref velocity(struct Dag *dag, struct Coordinate of)
{
	return dag_input(dag, INPUT_QD, (uint32_t)of.v);
}

Ref coordinate_key(struct Dag *dag, struct Coordinate of)
{
	return of.turned ? dag_input(dag, INPUT_TANGENT, (uint32_t)of.v) : dag_input(dag, INPUT_Q, (uint32_t)of.q);
}

bool coordinate_has_key(struct Dag *dag, int v, Ref *key)
{
	if (!dag->given.count)
		return false;
	*key = dag_input(dag, INPUT_TANGENT, (uint32_t)v);
	for (size_t i = 0; i < dag->given.count; i++)
		if (dag->given.item[i].by == ref_node(*key))
			return true;
	return false;
}

void quaternion_rates(struct Dag *dag, const Ref q[4], int axis, Ref rate[4])
{
	Ref half = dag_const(dag, 0.5);
	struct Vec e = vec_unit(dag, axis), u = { { q[0], q[1], q[2] } };
	struct Vec swept = vec_cross(dag, u, e);
	struct Vec turned = vec_scale(dag, half, vec_add(dag, vec_scale(dag, q[3], e), swept));
	for (int i = 0; i < 3; i++)
		rate[i] = turned.e[i];
	rate[3] = dag_neg(dag_mul(dag, half, u.e[axis]));
}

/* The entries of R' = R [e x] for a turn about axis k. */
static void give_turn(struct Dag *dag, const struct Mat *R, const Ref q[4], int k, Ref by)
{
	int next = (k + 1) % 3, last = (k + 2) % 3;
	Ref rate[4];
	quaternion_rates(dag, q, k, rate);
	for (int i = 0; i < 4; i++)
		dag_give_slope(dag, q[i], by, rate[i]);
	for (int row = 0; row < 3; row++) {
		dag_give_slope(dag, R->e[row][k], by, dag_const(dag, 0));
		dag_give_slope(dag, R->e[row][next], by, R->e[row][last]);
		dag_give_slope(dag, R->e[row][last], by, dag_neg(R->e[row][next]));
	}
}

void coordinate_give_turns(struct Dag *dag, int p, int q, int v)
{
	Ref quaternion[4];
	for (int i = 0; i < 4; i++)
		quaternion[i] = dag_input(dag, INPUT_Q, (uint32_t)(q + i));
	struct Mat R = mat_quaternion(dag, quaternion);
	for (int k = 0; k < 3 && p >= 0; k++)
		for (int i = 0; i < 3; i++) {
			Ref place = dag_input(dag, INPUT_Q, (uint32_t)(p + i));
			dag_give_slope(dag, place, dag_input(dag, INPUT_TANGENT, (uint32_t)(v + k)), R.e[i][k]);
		}
	for (int k = 0; k < 3; k++)
		give_turn(dag, &R, quaternion, k, dag_input(dag, INPUT_TANGENT, (uint32_t)(v + k + (p < 0 ? 0 : 3))));
}

Ref coordinate_slope(struct Dag *dag, struct Coordinate of, Ref y)
{
	return dag_derivative(dag, y, coordinate_key(dag, of));
}

/* dy/du for a moving input, by its number. */
static Ref moving_slope(struct Dag *dag, size_t number, Ref y)
{
	return dag_derivative(dag, y, dag_input(dag, INPUT_U, dag->moving.item[number]));
}

Ref coordinate_moving_rate(struct Dag *dag, Ref y)
{
	Ref rate = dag_const(dag, 0);
	for (size_t m = 0; m < dag->moving.count; m++) {
		Ref ud = dag_input(dag, INPUT_UD, (uint32_t)m);
		rate = dag_add(dag, rate, dag_mul(dag, moving_slope(dag, m, y), ud));
	}
	return rate;
}

Ref coordinate_moving_change(struct Dag *dag, Ref y)
{
	Ref change = coordinate_moving_rate(dag, y);
	for (uint32_t m = 0; m < dag->moving.count; m++) {
		Ref slope = dag_derivative(dag, y, dag_input(dag, INPUT_UD, m));
		change = dag_add(dag, change, dag_mul(dag, slope, dag_input(dag, INPUT_UDD, m)));
	}
	return change;
}

Ref coordinate_rate(struct Dag *dag, const struct Coordinate *of, int count, Ref y)
{
	if (dag_is_known(dag, y))
		return dag_const(dag, 0);
	Ref rate = coordinate_moving_rate(dag, y);
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
	for (size_t m = 0; m < dag->moving.count; m++) {
		Ref slope = moving_slope(dag, m, y);
		if (dag_is_zero(dag, slope))
			continue;
		Ref change = coordinate_rate(dag, of, count, slope);
		Ref udd = dag_input(dag, INPUT_UDD, (uint32_t)m), ud = dag_input(dag, INPUT_UD, (uint32_t)m);
		sum = dag_add(dag, sum, dag_add_products(dag, slope, udd, change, ud));
	}
	return sum;
}
