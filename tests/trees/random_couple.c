#include "random_tree.h"

#include "reference/dense_functions.h"

#include <math.h>
#include <string.h>

typedef dense_real real;

enum { NV = RANDOM_NV, NQ = RANDOM_NQ };

static void at_bent(real m, real f[4])
{
	const real bend = 0.4L;
	f[0] = m + bend * sinl(m);
	f[1] = 1 + bend * cosl(m);
	f[2] = -bend * sinl(m);
	f[3] = -bend * cosl(m);
}

/* With e = exp(m), y = tanh(e), g = e / cosh(e)^2: derivatives g, g (1 - 2 e y), g (1 - 2 e y)^2 - 2 g e (y + g). */
static void at_stepped(real m, real f[4])
{
	const real flat = 9; /* 1/cosh(e) is 0 there */
	real e = expl(m), over = 1 / coshl(e), g = m < flat ? e * over * over : 0,
	     bent = m < flat ? 1 - 2 * e * tanhl(e) : 0;
	f[0] = tanhl(e);
	f[1] = g;
	f[2] = g * bent;
	f[3] = m < flat ? g * (bent * bent - 2 * e * (f[0] + g)) : 0;
}

/* y = exp(s), s = sin m, c = cos m */
static void at_waved(real m, real f[4])
{
	real s = sinl(m), c = cosl(m);
	f[0] = expl(s);
	f[1] = c * f[0];
	f[2] = (c * c - s) * f[0];
	f[3] = c * (c * c - 3 * s - 1) * f[0];
}

/* y = 1 / (1 + m^8): y' = -8 m^7 y^2, and so on, in m^7 y and m^8 y, which do not overflow */
static void at_humped(real m, real f[4])
{
	real y = 1 / (1 + powl(m, 8)), u = powl(m, 7) * y;
	f[0] = y;
	f[1] = -8 * u * y;
	f[2] = y * (128 * u * u - 56 * powl(m, 6) * y);
	f[3] = y * (2688 * u * powl(m, 6) * y - 336 * powl(m, 5) * y - 3072 * u * u * u);
}

const struct random_coupling random_couplings[RANDOM_COUPLINGS] = {
	{ at_bent, { "", " + 0.4 * sin(", ")" } },
	{ at_stepped, { "tanh(exp(", "))" } },
	{ at_waved, { "exp(sin(", "))" } },
	{ at_humped, { "1 / (1 + ", "^8)" } },
};

/* Coordinate of a coupled body and its derivatives by the coordinate of its master. */
static void coupling_at(const struct random_tree *t, int b, const real *dense_q, real f[4])
{
	const struct random_body *text = &t->text[b];
	int q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	dense_index(&t->dense, NULL, q_of, v_of);
	text->coupling->at(dense_q[q_of[text->master]], f);
	for (int k = 0; k < 4; k++)
		f[k] *= literal_value(text->ratio);
}

static int coupled_joints(const struct random_tree *t)
{
	int count = 0;
	for (int b = 0; b < t->dense.n; b++)
		count += t->text[b].coupled;
	return count;
}

int random_nq(const struct random_tree *t)
{
	return dense_nq(&t->dense) - coupled_joints(t);
}

int random_nv(const struct random_tree *t)
{
	return dense_nv(&t->dense) - coupled_joints(t);
}

/* Coupled body of each coordinate and velocity of `dense`, or -1 if not coupled. */
static void find_coupled(const struct random_tree *t, int by_q[NQ], int by_v[NV], int q_of[RANDOM_BODIES],
                         int v_of[RANDOM_BODIES])
{
	dense_index(&t->dense, NULL, q_of, v_of);
	for (int i = 0; i < NQ; i++)
		by_q[i] = -1;
	for (int i = 0; i < NV; i++)
		by_v[i] = -1;
	for (int b = 0; b < t->dense.n; b++)
		if (t->text[b].coupled)
			by_q[q_of[b]] = by_v[v_of[b]] = b;
}

int random_velocities(const struct random_tree *t, int of_dense[NV])
{
	int by_q[NQ], by_v[NV], q_of[RANDOM_BODIES], v_of[RANDOM_BODIES], n = 0;
	find_coupled(t, by_q, by_v, q_of, v_of);
	for (int i = 0; i < dense_nv(&t->dense); i++)
		if (by_v[i] < 0)
			of_dense[n++] = i;
	return n;
}

static void squeeze(double *x, int n, const int *by)
{
	int kept = 0;
	for (int i = 0; i < n; i++)
		if (by[i] < 0)
			x[kept++] = x[i];
}

static void stretch(const double *x, int n, const int *by, real *y)
{
	int taken = 0;
	for (int i = 0; i < n; i++)
		y[i] = by[i] < 0 ? x[taken++] : 0;
}

