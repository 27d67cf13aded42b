/* The textbook reference of all functions of a tree except inverse dynamics and the inertia matrix.
 * Called by the tests only, never by the compiler; it shares no code with the compiler.
 * The caller owns every array; matrices are row-major; nothing is kept between calls.
 *
 * `scale`, unless NULL, gets the size of the largest term that a sound computation may cancel. */
#ifndef DENSE_FUNCTIONS_H
#define DENSE_FUNCTIONS_H

#include "dense.h"

#include <stdbool.h>

/* --- frames: dense_kinematics.c --- */

/* A frame fixed to a body, and its placement in the body frame; body -1 is the world. */
struct dense_site {
	int body;
	struct dense_frame at;
};

/* The frame in the world: R row by row, its columns are the frame's axes. */
void dense_fk(const struct dense_tree *t, const dense_real *q, const struct dense_site *site, dense_real R[9],
              dense_real p[3], dense_real *scale);

/* J (6 x nv): velocity of the frame's origin in rows 0 to 2, angular velocity in 3 to 5; in world axes, or in
 * the frame's own. */
void dense_jac(const struct dense_tree *t, const dense_real *q, const struct dense_site *site, dense_real *J,
               dense_real *scale);
void dense_jac_local(const struct dense_tree *t, const dense_real *q, const struct dense_site *site, dense_real *J,
                     dense_real *scale);

/* Velocity and acceleration of the frame's origin, then the angular ones, in world axes. The acceleration is the
 * second time derivative of the position, without gravity; the drift is the acceleration at qdd = 0 (of every
 * joint of the tree: coupled joints do not follow). */
void dense_vel(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const struct dense_site *site,
               dense_real v[6], dense_real *scale);
void dense_acc(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
               const struct dense_site *site, dense_real a[6], dense_real *scale);
void dense_drift(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const struct dense_site *site,
                 dense_real a[6], dense_real *scale);

/* --- a frame seen from another, whose axes are at rest: dense_relative.c --- */

/* R row by row: the axes of `site` in those of `from`; p: its origin in them, from the origin of `from`. */
void dense_relative_fk(const struct dense_tree *t, const dense_real *q, const struct dense_site *site,
                       const struct dense_site *from, dense_real R[9], dense_real p[3], dense_real *scale);
/* J (6 x nv): dp/dt, then the angular velocity, in the axes of `from`. */
void dense_relative_jac(const struct dense_tree *t, const dense_real *q, const struct dense_site *site,
                        const struct dense_site *from, dense_real *J, dense_real *scale);
/* The same, and their time derivatives. */
void dense_relative_vel(const struct dense_tree *t, const dense_real *q, const dense_real *qd,
                        const struct dense_site *site, const struct dense_site *from, dense_real v[6],
                        dense_real *scale);
void dense_relative_acc(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                        const struct dense_site *site, const struct dense_site *from, dense_real a[6],
                        dense_real *scale);

/* --- the tree as a whole: dense_whole.c; links fixed to the world do not count --- */

/* Does the body count? Its own joint or an ancestor's must move. */
bool dense_moves(const struct dense_tree *t, int body);

/* The centre of mass in the world; NaN without mass. J (3 x nv): its velocity is J qd. */
void dense_com(const struct dense_tree *t, const dense_real *q, dense_real *mass, dense_real c[3], dense_real *scale);
void dense_jcom(const struct dense_tree *t, const dense_real *q, dense_real *J, dense_real *scale);

/* Linear momentum and angular momentum about the centre of mass, in world axes, without armature: h = A qd,
 * A (6 x nv). Without mass the point is arbitrary, since the linear momentum is zero. */
void dense_momentum(const struct dense_tree *t, const dense_real *q, const dense_real *qd, dense_real h[6],
                    dense_real *scale);
void dense_cmm(const struct dense_tree *t, const dense_real *q, dense_real *A, dense_real *scale);

/* Time derivative of the momentum, for joint accelerations qdd. */
void dense_momentum_rate(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                         dense_real h[6], dense_real *scale);

/* Kinetic energy, including the armature's; potential energy -sum of m g . c, zero at the world's origin. */
void dense_energy(const struct dense_tree *t, const dense_real *q, const dense_real *qd, dense_real *kinetic,
                  dense_real *potential, dense_real *kinetic_scale, dense_real *potential_scale);

/* --- forces and accelerations: dense_dynamics.c --- */

/* dense_rnea, and for each velocity the scale of its body and all descendants; size (nv). */
void dense_rnea_sizes(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                      const dense_real *f_ext, dense_real *tau, dense_real *size);

/* dense_rnea at qdd = 0, and at qd = qdd = 0 without wrenches. */
void dense_bias(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *f_ext,
                dense_real *h, dense_real *scale);
void dense_gravity(const struct dense_tree *t, const dense_real *q, dense_real *g, dense_real *scale);

/* The wrench of the parent on each body through its joint, in the body's axes about the origin of the joint's moving
 * frame (before `then`): w (n x 6) in the order of the array. f_ext as in dense_rnea. */
void dense_reaction(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                    const dense_real *f_ext, dense_real *w, dense_real *scale);

/* Inverse of a symmetric M (n x n). condition, unless NULL: the 1-norm condition number of M scaled to a diagonal of
 * ones; it is at least the 2-norm condition number, and at most n times as large. Without a positive diagonal
 * it is infinite and the inverse NaN; from about 1e15 on no digit of the inverse is right. */
