#include "flow.h"

/* R A R^T for a rotation about axis k by (s, c): with p = s (A_ii - A_jj) + c (A_ij + A_ji),
 *   A'_ii = A_ii - s p,  A'_jj = A_jj + s p,  A'_ij = c p - A_ji,  A'_ji = c p - A_ij. */
static struct Mat planar_turn(struct Dag *dag, int k, Ref s, Ref c, struct Mat A)
{
	int i = (k + 1) % 3, j = (k + 2) % 3;
	Ref u = dag_sub(dag, A.e[i][i], A.e[j][j]), v = dag_add(dag, A.e[i][j], A.e[j][i]);
	Ref p = dag_add_products(dag, s, u, c, v);
	Ref sp = dag_mul(dag, s, p), cp = dag_mul(dag, c, p);
	struct Mat B = A;
	B.e[i][i] = dag_sub(dag, A.e[i][i], sp);
	B.e[j][j] = dag_add(dag, A.e[j][j], sp);
	B.e[i][j] = dag_sub(dag, cp, A.e[j][i]);
	B.e[j][i] = dag_sub(dag, cp, A.e[i][j]);
	B.e[i][k] = dag_sub_products(dag, c, A.e[i][k], s, A.e[j][k]);
	B.e[j][k] = dag_add_products(dag, s, A.e[i][k], c, A.e[j][k]);
	B.e[k][i] = dag_sub_products(dag, c, A.e[k][i], s, A.e[k][j]);
	B.e[k][j] = dag_add_products(dag, s, A.e[k][i], c, A.e[k][j]);
	return B;
}

/* R A R^T */
static struct Mat turned(struct Dag *dag, struct Mat R, struct Mat A)
{
	int k = mat_planar_axis(dag, &R);
	if (k < 0)
		return mat_mul(dag, mat_mul(dag, R, A), mat_transpose(R));
	int i = (k + 1) % 3, j = (k + 2) % 3;
	return planar_turn(dag, k, R.e[j][i], R.e[i][i], A);
}

struct Flow flow_of(struct Dag *dag, struct Moments mass)
{
	struct Flow a = { .mass = mass, .K = mat_zero(dag) };
	a.k = vec_const(dag, 0, 0, 0);
	return a;
}

struct Flow flow_turn(struct Dag *dag, struct Mat R, struct Flow a)
{
	a.mass = moments_turn(dag, R, a.mass);
	a.k = mat_vec(dag, R, a.k);
	a.K = turned(dag, R, a.K);
	return a;
}

struct Flow flow_shift(struct Dag *dag, struct Vec p, struct Vec v, struct Flow a)
{
	a.k = vec_add(dag, a.k, vec_scale(dag, a.mass.m, v));
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			Ref more = dag_add_products(dag, p.e[i], a.k.e[j], a.mass.h.e[i], v.e[j]);
			a.K.e[i][j] = dag_add(dag, a.K.e[i][j], more);
		}
	a.mass = moments_shift(dag, p, a.mass);
	return a;
}

struct Flow flow_spin(struct Dag *dag, struct Vec w, struct Flow a)
{
	a.k = vec_add(dag, a.k, vec_cross(dag, w, a.mass.h));
	for (int i = 0; i < 3; i++) {
		const Ref *D = a.mass.D.e[i];
		struct Vec row = vec_cross(dag, w, (struct Vec){ { D[0], D[1], D[2] } });
		for (int j = 0; j < 3; j++)
			a.K.e[i][j] = dag_add(dag, a.K.e[i][j], row.e[j]);
	}
	return a;
}

struct Flow flow_add(struct Dag *dag, struct Flow a, struct Flow b)
{
	a.mass = moments_add(dag, a.mass, b.mass);
	a.k = vec_add(dag, a.k, b.k);
	a.K = mat_add(dag, a.K, b.K);
	return a;
}
