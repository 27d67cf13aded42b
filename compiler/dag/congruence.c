/* Congruences by rotations: R A R^T. About a coordinate axis they take far fewer operations than two products. */
#include "spatial.h"

/* The axis of a rotation that moves a coordinate plane only, by an angle that is not a constant
 * quarter turn; -1 for any other matrix. */
static int planar_axis(const struct Dag *dag, const struct Mat *R)
{
	for (int k = 0; k < 3; k++) {
		int i = (k + 1) % 3, j = (k + 2) % 3;
		/* the cosine of a small tilt out of the plane rounds to 1 as well: ask for its sine */
		bool plane = dag_is(dag, R->e[k][k], 1) &&
		             dag_is_zero(dag, R->e[i][k]) && dag_is_zero(dag, R->e[j][k]) &&
		             dag_is_zero(dag, R->e[k][i]) && dag_is_zero(dag, R->e[k][j]);
		bool turn = R->e[i][i] == R->e[j][j] && R->e[i][j] == dag_neg(R->e[j][i]);
		if (plane && turn && !dag_is_zero(dag, R->e[i][i]) && !dag_is_zero(dag, R->e[j][i]))
			return k;
	}
	return -1;
}

/* For a rotation about axis k by (s, c), with the doubled p = s (J_ii - J_jj) + 2 c J_ij:
 *   J'_ii = J_ii - s p,  J'_jj = J_jj + s p,  J'_ij = c p - J_ij,
 * 4 multiplications and 6 additions where the two products take 12 and 6. */
static struct Mat planar_congruence(struct Dag *dag, int k, Ref s, Ref c, struct Mat J)
{
	int i = (k + 1) % 3, j = (k + 2) % 3;
	Ref u = dag_sub(dag, J.e[i][i], J.e[j][j]);
	Ref twice = dag_mul(dag, dag_const(dag, 2), c);
	Ref p = dag_add_products(dag, s, u, twice, J.e[i][j]);
	Ref sp = dag_mul(dag, s, p);
	struct Mat K = J;
	K.e[i][i] = dag_sub(dag, J.e[i][i], sp);
	K.e[j][j] = dag_add(dag, J.e[j][j], sp);
	K.e[i][j] = K.e[j][i] = dag_sub(dag, dag_mul(dag, c, p), J.e[i][j]);
	K.e[i][k] = K.e[k][i] = dag_sub_products(dag, c, J.e[i][k], s, J.e[j][k]);
	K.e[j][k] = K.e[k][j] = dag_add_products(dag, s, J.e[i][k], c, J.e[j][k]);
	return K;
}

static struct Vec row_of(const struct Mat *a, int i)
{
	return (struct Vec){ { a->e[i][0], a->e[i][1], a->e[i][2] } };
}

struct Mat mat_congruence(struct Dag *dag, struct Mat R, struct Mat J)
{
	int k = planar_axis(dag, &R);
	if (k >= 0) {
		int i = (k + 1) % 3, j = (k + 2) % 3;
		return planar_congruence(dag, k, R.e[j][i], R.e[i][i], J);
	}
	struct Mat RJ = mat_mul(dag, R, J), K;
	for (int i = 0; i < 3; i++)
		for (int j = i; j < 3; j++)
			K.e[i][j] = K.e[j][i] = vec_dot(dag, row_of(&RJ, i), row_of(&R, j));
	return K;
}

/* The same with p = s (A_ii - A_jj) + c (A_ij + A_ji):
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

struct Mat mat_turned(struct Dag *dag, struct Mat R, struct Mat A)
{
	int k = planar_axis(dag, &R);
	if (k >= 0) {
		int i = (k + 1) % 3, j = (k + 2) % 3;
		return planar_turn(dag, k, R.e[j][i], R.e[i][i], A);
	}
	return mat_mul(dag, mat_mul(dag, R, A), mat_transpose(R));
}
