/* A tree in MuJoCo: its state from our numbers, and its results in ours.
 * Called by mujoco_test.c. It owns MuJoCo's model from mujoco_open to mujoco_close; the tree is the
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
	double T[PEER_NV * PEER_NV], drift[PEER_NV];    /* ydot = T udot + drift: see mujoco_peer.c */
	double extra[PEER_NV];                          /* armature that MuJoCo has not */
};

/* MuJoCo's model of a tree from a file; name[i] is what the file calls body i. Damping is left out. False:
 * MuJoCo refuses it and says why. */
bool mujoco_open(struct mujoco_peer *p, const struct dense_tree *tree, const char *path,
                 const char (*name)[URDF_NAME], char *message, int size);
void mujoco_close(struct mujoco_peer *p);

/* Inertias are those of the tree to all digits, even where its reader would refuse or replace them. */
void mujoco_put_inertias(struct mujoco_peer *p);

/* Puts our state into MuJoCo; the results are then for this state. */
void mujoco_run(struct mujoco_peer *p, const double *q, const double *qd, const double *qdd);
void mujoco_rnea(const struct mujoco_peer *p, const double *qdd, double *tau);
void mujoco_crba(const struct mujoco_peer *p, double *M);
/* tau -= J^T f; body_wrench (n x 6) by body, in its axes at its origin */
void mujoco_subtract_wrenches(const struct mujoco_peer *p, const double *body_wrench, double *tau);

#endif
