#include "dense.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

/* ---- three dimensions ---- */

static void cross_matrix(const real p[3], real C[3][3])
{
	real c[3][3] = { { 0, -p[2], p[1] }, { p[2], 0, -p[0] }, { -p[1], p[0], 0 } };
	memcpy(C, c, sizeof c);
}

static void mul3(real A[3][3], real B[3][3], real C[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = 0;
			for (int k = 0; k < 3; k++)
				C[i][j] += A[i][k] * B[k][j];
		}
}

/* R = 1 + sin(angle) u x + (1 - cos(angle)) u x u x, u of unit length */
static void rotation_about(const real u[3], real angle, real R[3][3])
{
	real U[3][3], UU[3][3], s = sinl(angle), c = cosl(angle);
	cross_matrix(u, U);
	mul3(U, U, UU);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R[i][j] = (i == j) + s * U[i][j] + (1 - c) * UU[i][j];
}

/* of (qx, qy, qz, qw), which is not normalised */
static void rotation_of_quaternion(const real q[4], real R[3][3])
{
	real x = q[0], y = q[1], z = q[2], w = q[3];
	real r[3][3] = {
		{ 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
		{ 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
		{ 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) },
	};
	memcpy(R, r, sizeof r);
}

/* ---- six dimensions ---- */

static void mul6(real A[6][6], real B[6][6], real C[6][6])
{
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++) {
			C[i][j] = 0;
			for (int k = 0; k < 6; k++)
				C[i][j] += A[i][k] * B[k][j];
		}
}

/* y += A x */
static void add_mul(real A[6][6], const real x[6], real y[6])
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			y[i] += A[i][k] * x[k];
}

/* y += A^T x */
static void add_mul_transposed(real A[6][6], const real x[6], real y[6])
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			y[i] += A[k][i] * x[k];
}

/* The motion transform from A to B, for B placed in A: with E = R^T
 *     X = [ E  -E p x ]
 *         [ 0   E     ]
 * and X^T takes wrenches from B back to A. */
static void motion_transform(const struct dense_frame *B, real X[6][6])
{
	real E[3][3], P[3][3], EP[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			E[i][j] = B->R[j][i];
	cross_matrix(B->p, P);
	mul3(E, P, EP);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			X[i][j] = X[i + 3][j + 3] = E[i][j];
			X[i][j + 3] = -EP[i][j];
			X[i + 3][j] = 0;
		}
}

/* the inverse of motion_transform: p x = R (E p x) */
static void frame_of_transform(real X[6][6], struct dense_frame *B)
{
	real EP[3][3], P[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			B->R[j][i] = X[i][j];
			EP[i][j] = -X[i][j + 3];
		}
	mul3(B->R, EP, P);
	B->p[0] = P[2][1];
	B->p[1] = P[0][2];
	B->p[2] = P[1][0];
}

/* v x, the cross product with a motion; v x* is minus its transpose
 *     v x = [ w x  v x ]
 *           [ 0    w x ] */
static void motion_cross(const real v[6], real C[6][6])
{
	real V[3][3], W[3][3];
	cross_matrix(v, V);
	cross_matrix(v + 3, W);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = C[i + 3][j + 3] = W[i][j];
			C[i][j + 3] = V[i][j];
			C[i + 3][j] = 0;
		}
}

/* RBDA eq. 2.63, linear part first:
 *     I = [ m 1     m c x^T            ]
 *         [ m c x   Ic + m c x c x^T   ] */
static void spatial_inertia(const struct dense_body *b, real I[6][6])
{
	real C[3][3], Ct[3][3], CCt[3][3];
	cross_matrix(b->com, C);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			Ct[i][j] = C[j][i];
	mul3(C, Ct, CCt);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			I[i][j] = b->mass * (i == j);
			I[i][j + 3] = b->mass * Ct[i][j];
			I[i + 3][j] = b->mass * C[i][j];
			I[i + 3][j + 3] = b->inertia[i][j] + b->mass * CCt[i][j];
		}
}

/* ---- motions ---- */

static const struct dense_frame identity = {
	{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 }
};

static void unit_vector(const real a[3], real u[3])
{
	real length = sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
	for (int i = 0; i < 3; i++)
		u[i] = length > 0 ? a[i] / length : 0;
}

