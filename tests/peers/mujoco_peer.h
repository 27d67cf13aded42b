/* A tree in MuJoCo: its state from our numbers, and its results in our conventions.
 * Called by mujoco_test.c and the benchmark. It owns MuJoCo's model from mujoco_open to mujoco_close; the tree is the
 * caller's. */
#ifndef MUJOCO_PEER_H
#define MUJOCO_PEER_H

#include <mujoco/mujoco.h>

#include "peers.h"

struct mujoco_peer {
	const struct dense_tree *tree;
	mjModel *m;
	mjData *d;
	int nv, q_of[URDF_LINKS], v_of[URDF_LINKS], id[URDF_LINKS];
	double T[PEER_NV * PEER_NV], drift[PEER_NV]; /* ydot = T udot + drift: see mujoco_peer.c */
	double extra[PEER_NV];                       /* armature not in MuJoCo's model */
};

/* M (nv x nv) of MuJoCo: 4.0, or 2.2 of Debian for the benchmark. */
static inline void mujoco_full_M(const mjModel *m, const mjData *d, double *M)
{
#if mjVERSION_HEADER < 4000000
	mj_fullM(m, M, d->qM);
#else
	mj_fullM(m, d, M);
#endif
}

/* MuJoCo's model of a tree from a file; name[i] is the name of body i in the file. Damping is removed, and
 * the mass of bodies fixed to the world. False: MuJoCo refuses the model, with a reason. */
bool mujoco_open(struct mujoco_peer *p, const struct dense_tree *tree, const char *path, const char (*name)[URDF_NAME],
                 char *message, int size);
void mujoco_close(struct mujoco_peer *p);

/* Sets the tree's inertias to all digits, even where MuJoCo's reader would refuse or replace them. */
void mujoco_put_inertias(struct mujoco_peer *p);

/* Sets MuJoCo to our state; the results are then for this state. */
void mujoco_run(struct mujoco_peer *p, const double *q, const double *qd, const double *qdd);
/* mujoco_run at MuJoCo's current qpos. */
void mujoco_move(struct mujoco_peer *p, const double *qd, const double *qdd);
void mujoco_rnea(const struct mujoco_peer *p, const double *qdd, double *tau);
void mujoco_crba(const struct mujoco_peer *p, double *M);
/* tau -= J^T f; wrench (n x 6) by body, in its axes at its origin */
void mujoco_subtract_wrenches(const struct mujoco_peer *p, const double *wrench, double *tau);
/* Our forces for MuJoCo (T is a rotation); its qacc in our conventions. */
void mujoco_tau(const struct mujoco_peer *p, const double *tau, double *applied);
void mujoco_qdd(const struct mujoco_peer *p, double *qdd);
/* ours: our accelerations, which give the torque of the armature not in MuJoCo's model; its result is equal if they are
 * right. The state's own accelerations are lost. */
void mujoco_fd(struct mujoco_peer *p, const double *tau, const double *ours, double *qdd);
void mujoco_fk(const struct mujoco_peer *p, int body, double R[9], double origin[3]);
void mujoco_jac(const struct mujoco_peer *p, int body, double *J);
void mujoco_vel(const struct mujoco_peer *p, int body, double v[6]);
void mujoco_energy(const struct mujoco_peer *p, const double *qd, double *kinetic, double *potential);
void mujoco_com(const struct mujoco_peer *p, double *mass, double c[3]);
void mujoco_jcom(const struct mujoco_peer *p, double *J);
void mujoco_momentum(const struct mujoco_peer *p, double h[6]);
/* The state's velocities are lost. */
void mujoco_cmm(struct mujoco_peer *p, double *A);

/* mujoco_derivatives.c, by differences, whose accuracy is explained there. MuJoCo's state is a nearby one
 * afterwards. */
struct mujoco_instant {
	const double *q, *qd, *qdd, *wrench; /* wrench as above, or NULL */
};
void mujoco_rnea_derivatives(struct mujoco_peer *p, const struct mujoco_instant *at, double *dtau_dq, double *dtau_dqd);
/* at->qdd is not read. */
void mujoco_fd_derivatives(struct mujoco_peer *p, const struct mujoco_instant *at, const double *tau, double *dqdd_dq,
                           double *dqdd_dqd, double *dqdd_dtau);

#endif
