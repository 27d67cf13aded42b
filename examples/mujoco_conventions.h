/* Converts between the arrays of generated C and MuJoCo's, for a robot whose first joint is free. Each other joint has
 * one coordinate, and both programs have the joints in the same order.
 *
 * The guide legged.md explains the conventions; tests/peers compares these functions with MuJoCo. Arrays are the
 * caller's. Inputs and outputs may not overlap. Matrices are row-major. R turns body axes into world axes; it is the
 * rotation of the base, by `fk` or MuJoCo's xmat, unless stated. */
#ifndef MUJOCO_CONVENTIONS_H
#define MUJOCO_CONVENTIONS_H

static inline void mujoco_world_axes(const double R[9], const double x[3], double y[3])
{
	for (int i = 0; i < 3; i++)
		y[i] = R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

static inline void mujoco_body_axes(const double R[9], const double x[3], double y[3])
{
	for (int i = 0; i < 3; i++)
		y[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2];
}

static inline void mujoco_cross(const double a[3], const double b[3], double c[3])
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* --- states and forces --- */

/* MuJoCo's quaternion has the scalar part first. */
static inline void to_mujoco_qpos(int nq, const double *q, double *qpos)
{
	for (int i = 0; i < nq; i++)
		qpos[i] = i < 3 || i > 6 ? q[i] : q[3 + (i - 3 + 3) % 4];
}

static inline void from_mujoco_q(int nq, const double *qpos, double *q)
{
	for (int i = 0; i < nq; i++)
		q[i] = i < 3 || i > 6 ? qpos[i] : qpos[3 + (i - 3 + 1) % 4];
}

/* qd to qvel; tau to qfrc_applied. MuJoCo's linear part is in world axes. */
static inline void to_mujoco_qvel(int nv, const double R[9], const double *qd, double *qvel)
{
	mujoco_world_axes(R, qd, qvel);
	for (int i = 3; i < nv; i++)
		qvel[i] = qd[i];
}

/* qvel to qd; qfrc_inverse to tau */
static inline void from_mujoco_qd(int nv, const double R[9], const double *qvel, double *qd)
{
	mujoco_body_axes(R, qvel, qd);
	for (int i = 3; i < nv; i++)
		qd[i] = qvel[i];
}

/* d(R v)/dt = R (dv/dt + w x v) */
static inline void to_mujoco_qacc(int nv, const double R[9], const double *qd, const double *qdd, double *qacc)
{
	double linear[3];
	mujoco_cross(qd + 3, qd, linear);
	for (int i = 0; i < 3; i++)
		linear[i] += qdd[i];
	mujoco_world_axes(R, linear, qacc);
	for (int i = 3; i < nv; i++)
		qacc[i] = qdd[i];
}

static inline void from_mujoco_qdd(int nv, const double R[9], const double *qd, const double *qacc, double *qdd)
{
	double turning[3];
	mujoco_cross(qd + 3, qd, turning);
	from_mujoco_qd(nv, R, qacc, qdd);
	for (int i = 0; i < 3; i++)
		qdd[i] -= turning[i];
}

/* f_ext of a body, in its axes at its origin, to its xfrc_applied, in world axes at its centre of mass. R is the
 * rotation of this body, offset is xipos - xpos. */
static inline void to_mujoco_xfrc(const double R[9], const double offset[3], const double f_ext[6], double xfrc[6])
{
	double moment[3];
	mujoco_world_axes(R, f_ext, xfrc);
	mujoco_world_axes(R, f_ext + 3, xfrc + 3);
	mujoco_cross(offset, xfrc, moment);
	for (int i = 0; i < 3; i++)
		xfrc[3 + i] -= moment[i];
}

/* --- motions of bodies --- */

/* mj_objectVelocity of mjOBJ_XBODY in world axes to `vel`: MuJoCo has the angular part first. */
static inline void from_mujoco_vel(const double object[6], double v[6])
{
	for (int i = 0; i < 3; i++) {
		v[i] = object[3 + i];
		v[3 + i] = object[i];
	}
}

/* mj_objectAcceleration of mjOBJ_XBODY in world axes, after mj_rnePostConstraint, to `acc`: MuJoCo subtracts gravity, like an accelerometer. */
static inline void from_mujoco_acc(const double object[6], const double gravity[3], double a[6])
{
	from_mujoco_vel(object, a);
	for (int i = 0; i < 3; i++)
		a[i] += gravity[i];
}

/* --- matrices, in place --- */

/* Columns for qvel to columns for qd: jacp and jacr become rows of `jac`. */
static inline void from_mujoco_columns(int rows, int nv, const double R[9], double *J)
{
	for (int r = 0; r < rows; r++) {
		const double linear[3] = { J[r * nv], J[r * nv + 1], J[r * nv + 2] };
		mujoco_body_axes(R, linear, J + r * nv);
	}
}

/* Rows of qfrc to rows of tau. */
static inline void from_mujoco_rows(int columns, const double R[9], double *D)
{
	for (int c = 0; c < columns; c++) {
		const double linear[3] = { D[c], D[columns + c], D[2 * columns + c] };
		double turned[3];
		mujoco_body_axes(R, linear, turned);
		for (int i = 0; i < 3; i++)
			D[i * columns + c] = turned[i];
	}
}

/* mj_fullM's matrix to that of `crba`. */
static inline void from_mujoco_M(int nv, const double R[9], double *M)
{
	from_mujoco_columns(nv, nv, R, M);
	from_mujoco_rows(nv, R, M);
}

/* D[:, first + k] += sign A[:, 0:3] R (axis k x x), for the three axes */
static inline void mujoco_add_turns(int nv, const double R[9], const double *A, const double x[3], double sign,
                                    int first, double *D)
{
	for (int k = 0; k < 3; k++) {
		double axis[3] = { 0, 0, 0 }, turned[3], y[3];
		axis[k] = sign;
		mujoco_cross(axis, x, turned);
		mujoco_world_axes(R, turned, y);
		for (int i = 0; i < nv; i++)
			D[i * nv + first + k] += A[i * nv] * y[0] + A[i * nv + 1] * y[1] + A[i * nv + 2] * y[2];
	}
}

/* Derivatives of qfrc_inverse with respect to qpos, qvel and qacc, nv x nv each (mjd_inverseFD has their transposes), to
 * those of `rnea`: by_q and by_qd are converted in place. from_mujoco_M(by_qacc) is M.
 *
 * tau has three terms more than MuJoCo's in the base's orientation: the linear velocity R v and acceleration R (dv/dt +
 * w x v) turn with the base, and so do the axes of the force. w x v also depends on qd. */
static inline void from_mujoco_derivatives(int nv, const double R[9], const double *qd, const double *qdd,
                                           const double *tau, const double *by_qacc, double *by_q, double *by_qd)
{
	double linear[3];
	mujoco_cross(qd + 3, qd, linear);
	for (int i = 0; i < 3; i++)
		linear[i] += qdd[i];
	from_mujoco_columns(nv, nv, R, by_q);
	mujoco_add_turns(nv, R, by_qd, qd, 1, 3, by_q);
	mujoco_add_turns(nv, R, by_qacc, linear, 1, 3, by_q);
	from_mujoco_columns(nv, nv, R, by_qd);
	mujoco_add_turns(nv, R, by_qacc, qd + 3, -1, 0, by_qd);
	mujoco_add_turns(nv, R, by_qacc, qd, 1, 3, by_qd);
	from_mujoco_rows(nv, R, by_q);
	from_mujoco_rows(nv, R, by_qd);
	for (int k = 0; k < 3; k++) {
		double axis[3] = { 0, 0, 0 }, x[3];
		axis[k] = 1;
		mujoco_cross(tau, axis, x);
		for (int i = 0; i < 3; i++)
			by_q[i * nv + 3 + k] += x[i];
	}
}

#endif