void dense_invert(const dense_real *M, int n, dense_real *inverse, dense_real *condition);

/* M x = b; size (n): the largest terms in the entries of b. scale: the size of x without any cancellation in
 * M^-1, size and M x: sum of |M^-1| (size + |M| |x|). */
void dense_solve(const dense_real *M, int n, const dense_real *b, const dense_real *size, dense_real *x,
                 dense_real *condition, dense_real *scale);

/* Forward dynamics: M qdd = tau - h. f_ext (n x 6) or NULL; condition as for dense_invert. */
void dense_fd(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *tau,
              const dense_real *f_ext, dense_real *qdd, dense_real *condition, dense_real *scale);
void dense_minv(const struct dense_tree *t, const dense_real *q, dense_real *Minv, dense_real *condition);

/* C (nv x nv) with C qd = h - g and C + C^T = dM/dt. It consists of the Christoffel symbols where all velocities are
 * time derivatives of coordinates, else of those of the Levi-Civita connection (without the armature). */
void dense_coriolis(const struct dense_tree *t, const dense_real *q, const dense_real *qd, dense_real *C,
                    dense_real *scale);

/* --- derivatives: dense_derivatives.c --- */

/* How a wrench is held while its body moves: its components in the body's axes; in the world's axes,
 * about the body's origin; in the world's axes, about a fixed point. */
enum dense_hold { DENSE_HELD_BY_BODY, DENSE_HELD_IN_AXES, DENSE_HELD_AT_POINT };

/* The point at which dense_rnea is differentiated; f_ext (n x 6) and hold (n) may be NULL: then held by their
 * bodies. */
struct dense_instant {
	const dense_real *q, *qd, *qdd, *f_ext;
	const enum dense_hold *hold;
};

/* The slope of tau (nv) where q moves at the velocity dq, and qd and qdd change by dqd and dqdd; all (nv). size (nv):
 * largest terms of the slopes, as in dense_rnea_sizes, including those of tau itself. */
void dense_rnea_slope(const struct dense_tree *t, const struct dense_instant *at, const dense_real *dq,
                      const dense_real *dqd, const dense_real *dqdd, dense_real *dtau, dense_real *size);

/* All slopes, column j along velocity j; all (nv x nv). */
void dense_rnea_derivatives(const struct dense_tree *t, const struct dense_instant *at, dense_real *dtau_dq,
                            dense_real *dtau_dqd, dense_real *size_q, dense_real *size_qd);

/* -M^-1 dtau (n x n); scale as in dense_solve: the size of the result without cancellation. */
void dense_answer(const dense_real *M, int n, const dense_real *dtau, const dense_real *size, dense_real *dqdd,
                  dense_real *condition, dense_real *scale);

/* Derivatives of qdd = fd. With M qdd + h = tau along any change, M dqdd = -dtau of dense_rnea at this qdd, and
 * dqdd/dtau = M^-1. at->qdd is not read. scale: for dqdd_dq and dqdd_dqd. */
void dense_fd_derivatives(const struct dense_tree *t, const struct dense_instant *at, const dense_real *tau,
                          dense_real *dqdd_dq, dense_real *dqdd_dqd, dense_real *dqdd_dtau, dense_real *condition,
                          dense_real scale[2]);

/* --- parameters: dense_regressor.c --- */

/* Number of bodies whose own joint moves; other bodies are parts of these, or of the world. */
int dense_moving(const struct dense_tree *t);

/* Parameters of each such body, in the order of dense_index: m, m cx, m cy, m cz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about
 * its origin in its axes, with all bodies fixed to it; pi (10 dense_moving). Any q (nq) will do. */
void dense_parameters(const struct dense_tree *t, const dense_real *q, dense_real *pi);

/* tau = Y pi without armatures; Y (nv x 10 dense_moving). A column is the torque of a robot for which one parameter is
 * 1 and all others are 0. */
void dense_regressor(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                     dense_real *Y, dense_real *scale);

/* The slope of dense_rnea by a number of the tree, at `number` and, for an off-diagonal moment, also at `same` (else
 * equal pointers): a mass, a component of a centre, an inertia, an armature, gravity, an offset `at.p` or `then.p`.
 * Positions are sums of rotated offsets and centres. So energies and tau are polynomials of degree two in each number,
 * and a central difference of any width is the slope. */
void dense_rnea_by(const struct dense_tree *t, const dense_real *q, const dense_real *qd, const dense_real *qdd,
                   dense_real *number, dense_real *same, dense_real *dtau);

/* Rank of A (rows x n, overwritten), its columns scaled to length 1: columns with a part of more than `tolerance`
 * independent of the others. A column shorter than `tolerance` beside the longest counts as zero. gap: ratio of the
 * first part not counted to the last part counted; 0 if all are counted. */
int dense_rank(dense_real *A, int rows, int n, dense_real tolerance, dense_real *gap);

/* The state space: a pose (x y z, qx qy qz qw) or a quaternion moved by a body twist (v, w) or w for unit time, and the twist that
 * leads from one to another, by |w| <= pi. */
void dense_integrate_pose(const dense_real *q, const dense_real *twist, dense_real *moved);
void dense_integrate_turn(const dense_real *q, const dense_real *w, dense_real *moved);
void dense_difference_pose(const dense_real *q0, const dense_real *q1, dense_real *twist);
void dense_difference_turn(const dense_real *q0, const dense_real *q1, dense_real *w);

#endif
