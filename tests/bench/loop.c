#include "loop_inside.h"

#include <math.h>
#include <string.h>

/* The body frame in the joint frame. */
static void joint_place(const struct loop_body *b, const double *q, double R[3][3], double p[3])
{
	memset(R, 0, sizeof(double[3][3]));
	memset(p, 0, sizeof(double[3]));
	switch (b->joint) {
	case LOOP_REVOLUTE: {
		const double s = b->sign * sin(q[0]), c = cos(q[0]);
		const int j = (b->axis + 1) % 3, k = (b->axis + 2) % 3;
		R[b->axis][b->axis] = 1;
		R[j][j] = R[k][k] = c;
		R[k][j] = s;
		R[j][k] = -s;
		break;
	}
	case LOOP_PRISMATIC:
		R[0][0] = R[1][1] = R[2][2] = 1;
		p[b->axis] = b->sign * q[0];
		break;
	case LOOP_FREE: {
		const double x = q[3], y = q[4], z = q[5], w = q[6];
		const double turned[3][3] = {
			{ 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
			{ 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
			{ 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) },
		};
		memcpy(R, turned, sizeof turned);
		memcpy(p, q, sizeof(double[3]));
		break;
	}
	}
}

/* Placement in the parent's frame: at p, rotated by E^T. */
static void body_place(const struct loop_body *b, const double *q, double E[3][3], double p[3])
{
	double RJ[3][3], pJ[3];
	joint_place(b, q + b->q, RJ, pJ);
	for (int i = 0; i < 3; i++) {
		p[i] = b->p[i] + b->R[i][0] * pJ[0] + b->R[i][1] * pJ[1] + b->R[i][2] * pJ[2];
		for (int j = 0; j < 3; j++)
			E[j][i] = b->R[i][0] * RJ[0][j] + b->R[i][1] * RJ[1][j] + b->R[i][2] * RJ[2][j];
	}
}

/* X from the parent's frame, with the body at p and rotated by R = E^T in it:
 *     X = [ E  -E p x ]
 *         [ 0   E     ] */
static void place_body(struct loop_body *b, const double *q)
{
	double E[3][3], p[3];
	body_place(b, q, E, p);
	for (int i = 0; i < 3; i++) {
		double Ep[3];
		cross(p, E[i], Ep); /* row i of -E p x */
		for (int j = 0; j < 3; j++) {
			b->X[i][j] = b->X[i + 3][j + 3] = E[i][j];
			b->X[i][j + 3] = Ep[j];
			b->X[i + 3][j] = 0;
		}
	}
}

/* RBDA Table 5.1 */
void newton_euler(struct loop_model *model, const double *q, const double *qd, const double *qdd, double *tau)
{
	const double *g = model->gravity;
	for (int i = 0; i < model->n; i++) {
		struct loop_body *b = &model->body[i];
		const struct loop_body *lambda = b->parent < 0 ? NULL : &model->body[b->parent];
		const double rest[6] = { 0 }, falling[6] = { -g[0], -g[1], -g[2] };
		double vJ[6] = { 0 }, momentum[6] = { 0 };
		place_body(b, q);
		memset(b->velocity, 0, sizeof b->velocity);
		memset(b->acceleration, 0, sizeof b->acceleration);
		memset(b->force, 0, sizeof b->force);
		add_mul(b->X, lambda ? lambda->velocity : rest, b->velocity);
		add_mul(b->X, lambda ? lambda->acceleration : falling, b->acceleration);
		for (int k = 0; k < b->nv; k++) {
			vJ[row(b, k)] = b->sign * qd[b->v + k];
			b->velocity[row(b, k)] += b->sign * qd[b->v + k];
			b->acceleration[row(b, k)] += b->sign * qdd[b->v + k];
		}
		add_cross_motion(b->velocity, vJ, b->acceleration);
		add_mul(b->I, b->velocity, momentum);
		add_mul(b->I, b->acceleration, b->force);
		add_cross_force(b->velocity, momentum, b->force);
	}
	for (int i = model->n; i-- > 0;) {
		struct loop_body *b = &model->body[i];
		for (int k = 0; k < b->nv; k++)
			tau[b->v + k] = b->sign * b->force[row(b, k)] + b->armature[k] * qdd[b->v + k];
		if (b->parent >= 0)
			add_mul_transposed(b->X, b->force, model->body[b->parent].force);
	}
}

/* Ic of the parent += X^T Ic X */
static void add_composite(struct loop_body *b, struct loop_body *lambda)
{
	double IX[6][6] = { { 0 } };
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			for (int j = 0; j < 6; j++)
				IX[i][j] += b->Ic[i][k] * b->X[k][j];
	for (int k = 0; k < 6; k++)
		for (int i = 0; i < 6; i++)
			for (int j = 0; j < 6; j++)
				lambda->Ic[i][j] += b->X[k][i] * IX[k][j];
}

/* Fills rows and columns of M for velocity k of a body: F = Ic S, carried to the root. */
static void fill_column(struct loop_model *model, int i, int k, double *M)
{
	struct loop_body *b = &model->body[i];
	const int nv = model->nv, v = b->v + k, from = row(b, k);
	double F[6];
	for (int r = 0; r < 6; r++)
		F[r] = b->sign * b->Ic[r][from];
	for (int l = 0; l < b->nv; l++)
		M[v * nv + b->v + l] = b->sign * F[row(b, l)];
	for (int j = i; model->body[j].parent >= 0;) {
		double moved[6] = { 0 };
		add_mul_transposed(model->body[j].X, F, moved);
		memcpy(F, moved, sizeof F);
		j = model->body[j].parent;
		const struct loop_body *a = &model->body[j];
		for (int l = 0; l < a->nv; l++)
			M[v * nv + a->v + l] = M[(a->v + l) * nv + v] = a->sign * F[row(a, l)];
	}
	M[v * nv + v] += b->armature[k];
}

/* RBDA Table 6.2 */
static void composite_bodies(struct loop_model *model, const double *q, double *M)
{
	memset(M, 0, (size_t)model->nv * (size_t)model->nv * sizeof *M);
	for (int i = 0; i < model->n; i++) {
		place_body(&model->body[i], q);
		memcpy(model->body[i].Ic, model->body[i].I, sizeof model->body[i].I);
	}
	for (int i = model->n; i-- > 0;) {
		struct loop_body *b = &model->body[i];
		if (b->parent >= 0)
			add_composite(b, &model->body[b->parent]);
		for (int k = 0; k < b->nv; k++)
			fill_column(model, i, k, M);
	}
}

/* --- entry points; no entry point calls another, so that instructions can be counted in each --- */

void loop_rnea(struct loop_model *model, const double *q, const double *qd, const double *qdd, double *tau)
{
	newton_euler(model, q, qd, qdd, tau);
}

void loop_crba(struct loop_model *model, const double *q, double *M)
{
	composite_bodies(model, q, M);
}

void inertia_and_bias(struct loop_model *model, const double *q, const double *qd, double *M, double *h)
{
	const double rest[LOOP_VELOCITIES] = { 0 };
	composite_bodies(model, q, M);
	newton_euler(model, q, qd, rest, h);
}

void loop_dyn(struct loop_model *model, const double *q, const double *qd, double *M, double *h)
{
	inertia_and_bias(model, q, qd, M, h);
}

/* H = L^T D L in place, RBDA Table 6.3 with D apart: columns of unconnected velocities stay zero. */
void factor(const struct loop_model *model, double *H)
{
	const int n = model->nv, *before = model->before;
	for (int k = n; k-- > 0;)
		for (int i = before[k]; i >= 0; i = before[i]) {
			const double a = H[k * n + i] / H[k * n + k];
			for (int j = i; j >= 0; j = before[j])
				H[i * n + j] -= a * H[k * n + j];
			H[k * n + i] = a;
		}
}

/* x := H^-1 x, RBDA Table 6.5 */
void solve(const struct loop_model *model, const double *H, double *x)
{
	const int n = model->nv, *before = model->before;
	for (int i = n; i-- > 0;)
		for (int j = before[i]; j >= 0; j = before[j])
			x[j] -= H[i * n + j] * x[i];
	for (int i = 0; i < n; i++) {
		x[i] /= H[i * n + i];
		for (int j = before[i]; j >= 0; j = before[j])
			x[i] -= H[i * n + j] * x[j];
	}
}

/* M qdd = tau - h */
void loop_fd(struct loop_model *model, const double *q, const double *qd, const double *tau, double *qdd)
{
	double H[LOOP_VELOCITIES * LOOP_VELOCITIES], h[LOOP_VELOCITIES];
	inertia_and_bias(model, q, qd, H, h);
	for (int i = 0; i < model->nv; i++)
		qdd[i] = tau[i] - h[i];
	factor(model, H);
	solve(model, H, qdd);
}

/* Computes the world poses of the bodies on the path to the last body; returns the last body. */
static const struct loop_body *place_path(struct loop_model *model, const double *q)
{
	static const double upright[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, origin[3] = { 0 };
	struct loop_body *b = NULL;
	for (int l = 0; l < model->paths; l++) {
		const double(*R)[3] = b ? (const double(*)[3])b->world_R : upright, *from = b ? b->world_p : origin;
		double E[3][3], p[3];
		b = &model->body[model->path[l]];
		body_place(b, q, E, p);
		for (int i = 0; i < 3; i++) {
			b->world_p[i] = from[i] + R[i][0] * p[0] + R[i][1] * p[1] + R[i][2] * p[2];
			for (int j = 0; j < 3; j++)
				b->world_R[i][j] = R[i][0] * E[j][0] + R[i][1] * E[j][1] + R[i][2] * E[j][2];
		}
	}
	return b;
}

void loop_fk(struct loop_model *model, const double *q, double *R, double *p)
{
	const struct loop_body *last = place_path(model, q);
	memcpy(R, last->world_R, sizeof last->world_R);
	memcpy(p, last->world_p, sizeof last->world_p);
}

/* RBDA section 4.1.5, but at the last body's origin and in world axes: (a x arm, a) for a joint that turns about a */
void loop_jac(struct loop_model *model, const double *q, double *J)
{
	const int nv = model->nv;
	const double *end = place_path(model, q)->world_p;
	memset(J, 0, 6 * (size_t)nv * sizeof *J);
	for (int l = 0; l < model->paths; l++) {
		const struct loop_body *b = &model->body[model->path[l]];
		const double arm[3] = { end[0] - b->world_p[0], end[1] - b->world_p[1], end[2] - b->world_p[2] };
		for (int k = 0; k < b->nv; k++) {
			const int r = row(b, k);
			double a[3], moved[3], *column = J + b->v + k;
			for (int i = 0; i < 3; i++)
				a[i] = b->sign * b->world_R[i][r % 3];
			cross(a, arm, moved);
			for (int i = 0; i < 3; i++) {
				column[i * nv] = r < 3 ? a[i] : moved[i];
				column[(i + 3) * nv] = r < 3 ? 0 : a[i];
			}
		}
	}
}
