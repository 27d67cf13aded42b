/* A frame seen from another: both in the world (dense_kinematics.c), and their difference.
 *
 * With d = p_A - p_B, e = v_A - v_B - w_B x d and the rotation R_B from the axes of B to the world,
 *   R = R_B^T R_A  p = R_B^T d  dp/dt = R_B^T e  w = R_B^T (w_A - w_B)
 *   d2p/dt2 = R_B^T (a_A - a_B - b_B x d - w_B x (w_B x d) - 2 w_B x e)
 *   dw/dt   = R_B^T (b_A - b_B - w_B x w_A). */
#include "dense_functions.h"

#include <math.h>
#include <stdlib.h>

typedef dense_real real;

/* Pose, or pose and motion, of both frames in the world. */
struct pair {
	real R[2][9], p[2][3], d[3], v[2][6], a[2][6], scale;
};

static void cross(const real *a, const real *b, real *out)
{
	out[0] = a[1] * b[2] - a[2] * b[1];
	out[1] = a[2] * b[0] - a[0] * b[2];
	out[2] = a[0] * b[1] - a[1] * b[0];
}

/* R_B^T x */
static void back(const struct pair *pair, const real *x, real *out)
{
	for (int i = 0; i < 3; i++)
		out[i] = pair->R[1][i] * x[0] + pair->R[1][3 + i] * x[1] + pair->R[1][6 + i] * x[2];
}

static struct pair poses(const struct dense_tree *t, const real *q, const struct dense_site *site,
                         const struct dense_site *from)
{
	struct pair pair;
	real scale;
	dense_fk(t, q, site, pair.R[0], pair.p[0], &pair.scale);
	dense_fk(t, q, from, pair.R[1], pair.p[1], &scale);
	pair.scale += scale;
	for (int i = 0; i < 3; i++)
		pair.d[i] = pair.p[0][i] - pair.p[1][i];
	return pair;
}

void dense_relative_fk(const struct dense_tree *t, const real *q, const struct dense_site *site,
                       const struct dense_site *from, real R[9], real p[3], real *scale)
{
	struct pair pair = poses(t, q, site, from);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			R[3 * i + j] = 0;
			for (int k = 0; k < 3; k++)
				R[3 * i + j] += pair.R[1][3 * k + i] * pair.R[0][3 * k + j];
		}
	back(&pair, pair.d, p);
	*scale = pair.scale;
}

/* Velocities of both frames in the world to the velocity of the first as the second sees it. */
static void subtract(const struct pair *pair, const real *v_A, const real *v_B, real *lin, real *ang)
{
	real swept[3], e[3], w[3];
	cross(v_B + 3, pair->d, swept);
	for (int i = 0; i < 3; i++) {
		e[i] = v_A[i] - v_B[i] - swept[i];
		w[i] = v_A[3 + i] - v_B[3 + i];
	}
	back(pair, e, lin);
	back(pair, w, ang);
}

void dense_relative_jac(const struct dense_tree *t, const real *q, const struct dense_site *site,
                        const struct dense_site *from, real *J, real *scale)
{
	struct pair pair = poses(t, q, site, from);
	int nv = dense_nv(t);
	real *own[2], scales[2], reach = fmaxl(1, pair.scale);
	for (int n = 0; n < 2; n++) {
		own[n] = calloc((size_t)(6 * nv + 1), sizeof **own);
		dense_jac(t, q, n ? from : site, own[n], &scales[n]);
	}
	for (int j = 0; j < nv; j++) {
		real v[2][6], out[6];
		for (int k = 0; k < 12; k++)
			v[k / 6][k % 6] = own[k / 6][k % 6 * nv + j];
		subtract(&pair, v[0], v[1], out, out + 3);
		for (int k = 0; k < 6; k++)
			J[k * nv + j] = out[k];
	}
	*scale = (scales[0] + scales[1]) * reach;
	free(own[0]);
	free(own[1]);
}

void dense_relative_vel(const struct dense_tree *t, const real *q, const real *qd, const struct dense_site *site,
                        const struct dense_site *from, real v[6], real *scale)
{
	struct pair pair = poses(t, q, site, from);
	real scales[2];
	dense_vel(t, q, qd, site, pair.v[0], &scales[0]);
	dense_vel(t, q, qd, from, pair.v[1], &scales[1]);
	subtract(&pair, pair.v[0], pair.v[1], v, v + 3);
	*scale = (scales[0] + scales[1]) * fmaxl(1, pair.scale);
}

void dense_relative_acc(const struct dense_tree *t, const real *q, const real *qd, const real *qdd,
                        const struct dense_site *site, const struct dense_site *from, real a[6], real *scale)
{
	struct pair pair = poses(t, q, site, from);
	real scales[2], swept[3], twice[3], e[3], turned[3], pushed[3], w[3], lin[3], ang[3];
	dense_vel(t, q, qd, site, pair.v[0], &scales[0]);
	dense_vel(t, q, qd, from, pair.v[1], &scales[1]);
	dense_acc(t, q, qd, qdd, site, pair.a[0], &scales[0]);
	dense_acc(t, q, qd, qdd, from, pair.a[1], &scales[1]);
	const real *w_B = pair.v[1] + 3;
	cross(w_B, pair.d, swept);
	for (int i = 0; i < 3; i++)
		e[i] = 2 * (pair.v[0][i] - pair.v[1][i]) - swept[i]; /* w_B x d + 2 e of the head */
	cross(w_B, e, twice);
	cross(pair.a[1] + 3, pair.d, pushed);
	for (int i = 0; i < 3; i++)
		w[i] = pair.v[0][3 + i];
	cross(w_B, w, turned);
	for (int i = 0; i < 3; i++) {
		lin[i] = pair.a[0][i] - pair.a[1][i] - pushed[i] - twice[i];
		ang[i] = pair.a[0][3 + i] - pair.a[1][3 + i] - turned[i];
	}
	back(&pair, lin, a);
	back(&pair, ang, a + 3);
	*scale = (scales[0] + scales[1]) * fmaxl(1, pair.scale);
}