void dense_turn(struct dense_frame *frame, real x, real y, real z, real angle)
{
	struct dense_frame old = *frame;
	real u[3], R[3][3];
	unit_vector((const real[3]) { x, y, z }, u);
	rotation_about(u, angle, R);
	mul3(old.R, R, frame->R);
}

void dense_shift(struct dense_frame *frame, real x, real y, real z)
{
	for (int i = 0; i < 3; i++)
		frame->p[i] += frame->R[i][0] * x + frame->R[i][1] * y + frame->R[i][2] * z;
}

void dense_helical(const real *q, const real *param, struct dense_frame *moving)
{
	const real both[2] = { q[0], param[3] * q[0] };
	dense_cylindrical(both, param, moving);
}

void dense_cylindrical(const real *q, const real *param, struct dense_frame *moving)
{
	real u[3];
	unit_vector(param, u);
	dense_shift(moving, q[1] * u[0], q[1] * u[1], q[1] * u[2]);
	dense_turn(moving, u[0], u[1], u[2], q[0]);
}

/* R = Rx(q1) Ry(q2) */
void dense_universal(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_turn(moving, 1, 0, 0, q[0]);
	dense_turn(moving, 0, 1, 0, q[1]);
}

void dense_planar(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_shift(moving, q[0], q[1], 0);
	dense_turn(moving, 0, 0, 1, q[2]);
}

static void place_motion(const struct dense_body *b, const real *q, struct dense_frame *moving)
{
	*moving = identity;
	b->pose(q, b->param, moving);
}

/* x += a (ahead + sign behind - (1 + sign) here), in all twelve numbers */
static void add_difference(real a, int sign, const struct dense_frame *ahead,
						   const struct dense_frame *behind, const struct dense_frame *here,
						   struct dense_frame *x)
{
	for (int i = 0; i < 3; i++) {
		x->p[i] += a * (ahead->p[i] + sign * behind->p[i] - (1 + sign) * here->p[i]);
		for (int j = 0; j < 3; j++)
			x->R[i][j] += a * (ahead->R[i][j] + sign * behind->R[i][j]
							   - (1 + sign) * here->R[i][j]);
	}
}

/* The first and second derivative of the placement at q + t along, at t = 0, by central differences
 * of order 2 n = 12 with the step h:
 *     f'  = sum over k = 1 .. n of      w_k / h        (f(k h) - f(-k h))
 *     f'' = sum over k = 1 .. n of  2 / k  w_k / h^2   (f(k h) + f(-k h) - 2 f(0))
 *     w_k = (-1)^(k+1) / k  n!^2 / ((n - k)! (n + k)!)
 * For f of size 1 rounding leaves about 1e-17 in f' and 1e-15 in f''. What is cut off is less as long
 * as f has no singularity within about a unit, in the complex plane too. */
static void differentiate(const struct dense_body *b, const real *q, const real *along,
						  struct dense_frame *first, struct dense_frame *second)
{
	enum { SIDE = 6 };
	const real h = 1 / 64.0L;
	struct dense_frame here, ahead, behind;
	real there[6], ratio = -1;
	memset(first, 0, sizeof *first);
	memset(second, 0, sizeof *second);
	place_motion(b, q, &here);
	for (int k = 1; k <= SIDE; k++) {
		for (int i = 0; i < b->coordinates; i++)
			there[i] = q[i] + k * h * along[i];
		place_motion(b, there, &ahead);
		for (int i = 0; i < b->coordinates; i++)
			there[i] = q[i] - k * h * along[i];
		place_motion(b, there, &behind);
		ratio *= -(real)(SIDE - k + 1) / (SIDE + k);
		add_difference(ratio / (k * h), -1, &ahead, &behind, &here, first);
		add_difference(2 * ratio / (k * h * k * h), +1, &ahead, &behind, &here, second);
	}
}

/* R^T p, and the vector of the skew part of R^T A: the velocity in the moving frame, when p and A are
 * the derivatives of its origin and axes */
static void turn_back(const struct dense_frame *moving, const struct dense_frame *derivative, real v[6])
{
	real B[3][3] = { { 0 } };
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++)
				B[i][j] += moving->R[k][i] * derivative->R[k][j];
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		v[i] = 0;
		for (int r = 0; r < 3; r++)
			v[i] += moving->R[r][i] * derivative->p[r];
		v[i + 3] = (B[k][j] - B[j][k]) / 2;
	}
}

