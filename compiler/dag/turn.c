/* Matrices in rotated axes. Most rotations are about a coordinate axis. Using the angle instead of the matrix takes
 * fewer operations. */
#include "spatial.h"

/* Axis of a rotation in a coordinate plane by an angle other than a constant quarter turn; -1 for other matrices. */
static int planar_axis(const struct Dag *dag, const struct Mat *R)
{
	for (int k = 0; k < 3; k++) {
		int i = (k + 1) % 3, j = (k + 2) % 3;
		/* the cosine of a small tilt out of the plane rounds to 1 as well, so its sine is tested */
		bool plane = dag_is(dag, R->e[k][k], 1) && dag_is_zero(dag, R->e[i][k]) &&
		             dag_is_zero(dag, R->e[j][k]) && dag_is_zero(dag, R->e[k][i]) &&
		             dag_is_zero(dag, R->e[k][j]);
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
			K.e[i][j] = K.e[j][i] = vec_dot(dag, mat_row(&RJ, i), mat_row(&R, j));
	return K;
}

/* As above for any matrix, with u = X_ii - X_jj, v = X_ij + X_ji and p = s u + c v:
 *   X'_ii = X_ii - s p,  X'_jj = X_jj + s p,  X'_ij = c p - X_ji,  X'_ji = c p - X_ij. */
static struct Mat planar_similar(struct Dag *dag, int k, Ref s, Ref c, struct Mat X)
{
	int i = (k + 1) % 3, j = (k + 2) % 3;
	Ref u = dag_sub(dag, X.e[i][i], X.e[j][j]), v = dag_add(dag, X.e[i][j], X.e[j][i]);
	Ref p = dag_add_products(dag, s, u, c, v);
	Ref sp = dag_mul(dag, s, p), cp = dag_mul(dag, c, p);
	struct Mat Y = X;
	Y.e[i][i] = dag_sub(dag, X.e[i][i], sp);
	Y.e[j][j] = dag_add(dag, X.e[j][j], sp);
	Y.e[i][j] = dag_sub(dag, cp, X.e[j][i]);
	Y.e[j][i] = dag_sub(dag, cp, X.e[i][j]);
	Y.e[i][k] = dag_sub_products(dag, c, X.e[i][k], s, X.e[j][k]);
	Y.e[j][k] = dag_add_products(dag, s, X.e[i][k], c, X.e[j][k]);
	Y.e[k][i] = dag_sub_products(dag, c, X.e[k][i], s, X.e[k][j]);
	Y.e[k][j] = dag_add_products(dag, s, X.e[k][i], c, X.e[k][j]);
	return Y;
}

struct Mat mat_similar(struct Dag *dag, struct Mat R, struct Mat X)
{
	int k = planar_axis(dag, &R);
	if (k >= 0) {
		int i = (k + 1) % 3, j = (k + 2) % 3;
		return planar_similar(dag, k, R.e[j][i], R.e[i][i], X);
	}
	return mat_mul(dag, mat_mul(dag, R, X), mat_transpose(R));
}
