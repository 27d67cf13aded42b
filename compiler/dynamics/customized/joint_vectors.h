/* Joint vectors: the integrals over the composite body beyond a joint, for one velocity of the joint. They are carried
 * to the root. Every joint on the way computes its entries of M, of the Coriolis matrix and of derivatives from them
 * (joint_vectors.c). Called by composite_pass.c. Plain values. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_JOINT_VECTORS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_JOINT_VECTORS_H

#include "dag/flow.h"

struct JointVectors {
	struct Spatial row; /* F, N */
	struct Vec b;
	struct Spatial column; /* f, n */
	struct Spatial swept;  /* F x w, N x w + b: for quaternion joints */
	struct Spatial moved;  /* f_q, n_q */
};

/* Motion of the axes of a joint: of the link itself if the joint has one axis, of the parent for a quaternion joint.
 * w, V and U are defined in rnea.c and given in the axes here. Only the columns of U for axes are read. */
struct Carrying {
	struct Vec w, V;
	struct Mat U;
};

/* Quaternion joint: the link's velocities relative to its parent, in its own axes, and the sum of both angular
 * velocities. */
struct QuaternionJoint {
	struct Vec w, v, sum;
};

/* Vectors of a velocity about or along axis k of a link, for the composite beyond it. `flow` and w count velocities as
 * often as the entries do; `moved` is set to zero. */
struct JointVectors joint_vectors_rotate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k);
struct JointVectors joint_vectors_translate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k);

/* Functions for derivatives, where `flow` and w count velocities twice. Rows are those of (vx vy vz wx wy wz). */

/* Vectors f and n of a quaternion joint. */
struct Spatial quaternion_joint_column(struct Dag *dag, const struct Flow *flow, const struct QuaternionJoint *link,
                                       int row);
/* Vectors f_q and n_q, where the wrench `through` moves the composite. n_q lacks its component along the joint axis. */
struct Spatial joint_vectors_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                                   const struct Spatial *through, int row);
/* Vectors f_q and n_q of a quaternion joint, whose origin moves by v / 2. */
struct Spatial quaternion_joint_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                                      struct Vec v, const struct Spatial *through, int row);
/* Entry of dtau/dq in the row of these vectors, for an axis of a joint on their way. */
Ref joint_vectors_slope(struct Dag *dag, const struct JointVectors *v, const struct Carrying *by, int row);

/* Vectors about a new origin, relative to which the old origin is at p and moves by u. */
struct JointVectors joint_vectors_shift(struct Dag *dag, struct Vec p, struct Vec u, struct JointVectors v);

#endif