/* S and cJ from the placement alone. Each column of S is the velocity along one coordinate. cJ is how
 * the velocity (v, w) = (R^T p', R^T R') changes on the straight line through q towards qd:
 *     v' = R^T p'' - w x v
 *     w x' = R^T R'' + R'^T R', of which the second term is symmetric */
static void differentiate_motion(const struct dense_body *b, const real *q, const real *qd,
								 real S[6][6], real cJ[6])
{
	struct dense_frame moving, first, second;
	real along[6] = { 0 }, speed = 0, v[6], W[3][3];
	place_motion(b, q, &moving);
	for (int j = 0; j < b->coordinates; j++) {
		along[j] = 1;
		differentiate(b, q, along, &first, &second);
		turn_back(&moving, &first, v);
		for (int i = 0; i < 6; i++)
			S[i][j] = v[i];
		along[j] = 0;
		speed += qd[j] * qd[j];
	}
	if (speed == 0)
		return;
	speed = sqrtl(speed);
	for (int j = 0; j < b->coordinates; j++)
		along[j] = qd[j] / speed;
	differentiate(b, q, along, &first, &second);
	turn_back(&moving, &first, v);
	turn_back(&moving, &second, cJ);
	cross_matrix(v + 3, W);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			cJ[i] -= W[i][k] * v[k];
	for (int i = 0; i < 6; i++)
		cJ[i] *= speed * speed;
}

/* ---- joints: nothing below these four functions knows their kinds ---- */

static int joint_nv(const struct dense_body *b)
{
	static const int nv[] = {
		[DENSE_FIXED] = 0, [DENSE_REVOLUTE] = 1, [DENSE_PRISMATIC] = 1, [DENSE_FREE] = 6,
		[DENSE_SPHERICAL] = 3
	};
	return b->joint == DENSE_MOTION ? b->coordinates : nv[b->joint];
}

static int joint_nq(const struct dense_body *b)
{
	return joint_nv(b) + (b->joint == DENSE_FREE || b->joint == DENSE_SPHERICAL);
}

/* RBDA Table 4.1: the transform XJ from the joint frame to the moving frame and, in the moving
 * frame, the columns S (6 x nv), the joint's velocity vJ = S qd and the part cJ of its acceleration
 * that is left at qdd = 0. cJ is zero where S is constant, for all kinds but DENSE_MOTION. */
static void jcalc(const struct dense_body *b, const real *q, const real *qd, real XJ[6][6],
				  real S[6][6], real vJ[6], real cJ[6])
{
	struct dense_frame moving = identity;
	real u[3];
	unit_vector(b->axis, u);
	memset(S, 0, sizeof(real[6][6]));
	memset(vJ, 0, sizeof(real[6]));
	memset(cJ, 0, sizeof(real[6]));

	switch (b->joint) {
	case DENSE_FIXED:
		break;
	case DENSE_REVOLUTE:
		rotation_about(u, q[0], moving.R);
		for (int i = 0; i < 3; i++)
			S[i + 3][0] = u[i];
		break;
	case DENSE_PRISMATIC:
		for (int i = 0; i < 3; i++) {
			moving.p[i] = q[0] * u[i];
			S[i][0] = u[i];
		}
		break;
	case DENSE_FREE:
		rotation_of_quaternion(q + 3, moving.R);
		memcpy(moving.p, q, sizeof moving.p);
		for (int i = 0; i < 6; i++)
			S[i][i] = 1;
		break;
	case DENSE_SPHERICAL:
		rotation_of_quaternion(q, moving.R);
		for (int i = 0; i < 3; i++)
			S[i + 3][i] = 1;
		break;
	case DENSE_MOTION:
		place_motion(b, q, &moving);
		differentiate_motion(b, q, qd, S, cJ);
		break;
	}
	motion_transform(&moving, XJ);
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < joint_nv(b); j++)
			vJ[i] += S[i][j] * qd[j];
}

