#include "dense_inside.h"

/* --- motions --- */

static const struct dense_frame identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };

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
	unit_vector((const real[3]){ x, y, z }, u);
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
static void add_difference(real a, int sign, const struct dense_frame *ahead, const struct dense_frame *behind,
                           const struct dense_frame *here, struct dense_frame *x)
{
	for (int i = 0; i < 3; i++) {
		x->p[i] += a * (ahead->p[i] + sign * behind->p[i] - (1 + sign) * here->p[i]);
		for (int j = 0; j < 3; j++)
			x->R[i][j] += a * (ahead->R[i][j] + sign * behind->R[i][j] - (1 + sign) * here->R[i][j]);
	}
}

/* First and second derivative of the placement at q + t along, at t = 0, by central differences
 * of order 2 n = 12 with the step h:
 *     f'  = sum over k = 1 .. n of      w_k / h        (f(k h) - f(-k h))
 *     f'' = sum over k = 1 .. n of  2 / k  w_k / h^2   (f(k h) + f(-k h) - 2 f(0))
 *     w_k = (-1)^(k+1) / k  n!^2 / ((n - k)! (n + k)!)
 * For f of size 1 rounding leaves about 1e-17 in f' and 1e-15 in f''. The truncation error is smaller, provided
 * that f has no singularity within about a unit, in the complex plane too. */
static void differentiate(const struct dense_body *b, const real *q, const real *along, struct dense_frame *first,
                          struct dense_frame *second)
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

/* S and cJ from the placement alone. Each column of S is the velocity along one coordinate. cJ is the rate of
 * the velocity (v, w) = (R^T p', R^T R') on the straight line through q towards qd:
 *     v' = R^T p'' - w x v
 *     w x' = R^T R'' + R'^T R', of which the second term is symmetric */
static void differentiate_motion(const struct dense_body *b, const real *q, const real *qd, real S[6][6], real cJ[6])
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

/* dS/dt on the straight line through q towards qd, by the differences of `differentiate` */
static void differentiate_subspace(const struct dense_body *b, const real *q, const real *qd, real Sdot[6][6])
{
	enum { SIDE = 6 };
	const real rest[6] = { 0 };
	real speed = 0, there[6], S[6][6], unused[6], ratio = -1;
	for (int j = 0; j < b->coordinates; j++)
		speed += qd[j] * qd[j];
	if (speed == 0)
		return;
	real h = 1 / (64 * sqrtl(speed));
	for (int k = 1; k <= SIDE; k++) {
		ratio *= -(real)(SIDE - k + 1) / (SIDE + k);
		for (int side = -1; side <= 1; side += 2) {
			for (int j = 0; j < b->coordinates; j++)
				there[j] = q[j] + side * k * h * qd[j];
			differentiate_motion(b, there, rest, S, unused);
			for (int i = 0; i < 6; i++)
				for (int j = 0; j < b->coordinates; j++)
					Sdot[i][j] += side * ratio / (k * h) * S[i][j];
		}
	}
}

/* Derivative of cJ at q + t along, at t = 0, by central differences of order 12; `along` has length 1 at most. The step
 * is wider than that of `differentiate`, which leaves errors of about 1e-15 in cJ. */
static void differentiate_rest(const struct dense_body *b, const real *q, const real *qd, const real *along,
                               real slope[6])
{
	enum { SIDE = 6 };
	const real h = 1 / 16.0L;
	real there[6], unused[6][6], cJ[6], ratio = -1;
	for (int k = 1; k <= SIDE; k++) {
		ratio *= -(real)(SIDE - k + 1) / (SIDE + k);
		for (int side = -1; side <= 1; side += 2) {
			for (int j = 0; j < b->coordinates; j++)
				there[j] = q[j] + side * k * h * along[j];
			differentiate_motion(b, there, qd, unused, cJ);
			for (int i = 0; i < 6; i++)
				slope[i] += side * ratio / (k * h) * cJ[i];
		}
	}
}

/* cJ is a quadratic form of qd: its slope along dqd is cJ(qd + dqd) - cJ(qd) - cJ(dqd). */
static void polarise_rest(const struct dense_body *b, const real *q, const real *qd, const real *dqd, real slope[6])
{
	real both[6] = { 0 }, unused[6][6], of_both[6] = { 0 }, of_qd[6] = { 0 }, of_dqd[6] = { 0 };
	for (int j = 0; j < b->coordinates; j++)
		both[j] = qd[j] + dqd[j];
	differentiate_motion(b, q, both, unused, of_both);
	differentiate_motion(b, q, qd, unused, of_qd);
	differentiate_motion(b, q, dqd, unused, of_dqd);
	for (int i = 0; i < 6; i++)
		slope[i] += of_both[i] - of_qd[i] - of_dqd[i];
}

/* --- the kinds of joints --- */

int dense_joint_nv(const struct dense_body *b)
{
	static const int nv[] = {
		[DENSE_FIXED] = 0, [DENSE_REVOLUTE] = 1, [DENSE_PRISMATIC] = 1, [DENSE_FREE] = 6, [DENSE_SPHERICAL] = 3
	};
	return b->joint == DENSE_MOTION ? b->coordinates : nv[b->joint];
}

int dense_joint_nq(const struct dense_body *b)
{
	return dense_joint_nv(b) + (b->joint == DENSE_FREE || b->joint == DENSE_SPHERICAL);
}

void dense_jcalc(const struct dense_body *b, const real *q, const real *qd, real XJ[6][6], real S[6][6], real vJ[6],
                 real cJ[6])
{
	struct dense_frame moving = identity;
	real u[3];
	unit_vector(b->axis, u);
	memset(S, 0, sizeof(real[6][6]));
	memset(vJ, 0, sizeof(real[6]));
	memset(cJ, 0, sizeof(real[6]));

	switch (b->joint) {
	case DENSE_FIXED: break;
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
		for (int j = 0; j < dense_joint_nv(b); j++)
			vJ[i] += S[i][j] * qd[j];
}

void dense_subspace_rate(const struct dense_body *b, const real *q, const real *qd, real Sdot[6][6])
{
	memset(Sdot, 0, sizeof(real[6][6]));
	if (b->joint == DENSE_MOTION)
		differentiate_subspace(b, q, qd, Sdot);
}

void dense_jslope(const struct dense_body *b, const real *q, const real *qd, const real *dq, const real *dqd,
                  real dS[6][6], real dcJ[6])
{
	memset(dcJ, 0, sizeof(real[6]));
	dense_subspace_rate(b, q, dq, dS);
	if (b->joint != DENSE_MOTION)
		return;
	if (largest(dq, b->coordinates) > 0 && largest(qd, b->coordinates) > 0)
		differentiate_rest(b, q, qd, dq, dcJ);
	if (largest(dqd, b->coordinates) > 0)
		polarise_rest(b, q, qd, dqd, dcJ);
}

/* rotation by h w in body axes, a quaternion multiplied from the right */
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

void dense_jmove(const struct dense_body *b, const real *q, const real *v, real h, real *moved)
{
	real R[3][3];
	switch (b->joint) {
	case DENSE_FREE:
		rotation_of_quaternion(q + 3, R);
		for (int i = 0; i < 3; i++)
			moved[i] = q[i] + h * (R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2]);
		move_quaternion(q + 3, v + 3, h, moved + 3);
		break;
	case DENSE_SPHERICAL: move_quaternion(q, v, h, moved); break;
	default:
		for (int i = 0; i < dense_joint_nq(b); i++)
			moved[i] = q[i] + h * v[i];
		break;
	}
}
