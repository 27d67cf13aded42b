/* Shared by the files of the reference: joints, and the data of passes over a tree.
 * The caller owns every array; returned arrays are freed by the caller. */
#ifndef DENSE_INSIDE_H
#define DENSE_INSIDE_H

#include "dense_functions.h"
#include "dense_spatial.h"

#include <stdlib.h>

/* --- joints: only these functions know their kinds --- */

int dense_joint_nv(const struct dense_body *b);
int dense_joint_nq(const struct dense_body *b);

/* RBDA Table 4.1: the transform XJ from the joint frame to the moving frame and, in the moving
 * frame, the columns S (6 x nv), the joint's velocity vJ = S qd and the part cJ of its acceleration
 * at qdd = 0. cJ is zero where S is constant, for all kinds but DENSE_MOTION. */
void dense_jcalc(const struct dense_body *b, const real *q, const real *qd, real XJ[6][6], real S[6][6], real vJ[6],
                 real cJ[6]);

/* dS/dt in the moving frame; cJ = dS/dt qd */
void dense_subspace_rate(const struct dense_body *b, const real *q, const real *qd, real Sdot[6][6]);

/* Along the straight line through q and qd in the direction of dq and dqd: the slopes dS of S and dcJ of cJ, in the moving
 * frame. Both are zero where S is constant. */
void dense_jslope(const struct dense_body *b, const real *q, const real *qd, const real *dq, const real *dqd,
                  real dS[6][6], real dcJ[6]);

/* position and orientation after a time h at constant velocity, right to first order in h */
void dense_jmove(const struct dense_body *b, const real *q, const real *v, real h, real *moved);

/* --- trees --- */

/* data of the passes over the tree, for each body */
struct dense_state {
	int iq, iv, nv;             /* its joint's coordinates and velocities */
	real X[6][6];               /* from the parent's body frame to its own */
	real S[6][6], vJ[6], cJ[6]; /* as of dense_jcalc, but in the body frame */
	real v[6], a[6], f[6];
	bool turns, slides; /* a joint at this body or towards the root can */
	real scale;         /* the largest term at this body or outward, as in dense_rnea */
};

/* all data that depend on q, and the joint velocities; qd may be NULL for rest; order (n) is filled */
struct dense_state *dense_states(const struct dense_tree *t, const real *q, const real *qd, int *order);

/* Each body frame in the world; pose (n). */
void dense_poses(const struct dense_tree *t, struct dense_state *state, const int *order, struct dense_frame *pose);

/* Placement of a site in the world, and the largest component of positions on its path from the root; pose as above. */
void dense_place(const struct dense_tree *t, const struct dense_frame *pose, const struct dense_site *site,
                 struct dense_frame *here, real *reach);

/* Motion of a tree at one state, for all sites of the tree. */
struct dense_motion {
	const struct dense_tree *tree;
	const dense_real *qd, *qdd; /* the caller's; NULL: all zero */
	int *order;
	struct dense_state *state;
	struct dense_frame *pose; /* in the world */
	dense_real *J;            /* as of dense_jacobians, once a site needs it */
};

/* Makes the passes over the tree; qd and qdd may be NULL. */
void dense_motion_begin(struct dense_motion *m, const struct dense_tree *t, const real *q, const real *qd,
                        const real *qdd);
void dense_motion_end(struct dense_motion *m);
/* dense_fk, dense_jac, dense_vel and dense_acc of a site. */
void dense_motion_fk(const struct dense_motion *m, const struct dense_site *site, real R[9], real p[3], real *scale);
void dense_motion_jac(struct dense_motion *m, const struct dense_site *site, real *J, real *scale);
void dense_motion_vel(struct dense_motion *m, const struct dense_site *site, real v[6], real *scale);
void dense_motion_acc(struct dense_motion *m, const struct dense_site *site, real a[6], real *scale);

/* Outward pass: v and a of all bodies; at_rest is the acceleration of a body at rest, -gravity or zero. */
void dense_outward(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                   const real at_rest[3]);

/* RBDA Table 5.1, all of dense_rnea; also f and scale of all bodies. */
void dense_newton_euler(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                        const real *f_ext, real *tau);

/* raises scale to the largest magnitude; a NaN stays */
void dense_raise(real *scale, const real x[3]);
/* dense_raise for the moment of a body's wrench, and for the moment of its force at the centre of mass. */
void dense_raise_moments(real *scale, const struct dense_body *b, const real f[6]);

/* J (n x 6 x nv): the Jacobian of body i, in its own frame, is at J + i * 6 * nv. */
real *dense_jacobians(const struct dense_tree *t, const struct dense_state *state, const int *order);

/* M += J^T A K; scale grows to the largest product J_ki A_kl K_lj, with the largest entries of rows k and l. */
void dense_add_product(const real *J, real A[6][6], const real *K, int nv, real *M, real *scale);

/* --- linear systems --- */

/* A^-1 B in place of B (n x m), by Gauss and Jordan with row exchanges; A (n x n) is overwritten. */
void dense_eliminate(real *A, int n, real *B, int m);

/* 1-norm of A (n x n): the largest sum of a column; infinite if there is a NaN */
real dense_norm(const real *A, int n);

static inline void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);
	if (!p)
		abort();
	return p;
}

#endif