/* the turn by h w in body axes, a quaternion multiplied from the right */
static void move_quaternion(const real q[4], const real w[3], real h, real moved[4])
{
	real speed = sqrtl(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
	real half = speed > 0 ? sinl(h * speed / 2) / speed : 0;
	real x = half * w[0], y = half * w[1], z = half * w[2], c = cosl(h * speed / 2);
	moved[0] = q[0] * c + q[3] * x + q[1] * z - q[2] * y;
	moved[1] = q[1] * c + q[3] * y + q[2] * x - q[0] * z;
	moved[2] = q[2] * c + q[3] * z + q[0] * y - q[1] * x;
	moved[3] = q[3] * c - q[0] * x - q[1] * y - q[2] * z;
}

/* position and orientation after a time h at constant velocity, right to first order in h */
static void jmove(const struct dense_body *b, const real *q, const real *v, real h, real *moved)
{
	real R[3][3];
	switch (b->joint) {
	case DENSE_FREE:
		rotation_of_quaternion(q + 3, R);
		for (int i = 0; i < 3; i++)
			moved[i] = q[i] + h * (R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2]);
		move_quaternion(q + 3, v + 3, h, moved + 3);
		break;
	case DENSE_SPHERICAL:
		move_quaternion(q, v, h, moved);
		break;
	default:
		for (int i = 0; i < joint_nq(b); i++)
			moved[i] = q[i] + h * v[i];
		break;
	}
}

/* ---- the tree ---- */

void dense_widen(const double *x, int n, real *y)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i];
}

int dense_nq(const struct dense_tree *t)
{
	int nq = 0;
	for (int b = 0; b < t->n; b++)
		nq += joint_nq(&t->body[b]);
	return nq;
}

int dense_nv(const struct dense_tree *t)
{
	int nv = 0;
	for (int b = 0; b < t->n; b++)
		nv += joint_nv(&t->body[b]);
	return nv;
}

static void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);
	if (!p)
		abort();
	return p;
}

static int order_children(const struct dense_tree *t, int parent, int *order, int k)
{
	for (int b = 0; b < t->n; b++)
		if (t->body[b].parent == parent) {
			order[k] = b;
			k = order_children(t, b, order, k + 1);
		}
	return k;
}

void dense_index(const struct dense_tree *t, int *order, int *q_of, int *v_of)
{
	int *by_depth = zeroed((size_t)t->n, sizeof *by_depth), nq = 0, nv = 0;
	int reached = order_children(t, -1, by_depth, 0);
	assert(reached == t->n);
	(void)reached;
	for (int k = 0; k < t->n; k++) {
		int b = by_depth[k];
		if (order)
			order[k] = b;
		if (q_of)
			q_of[b] = nq;
		if (v_of)
			v_of[b] = nv;
		nq += joint_nq(&t->body[b]);
		nv += joint_nv(&t->body[b]);
	}
	free(by_depth);
}

/* what the passes over the tree keep for each body */
struct state {
	int iq, iv, nv;             /* its joint's coordinates and velocities */
	real X[6][6];               /* from the parent's body frame to this one */
	real S[6][6], vJ[6], cJ[6]; /* as of jcalc, but in the body frame */
	real v[6], a[6], f[6];
	bool turns, slides;         /* a joint at or above this body can */
};

/* all that depends on q, and the joint velocities; qd may be NULL for rest; order (n) is filled */
static struct state *joint_states(const struct dense_tree *t, const real *q, const real *qd,
								  int *order)
{
	struct state *state = zeroed((size_t)t->n, sizeof *state);
	int *q_of = zeroed((size_t)t->n, sizeof *q_of), *v_of = zeroed((size_t)t->n, sizeof *v_of);
	const real rest[6] = { 0 };
	dense_index(t, order, q_of, v_of);
	for (int k = 0; k < t->n; k++) {
		const struct dense_body *b = &t->body[order[k]];
		struct state *s = &state[order[k]];
		s->iq = q_of[order[k]];
		s->iv = v_of[order[k]];
		s->nv = joint_nv(b);

		real XT[6][6], XJ[6][6], XB[6][6], XJT[6][6], S[6][6], vJ[6], cJ[6];
		jcalc(b, q + s->iq, qd ? qd + s->iv : rest, XJ, S, vJ, cJ);
		motion_transform(&b->at, XT);
		motion_transform(&b->then, XB);
		mul6(XJ, XT, XJT);
		mul6(XB, XJT, s->X);
		mul6(XB, S, s->S);
		add_mul(XB, vJ, s->vJ);
		add_mul(XB, cJ, s->cJ);

		if (b->parent >= 0) {
			s->turns = state[b->parent].turns;
			s->slides = state[b->parent].slides;
		}
		for (int j = 0; j < s->nv; j++)
			for (int i = 0; i < 3; i++) {
				s->slides |= S[i][j] != 0;
				s->turns |= S[i + 3][j] != 0;
			}
	}
	free(q_of);
	free(v_of);
	return state;
}