void random_follow(const struct random_tree *t, real *dense_q, real *dense_qd, real *dense_qdd)
{
	int q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	dense_index(&t->dense, NULL, q_of, v_of);
	for (int b = 0; b < t->dense.n; b++) {
		if (!t->text[b].coupled)
			continue;
		int iv = v_of[t->text[b].master];
		real f[4], md = dense_qd[iv];
		coupling_at(t, b, dense_q, f);
		dense_q[q_of[b]] = f[0];
		dense_qd[v_of[b]] = f[1] * md;
		dense_qdd[v_of[b]] = f[1] * dense_qdd[iv] + f[2] * md * md;
	}
}

void random_couple(const struct random_tree *t, double *q, double *qd, double *qdd, real *dense_q, real *dense_qd,
                   real *dense_qdd)
{
	int by_q[NQ], by_v[NV], q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	int nq = dense_nq(&t->dense), nv = dense_nv(&t->dense);
	find_coupled(t, by_q, by_v, q_of, v_of);
	squeeze(q, nq, by_q);
	squeeze(qd, nv, by_v);
	squeeze(qdd, nv, by_v);
	stretch(q, nq, by_q, dense_q);
	stretch(qd, nv, by_v, dense_qd);
	stretch(qdd, nv, by_v, dense_qdd);
	random_follow(t, dense_q, dense_qd, dense_qdd);
}

real random_needle(const struct random_tree *t)
{
	real largest = 0;
	for (int b = 0; b < t->dense.n; b++) {
		const struct dense_body *body = &t->dense.body[b];
		real square = 0;
		for (int i = 0; i < 3; i++)
			square += body->com[i] * body->com[i];
		for (int i = 0; i < 3; i++)
			largest = fmaxl(largest, body->inertia[i][i] + body->mass * square);
	}
	return 1e-4L * largest;
}

/* Computes G, nv by the model's nv; returns its largest entry. */
static real velocities(const struct random_tree *t, const real *dense_q, real G[NV][NV])
{
	int by_q[NQ], by_v[NV], q_of[RANDOM_BODIES], v_of[RANDOM_BODIES], column[NV], columns = 0;
	real largest = 1;
	find_coupled(t, by_q, by_v, q_of, v_of);
	memset(G, 0, sizeof(real[NV][NV]));
	for (int i = 0; i < dense_nv(&t->dense); i++)
		if (by_v[i] < 0) {
			column[i] = columns++;
			G[i][column[i]] = 1;
		}
	for (int b = 0; b < t->dense.n; b++)
		if (t->text[b].coupled) {
			real f[4];
			coupling_at(t, b, dense_q, f);
			G[v_of[b]][column[v_of[t->text[b].master]]] = f[1];
			largest = fmaxl(largest, fabsl(f[1]));
		}
	return largest;
}

void random_project(const struct random_tree *t, const real *dense_q, real *tau, real *scale)
{
	static real G[NV][NV];
	real projected[NV] = { 0 };
	*scale *= velocities(t, dense_q, G);
	for (int j = 0; j < random_nv(t); j++)
		for (int i = 0; i < dense_nv(&t->dense); i++)
			projected[j] += G[i][j] * tau[i];
	memcpy(tau, projected, sizeof(real) * (size_t)random_nv(t));
}

void random_project_inertia(const struct random_tree *t, const real *dense_q, real *M, real *scale)
{
	static real G[NV][NV], MG[NV][NV];
	int n = dense_nv(&t->dense), columns = random_nv(t);
	real largest = velocities(t, dense_q, G);
	*scale *= largest * largest;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < columns; j++) {
			MG[i][j] = 0;
			for (int k = 0; k < n; k++)
				MG[i][j] += M[i * n + k] * G[k][j];
		}
	for (int i = 0; i < columns; i++)
		for (int j = 0; j < columns; j++) {
			M[i * columns + j] = 0;
			for (int k = 0; k < n; k++)
				M[i * columns + j] += G[k][i] * MG[k][j];
		}
}

void random_project_columns(const struct random_tree *t, const real *dense_q, int rows, real *J, real *scale)
{
	static real G[NV][NV];
	int n = dense_nv(&t->dense), columns = random_nv(t);
	*scale *= velocities(t, dense_q, G);
	for (int k = 0; k < rows; k++) {
		real row[NV] = { 0 };
		for (int j = 0; j < columns; j++)
			for (int i = 0; i < n; i++)
				row[j] += J[k * n + i] * G[i][j];
		/* never ahead of unread entries */
		memcpy(J + k * columns, row, sizeof(real) * (size_t)columns);
	}
}

