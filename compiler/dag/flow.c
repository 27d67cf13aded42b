#include "flow.h"

struct Flow flow_of(struct Dag *dag, struct Moments mass)
{
	struct Flow a = { .mass = mass, .K = mat_zero(dag) };
	a.g = vec_const(dag, 0, 0, 0);
	return a;
}

struct Flow flow_turn(struct Dag *dag, struct Mat R, struct Flow a)
{
	a.mass = moments_turn(dag, R, a.mass);
	a.g = mat_vec(dag, R, a.g);
	a.K = mat_similar(dag, R, a.K);
	return a;
}

struct Flow flow_shift(struct Dag *dag, struct Vec p, struct Vec v, struct Flow a)
{
	a.g = vec_add(dag, a.g, vec_scale(dag, a.mass.m, v));
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			Ref more = dag_add_products(dag, p.e[i], a.g.e[j], a.mass.h.e[i], v.e[j]);
			a.K.e[i][j] = dag_add(dag, a.K.e[i][j], more);
		}
	a.mass = moments_shift(dag, p, a.mass);
	return a;
}

struct Flow flow_spin(struct Dag *dag, struct Vec w, struct Flow a)
{
	a.g = vec_add(dag, a.g, vec_cross(dag, w, a.mass.h));
	for (int i = 0; i < 3; i++) {
		struct Vec row = vec_cross(dag, w, mat_row(&a.mass.D, i));
		for (int j = 0; j < 3; j++)
			a.K.e[i][j] = dag_add(dag, a.K.e[i][j], row.e[j]);
	}
	return a;
}

struct Flow flow_add(struct Dag *dag, struct Flow a, struct Flow b)
{
	a.mass = moments_add(dag, a.mass, b.mass);
	a.g = vec_add(dag, a.g, b.g);
	a.K = mat_add(dag, a.K, b.K);
	return a;
}