void dense_pose(const struct dense_tree *t, const real *q, struct dense_frame *pose)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct state *state = joint_states(t, q, NULL, order);
	real (*X)[6][6] = zeroed((size_t)t->n, sizeof *X);
	for (int k = 0; k < t->n; k++) {
		int i = order[k], lambda = t->body[i].parent;
		if (lambda < 0)
			memcpy(X[i], state[i].X, sizeof X[i]);
		else
			mul6(state[i].X, X[lambda], X[i]);
		frame_of_transform(X[i], &pose[i]);
	}
	free(X);
	free(state);
	free(order);
}

void dense_move(const struct dense_tree *t, const real *q, const real *v, real h, real *moved)
{
	int *q_of = zeroed((size_t)t->n, sizeof *q_of), *v_of = zeroed((size_t)t->n, sizeof *v_of);
	dense_index(t, NULL, q_of, v_of);
	for (int b = 0; b < t->n; b++)
		jmove(&t->body[b], q + q_of[b], v + v_of[b], h, moved + q_of[b]);
	free(q_of);
	free(v_of);
}

/* ---- inverse dynamics ---- */

/* the largest magnitude met so far; a NaN stays */
static void raise3(real *scale, const real x[3])
{
	for (int i = 0; i < 3; i++)
		if (!(fabsl(x[i]) <= *scale))
			*scale = fabsl(x[i]);
}

/* outward: velocity and acceleration of body i; gravity enters as an acceleration of the world */
static void rnea_motion(const struct dense_tree *t, struct state *state, int i, const real *qdd)
{
	struct state *s = &state[i];
	int lambda = t->body[i].parent;
	real world_v[6] = { 0 }, C[6][6];
	real world_a[6] = { -t->gravity[0], -t->gravity[1], -t->gravity[2], 0, 0, 0 };

	/* v = X v_lambda + vJ */
	memcpy(s->v, s->vJ, sizeof s->v);
	add_mul(s->X, lambda < 0 ? world_v : state[lambda].v, s->v);

	/* a = X a_lambda + S qdd + cJ + v x vJ */
	memcpy(s->a, s->cJ, sizeof s->a);
	add_mul(s->X, lambda < 0 ? world_a : state[lambda].a, s->a);
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < s->nv; j++)
			s->a[k] += s->S[k][j] * qdd[s->iv + j];
	motion_cross(s->v, C);
	add_mul(C, s->vJ, s->a);
}

/* f = I a + v x* I v - f_ext */
static void rnea_wrench(const struct dense_body *b, struct state *s, const real *f_ext, real *scale)
{
	real I[6][6], C[6][6], h[6] = { 0 }, vh[6] = { 0 };
	spatial_inertia(b, I);
	motion_cross(s->v, C);
	add_mul(I, s->v, h);
	add_mul_transposed(C, h, vh);
	add_mul(I, s->a, s->f);
	for (int k = 0; k < 6; k++)
		s->f[k] -= vh[k];

	if (s->turns) {
		real Cc[3][3], lever[3] = { 0 };
		cross_matrix(b->com, Cc);
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 3; k++)
				lever[i] += Cc[i][k] * s->f[k];
		raise3(scale, s->f + 3);
		raise3(scale, lever);
		if (f_ext)
			raise3(scale, f_ext + 3);
	}
	for (int k = 0; f_ext && k < 6; k++)
		s->f[k] -= f_ext[k];
}

