/* What the files of the reference share: joints, and what the passes over a tree keep.
 * The caller owns every array; those a function returns are freed by the caller. */
#ifndef DENSE_INSIDE_H
#define DENSE_INSIDE_H

#include "dense_functions.h"
#include "dense_spatial.h"

#include <stdlib.h>

/* --- joints: nothing but these functions knows their kinds --- */

int dense_joint_nv(const struct dense_body *b);
int dense_joint_nq(const struct dense_body *b);

/* RBDA Table 4.1: the transform XJ from the joint frame to the moving frame and, in the moving
 * frame, the columns S (6 x nv), the joint's velocity vJ = S qd and the part cJ of its acceleration
 * that is left at qdd = 0. cJ is zero where S is constant, for all kinds but DENSE_MOTION. */
void dense_jcalc(const struct dense_body *b, const real *q, const real *qd, real XJ[6][6],
				 real S[6][6], real vJ[6], real cJ[6]);

/* dS/dt in the moving frame; it leaves cJ = dS/dt qd */
void dense_subspace_rate(const struct dense_body *b, const real *q, const real *qd, real Sdot[6][6]);

/* Along the straight line through q and qd in the direction of dq and dqd: the slopes dS of S and dcJ of cJ, in the moving
 * frame. Both are zero where S is constant. */
void dense_jslope(const struct dense_body *b, const real *q, const real *qd, const real *dq, const real *dqd,
                  real dS[6][6], real dcJ[6]);

/* position and orientation after a time h at constant velocity, right to first order in h */
void dense_jmove(const struct dense_body *b, const real *q, const real *v, real h, real *moved);

/* --- trees --- */

/* what the passes over the tree keep for each body */
struct dense_state {
	int iq, iv, nv;             /* its joint's coordinates and velocities */
	real X[6][6];               /* from the parent's body frame to this one */
	real S[6][6], vJ[6], cJ[6]; /* as of dense_jcalc, but in the body frame */
	real v[6], a[6], f[6];
	bool turns, slides;         /* a joint at or above this body can */
	real scale;                 /* the largest term at or beyond this body, as of dense_rnea */
};

/* all that depends on q, and the joint velocities; qd may be NULL for rest; order (n) is filled */
struct dense_state *dense_states(const struct dense_tree *t, const real *q, const real *qd, int *order);

/* Each body frame in the world; pose (n). */
void dense_poses(const struct dense_tree *t, struct dense_state *state, const int *order, struct dense_frame *pose);

/* Where a site is in the world, and the farthest position on the way to it, by its components; pose as above. */
void dense_place(const struct dense_tree *t, const struct dense_frame *pose, const struct dense_site *site,
                 struct dense_frame *here, real *reach);

/* Outward, v and a of all bodies; at_rest is what a body at rest accelerates, -gravity or nothing. */
void dense_outward(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                   const real at_rest[3]);

/* RBDA Table 5.1, all of dense_rnea; f and scale of all bodies besides. */
void dense_newton_euler(const struct dense_tree *t, struct dense_state *state, const int *order, const real *qdd,
                        const real *f_ext, real *tau);

/* the largest magnitude met so far; a NaN stays */
void dense_raise(real *scale, const real x[3]);
/* The same for the moment of what a body needs, and for that of its force at the centre of mass. */
void dense_raise_moments(real *scale, const struct dense_body *b, const real f[6]);

/* J (n x 6 x nv): that of body i, in its own frame, at J + i * 6 * nv. */
real *dense_jacobians(const struct dense_tree *t, const struct dense_state *state, const int *order);

/* M += J^T A K; scale grows to the largest product J_ki A_kl K_lj, that of the largest in rows k and l. */
void dense_add_product(const real *J, real A[6][6], const real *K, int nv, real *M, real *scale);

static inline void *zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size);
	if (!p)
		abort();
	return p;
}

#endif