/* dG/dt, like `velocities` */
static real velocity_rates(const struct random_tree *t, const real *dense_q, const real *dense_qd, real Gdot[NV][NV])
{
	int q_of[RANDOM_BODIES], v_of[RANDOM_BODIES], by_q[NQ], by_v[NV], column[NV], columns = 0;
	real largest = 0;
	find_coupled(t, by_q, by_v, q_of, v_of);
	memset(Gdot, 0, sizeof(real[NV][NV]));
	for (int i = 0; i < dense_nv(&t->dense); i++)
		column[i] = by_v[i] < 0 ? columns++ : -1;
	for (int b = 0; b < t->dense.n; b++)
		if (t->text[b].coupled) {
			int master = t->text[b].master;
			real f[4];
			coupling_at(t, b, dense_q, f);
			real rate = f[2] * dense_qd[v_of[master]];
			Gdot[v_of[b]][column[v_of[master]]] = rate;
			largest = fmaxl(largest, fabsl(rate));
		}
	return largest;
}

void random_project_coriolis(const struct random_tree *t, const real *dense_q, const real *dense_qd, const real *M,
                             real M_scale, real *C, real *scale)
{
	static real G[NV][NV], Gdot[NV][NV], MGdot[NV][NV];
	int n = dense_nv(&t->dense), columns = random_nv(t);
	real largest = velocities(t, dense_q, G), rate = velocity_rates(t, dense_q, dense_qd, Gdot);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < columns; j++) {
			MGdot[i][j] = 0;
			for (int k = 0; k < n; k++)
				MGdot[i][j] += M[i * n + k] * Gdot[k][j];
		}
	random_project_inertia(t, dense_q, C, scale);
	*scale = fmaxl(*scale, largest * M_scale * rate);
	for (int i = 0; i < columns; i++)
		for (int j = 0; j < columns; j++)
			for (int k = 0; k < n; k++)
				C[i * columns + j] += G[k][i] * MGdot[k][j];
}

void random_coupling(const struct random_tree *t, const real *dense_q, const real *dense_qd, real *G, real *rest)
{
	static real wide[NV][NV];
	real q[NQ], qd[NV];
	int n = dense_nv(&t->dense), columns = random_nv(t);
	velocities(t, dense_q, wide);
	for (int i = 0; i < n; i++)
		memcpy(G + i * columns, wide[i], sizeof(real) * (size_t)columns);
	memcpy(q, dense_q, sizeof(real) * (size_t)dense_nq(&t->dense));
	memcpy(qd, dense_qd, sizeof(real) * (size_t)n);
	memset(rest, 0, sizeof(real) * (size_t)n);
	random_follow(t, q, qd, rest);
}

/* size of the terms of G^T tau, from the size of the terms of tau */
static void project_sizes(const struct random_tree *t, const real *dense_q, const real *of_dense, real *size)
{
	static real G[NV][NV];
	velocities(t, dense_q, G);
	for (int j = 0; j < random_nv(t); j++) {
		size[j] = 0;
		for (int i = 0; i < dense_nv(&t->dense); i++)
			size[j] = fmaxl(size[j], fabsl(G[i][j]) * of_dense[i]);
	}
}

/* h of the model, and the size of its terms */
static void bias_sizes(const struct random_tree *t, const real *dense_q, const real *dense_qd, const real *f_ext,
                       real *h, real *size)
{
	real q[NQ], qd[NV], qdd[NV] = { 0 }, of_dense[NV], unused = 1;
	memcpy(q, dense_q, sizeof(real) * (size_t)dense_nq(&t->dense));
	memcpy(qd, dense_qd, sizeof(real) * (size_t)dense_nv(&t->dense));
	random_follow(t, q, qd, qdd);
	dense_rnea_sizes(&t->dense, q, qd, qdd, f_ext, h, of_dense);
	random_project(t, q, h, &unused);
	project_sizes(t, q, of_dense, size);
}

void random_bias(const struct random_tree *t, const real *dense_q, const real *dense_qd, const real *f_ext, real *h,
                 real *scale)
{
	real size[NV];
	bias_sizes(t, dense_q, dense_qd, f_ext, h, size);
	*scale = 0;
	for (int i = 0; i < random_nv(t); i++)
		*scale = fmaxl(*scale, size[i]);
}

static void model_inertia(const struct random_tree *t, const real *dense_q, real *M)
{
	real scale;
	dense_crba(&t->dense, dense_q, M, &scale);
	random_project_inertia(t, dense_q, M, &scale);
}

void random_fd(const struct random_tree *t, const real *dense_q, const real *dense_qd, const real *tau,
               const real *f_ext, real *qdd, real *condition, real *scale)
{
	static real M[NV * NV];
	real b[NV], size[NV];
	model_inertia(t, dense_q, M);
	bias_sizes(t, dense_q, dense_qd, f_ext, b, size);
	for (int i = 0; i < random_nv(t); i++) {
		b[i] = tau[i] - b[i];
		size[i] += fabsl(tau[i]);
	}
	dense_solve(M, random_nv(t), b, size, qdd, condition, scale);
}