/* inward: tau = S^T f, and f is handed on to the parent */
static void rnea_torque(const struct dense_tree *t, struct state *state, int i, const real *qdd,
						real *tau, real *scale)
{
	const struct dense_body *b = &t->body[i];
	struct state *s = &state[i];
	for (int j = 0; j < s->nv; j++) {
		real rotor[3] = { b->armature[j] * qdd[s->iv + j] };
		tau[s->iv + j] = rotor[0];
		for (int k = 0; k < 6; k++)
			tau[s->iv + j] += s->S[k][j] * s->f[k];
		raise3(scale, rotor);
	}
	if (s->turns)
		raise3(scale, s->f + 3);
	if (s->slides)
		raise3(scale, s->f);

	if (b->parent < 0)
		return;
	real force[6] = { s->f[0], s->f[1], s->f[2], 0, 0, 0 }, about_parent[6] = { 0 };
	add_mul_transposed(s->X, force, about_parent);
	if (state[b->parent].turns)
		raise3(scale, about_parent + 3);
	add_mul_transposed(s->X, s->f, state[b->parent].f);
}

/* RBDA Table 5.1 */
void dense_rnea(const struct dense_tree *t, const real *q, const real *qd, const real *qdd,
				const real *f_ext, real *tau, real *scale)
{
	int *order = zeroed((size_t)t->n, sizeof *order);
	struct state *state = joint_states(t, q, qd, order);
	real largest = 0;
	for (int k = 0; k < t->n; k++)
		rnea_motion(t, state, order[k], qdd);
	for (int i = 0; i < t->n; i++)
		rnea_wrench(&t->body[i], &state[i], f_ext ? f_ext + 6 * i : NULL, &largest);
	for (int k = t->n; k-- > 0; )
		rnea_torque(t, state, order[k], qdd, tau, &largest);
	if (scale)
		*scale = largest;
	free(state);
	free(order);
}

/* ---- the inertia matrix ---- */

/* J (6 x nv) of body i, in its own frame: J = X J_lambda, and S in the columns of its joint */
static void body_jacobian(const struct state *s, int nv, const real *J_lambda, real *J)
{
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < nv; j++) {
			J[k * nv + j] = 0;
			for (int l = 0; J_lambda && l < 6; l++)
				J[k * nv + j] += s->X[k][l] * J_lambda[l * nv + j];
		}
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < s->nv; j++)
			J[k * nv + s->iv + j] = s->S[k][j];
}

/* M += J^T I J; the largest product J_ki I_kl J_lj is that of the largest in rows k and l */
static void add_kinetic(real I[6][6], const real *J, int nv, real *M, real *scale)
{
	real *IJ = zeroed((size_t)(6 * nv), sizeof *IJ), largest[6] = { 0 };
	for (int k = 0; k < 6; k++)
		for (int j = 0; j < nv; j++) {
			for (int l = 0; l < 6; l++)
				IJ[k * nv + j] += I[k][l] * J[l * nv + j];
			largest[k] = fmaxl(largest[k], fabsl(J[k * nv + j]));
		}
	for (int i = 0; i < nv; i++)
		for (int j = 0; j < nv; j++)
			for (int k = 0; k < 6; k++)
				M[i * nv + j] += J[k * nv + i] * IJ[k * nv + j];
	for (int k = 0; k < 6; k++)
		for (int l = 0; l < 6; l++)
			*scale = fmaxl(*scale, largest[k] * fabsl(I[k][l]) * largest[l]);
	free(IJ);
}

/* from the kinetic energy of all bodies, 1/2 qd^T M qd = sum of 1/2 v^T I v with v = J qd */
void dense_crba(const struct dense_tree *t, const real *q, real *M, real *scale)
{
	int nv = dense_nv(t), *order = zeroed((size_t)t->n, sizeof *order);
	struct state *state = joint_states(t, q, NULL, order);
	real *J = zeroed((size_t)t->n * 6 * (size_t)nv, sizeof *J), largest = 0;
	memset(M, 0, (size_t)nv * (size_t)nv * sizeof *M);
	for (int k = 0; k < t->n; k++) {
		int i = order[k], lambda = t->body[i].parent;
		real I[6][6];
		body_jacobian(&state[i], nv, lambda < 0 ? NULL : J + lambda * 6 * nv, J + i * 6 * nv);
		spatial_inertia(&t->body[i], I);
		add_kinetic(I, J + i * 6 * nv, nv, M, &largest);
		for (int j = 0; j < state[i].nv; j++) {
			int d = state[i].iv + j;
			M[d * nv + d] += t->body[i].armature[j];
			largest = fmaxl(largest, t->body[i].armature[j]);
		}
	}
	if (scale)
		*scale = largest;
	free(J);
	free(state);
	free(order);
}
