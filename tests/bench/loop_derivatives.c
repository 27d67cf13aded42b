#include "loop_inside.h"

#include <stdbool.h>
#include <string.h>

/* Newton-Euler equations, RBDA Table 5.1, differentiated one after the other. A joint that moves by s turns vectors
 * from the parent: dX = -(s x) X, dv = -s x (X v_lambda), and f reaches the parent as X^T (df + s x* f). Only bodies
 * outward of a joint change with it, so a column visits the subtree and the path to the root. */

/* velocity for a unit rate of a joint */
static void joint_axis(const struct loop_body *b, int k, double s[6])
{
	memset(s, 0, sizeof(double[6]));
	s[row(b, k)] = b->sign;
}

static void joint_velocity(const struct loop_body *b, const double *qd, double vJ[6])
{
	memset(vJ, 0, sizeof(double[6]));
	for (int k = 0; k < b->nv; k++)
		vJ[row(b, k)] = b->sign * qd[b->v + k];
}

static void subtract(const double a[6], const double b[6], double c[6])
{
	for (int i = 0; i < 6; i++)
		c[i] = a[i] - b[i];
}

/* dv and da of the first body that moves, without dv x vJ: for a change of the joint's coordinate, or of its rate. */
static void begin_slope(const struct loop_model *model, struct loop_body *b, const double s[6], bool of_rate,
                        const double vJ[6])
{
	const double *g = model->gravity, falling[6] = { -g[0], -g[1], -g[2] };
	double carried[6], Xa[6] = { 0 };
	if (of_rate) {
		memcpy(b->dv, s, sizeof b->dv);
		add_cross_motion(b->velocity, s, b->da);
		return;
	}
	subtract(vJ, b->velocity, carried); /* -X v_lambda */
	add_mul(b->X, b->parent < 0 ? falling : model->body[b->parent].acceleration, Xa);
	for (int i = 0; i < 6; i++)
		Xa[i] = -Xa[i];
	add_cross_motion(s, carried, b->dv);
	add_cross_motion(s, Xa, b->da);
}

static void slope_force(struct loop_body *b, const double vJ[6])
{
	double Iv[6] = { 0 }, Idv[6] = { 0 };
	add_cross_motion(b->dv, vJ, b->da);
	add_mul(b->I, b->velocity, Iv);
	add_mul(b->I, b->dv, Idv);
	add_mul(b->I, b->da, b->df);
	add_cross_force(b->dv, Iv, b->df);
	add_cross_force(b->velocity, Idv, b->df);
}

static void take_torque(const struct loop_body *b, int nv, double *column)
{
	for (int k = 0; k < b->nv; k++)
		column[(b->v + k) * nv] = b->sign * b->df[row(b, k)];
}

/* dtau, a column of a matrix, by one coordinate or rate of a body's joint, at the state of newton_euler. */
static void slope(struct loop_model *model, int first, int k, bool of_rate, const double *qd, double *column)
{
	const int nv = model->nv, end = model->body[first].end;
	double s[6], vJ[6];
	for (int i = 0; i < nv; i++)
		column[i * nv] = 0;
	joint_axis(&model->body[first], k, s);
	for (int i = first; i < end; i++) {
		struct loop_body *b = &model->body[i];
		const struct loop_body *lambda = &model->body[i == first ? i : b->parent];
		memset(b->dv, 0, sizeof b->dv);
		memset(b->da, 0, sizeof b->da);
		memset(b->df, 0, sizeof b->df);
		joint_velocity(b, qd, vJ);
		if (i == first) {
			begin_slope(model, b, s, of_rate, vJ);
		} else {
			add_mul(b->X, lambda->dv, b->dv);
			add_mul(b->X, lambda->da, b->da);
		}
		slope_force(b, vJ);
	}
	for (int i = end; i-- > first;) {
		struct loop_body *b = &model->body[i];
		take_torque(b, nv, column);
		if (i > first)
			add_mul_transposed(b->X, b->df, model->body[b->parent].df);
		else if (!of_rate)
			add_cross_force(s, b->force, b->df);
	}
	for (int i = first; model->body[i].parent >= 0; i = model->body[i].parent) {
		struct loop_body *lambda = &model->body[model->body[i].parent];
		memset(lambda->df, 0, sizeof lambda->df);
		add_mul_transposed(model->body[i].X, model->body[i].df, lambda->df);
		take_torque(lambda, nv, column);
	}
}