void random_minv(const struct random_tree *t, const real *dense_q, real *Minv, real *condition)
{
	static real M[NV * NV];
	model_inertia(t, dense_q, M);
	dense_invert(M, random_nv(t), Minv, condition);
}

/* --- derivatives --- */

/* Changes of coupled joints with q (order 0) or qd (order 1) of velocity i of `dense`. With c = c(m) and slopes
 * g = c', g', g'':
 *     dc = g dm,   dcd = g' md dm + g dmd,   dcdd = (g' mdd + g'' md^2) dm + 2 g' md dmd */
static void follow_change(const struct random_tree *t, const struct dense_instant *at, int i, int order,
                          real change[3][NV])
{
	int q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	dense_index(&t->dense, NULL, q_of, v_of);
	memset(change, 0, sizeof(real[3][NV]));
	change[order][i] = 1;
	for (int b = 0; b < t->dense.n; b++) {
		int c = v_of[b];
		if (!t->text[b].coupled || v_of[t->text[b].master] != i)
			continue;
		real f[4], md = at->qd[i];
		coupling_at(t, b, at->q, f);
		change[order][c] = f[1];
		change[order + 1][c] = (order + 1) * f[2] * md;
		if (order == 0)
			change[2][c] = f[2] * at->qdd[i] + f[3] * md * md;
	}
}

/* d(G^T tau) = G^T dtau + dG^T tau */
static void add_turned_projection(const struct random_tree *t, const struct dense_instant *at, int i, int column,
                                  const real *tau, real *dtau)
{
	int q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	dense_index(&t->dense, NULL, q_of, v_of);
	for (int b = 0; b < t->dense.n; b++)
		if (t->text[b].coupled && v_of[t->text[b].master] == i) {
			real f[4];
			coupling_at(t, b, at->q, f);
			dtau[column] += f[2] * tau[v_of[b]];
		}
}

void random_rnea_derivatives(const struct random_tree *t, const struct dense_instant *at, real *dtau_dq, real *dtau_dqd,
                             real *size_q, real *size_qd)
{
	int velocity[NV], n = random_velocities(t, velocity);
	real change[3][NV], tau[NV], dtau[NV], of_dense[NV], size[NV], unused = 1;
	real *derivative[2] = { dtau_dq, dtau_dqd }, *sizes[2] = { size_q, size_qd };
	dense_rnea(&t->dense, at->q, at->qd, at->qdd, at->f_ext, tau, NULL);
	for (int column = 0; column < n; column++)
		for (int order = 0; order < 2; order++) {
			follow_change(t, at, velocity[column], order, change);
			dense_rnea_slope(&t->dense, at, change[0], change[1], change[2], dtau, of_dense);
			random_project(t, at->q, dtau, &unused);
			project_sizes(t, at->q, of_dense, size);
			if (order == 0)
				add_turned_projection(t, at, velocity[column], column, tau, dtau);
			for (int row = 0; row < n; row++) {
				derivative[order][row * n + column] = dtau[row];
				sizes[order][row * n + column] = size[row];
			}
		}
}

void random_fd_derivatives(const struct random_tree *t, const struct dense_instant *at, const real *tau, real *dqdd_dq,
                           real *dqdd_dqd, real *dqdd_dtau, real *condition, real scale[2])
{
	static real M[NV * NV], dtau_dq[NV * NV], dtau_dqd[NV * NV], size_q[NV * NV], size_qd[NV * NV];
	int velocity[NV], n = random_velocities(t, velocity);
	real of_model[NV], q[NQ], qd[NV], qdd[NV] = { 0 }, unused;
	random_fd(t, at->q, at->qd, tau, at->f_ext, of_model, condition, &unused);
	memcpy(q, at->q, sizeof(real) * (size_t)dense_nq(&t->dense));
	memcpy(qd, at->qd, sizeof(real) * (size_t)dense_nv(&t->dense));
	for (int i = 0; i < n; i++)
		qdd[velocity[i]] = of_model[i];
	random_follow(t, q, qd, qdd);
	struct dense_instant there = { q, qd, qdd, at->f_ext, at->hold };
	random_rnea_derivatives(t, &there, dtau_dq, dtau_dqd, size_q, size_qd);
	model_inertia(t, q, M);
	dense_answer(M, n, dtau_dq, size_q, dqdd_dq, condition, &scale[0]);
	dense_answer(M, n, dtau_dqd, size_qd, dqdd_dqd, condition, &scale[1]);
	dense_invert(M, n, dqdd_dtau, condition);
}