static void slopes(struct loop_model *model, const double *q, const double *qd, const double *qdd, double *dtau_dq,
                   double *dtau_dqd)
{
	double tau[LOOP_VELOCITIES];
	newton_euler(model, q, qd, qdd, tau);
	for (int i = 0; i < model->n; i++)
		for (int k = 0; k < model->body[i].nv; k++) {
			slope(model, i, k, false, qd, dtau_dq + model->body[i].v + k);
			slope(model, i, k, true, qd, dtau_dqd + model->body[i].v + k);
		}
}

void loop_rnea_derivatives(struct loop_model *model, const double *q, const double *qd, const double *qdd,
                           double *dtau_dq, double *dtau_dqd)
{
	slopes(model, q, qd, qdd, dtau_dq, dtau_dqd);
}

/* A := -M^-1 A by columns, or M^-1 */
static void solve_columns(const struct loop_model *model, const double *H, double *A, bool inverse)
{
	const int n = model->nv;
	double x[LOOP_VELOCITIES];
	for (int j = 0; j < n; j++) {
		for (int i = 0; i < n; i++)
			x[i] = inverse ? i == j : -A[i * n + j];
		solve(model, H, x);
		for (int i = 0; i < n; i++)
			A[i * n + j] = x[i];
	}
}

/* M dqdd = -dtau at the qdd of fd */
void loop_fd_derivatives(struct loop_model *model, const double *q, const double *qd, const double *tau,
                         double *dqdd_dq, double *dqdd_dqd, double *Minv)
{
	double H[LOOP_VELOCITIES * LOOP_VELOCITIES], h[LOOP_VELOCITIES], qdd[LOOP_VELOCITIES];
	inertia_and_bias(model, q, qd, H, h);
	for (int i = 0; i < model->nv; i++)
		qdd[i] = tau[i] - h[i];
	factor(model, H);
	solve(model, H, qdd);
	slopes(model, q, qd, qdd, dqdd_dq, dqdd_dqd);
	solve_columns(model, H, dqdd_dq, false);
	solve_columns(model, H, dqdd_dqd, false);
	solve_columns(model, H, Minv, true);
}

/* Columns for a body's parameters in its wrench, f = I a + v x* I v: with a' = a + w x v and U = [wd x] + [w x]^2, m a'
 * + U h
 * and h x a' + J wd + w x J w. */
static void body_columns(const struct loop_body *b, double A[10][6])
{
	static const int entry[6][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 0, 2 }, { 1, 2 }, { 2, 2 } };
	const double *v = b->velocity, *w = v + 3, *wd = b->acceleration + 3;
	double wv[3], a[3];
	cross(w, v, wv);
	memset(A, 0, sizeof(double[10][6]));
	for (int i = 0; i < 3; i++)
		A[0][i] = a[i] = b->acceleration[i] + wv[i];
	for (int k = 0; k < 3; k++) {
		double unit[3] = { 0 }, turned[3], twice[3], along[3];
		unit[k] = 1;
		cross(w, unit, turned);
		cross(w, turned, twice);
		cross(wd, unit, along);
		cross(unit, a, A[1 + k] + 3);
		for (int i = 0; i < 3; i++)
			A[1 + k][i] = along[i] + twice[i];
	}
	for (int k = 0; k < 6; k++) {
		const int i = entry[k][0], j = entry[k][1];
		double Jw[3] = { 0 };
		Jw[i] = w[j];
		Jw[j] = w[i];
		cross(w, Jw, A[4 + k] + 3);
		A[4 + k][3 + i] += wd[j];
		A[4 + k][3 + j] += i == j ? 0 : wd[i];
	}
}

void loop_regressor(struct loop_model *model, const double *q, const double *qd, const double *qdd, double *Y)
{
	const int width = 10 * model->n;
	double tau[LOOP_VELOCITIES], A[10][6];
	newton_euler(model, q, qd, qdd, tau);
	memset(Y, 0, (size_t)(model->nv * width) * sizeof *Y);
	for (int i = 0; i < model->n; i++) {
		body_columns(&model->body[i], A);
		for (int j = i; j >= 0; j = model->body[j].parent) {
			struct loop_body *b = &model->body[j];
			for (int c = 0; c < 10; c++) {
				double moved[6] = { 0 };
				for (int k = 0; k < b->nv; k++)
					Y[(b->v + k) * width + 10 * i + c] = b->sign * A[c][row(b, k)];
				add_mul_transposed(b->X, A[c], moved);
				memcpy(A[c], moved, sizeof moved);
			}
		}
	}
}
