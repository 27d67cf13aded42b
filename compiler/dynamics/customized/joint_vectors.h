/* The vectors of one velocity say what its joint has to do with all that is behind it. They are carried from there to the base.
 * Every joint that they pass finds its entries of M, of the Coriolis matrix and of derivatives in them (joint_vectors.c).
 * Called by the algorithms over the canonical tree. Plain values. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_JOINT_VECTORS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_JOINT_VECTORS_H

#include "dag/flow.h"

struct JointVectors {
	struct Spatial row;    /* F, N */
	struct Vec b;
	struct Spatial column; /* f, n */
	struct Spatial swept;  /* F x w, N x w + b: for a link that turns every way */
	struct Spatial moved;  /* f_q, n_q */
};

/* What carries the axes of a joint: the link of an axis along with them, the parent of one that turns every way. w, V and
 * U are those of rnea.c, seen with the axes; of U only columns of axes are read. */
struct Carrying {
	struct Vec w, V;
	struct Mat U;
};

/* A link that turns every way: its velocities against what carries it, in its own axes, and the sum of both angular ones. */
struct QuaternionJoint {
	struct Vec w, v, sum;
};

/* Of a velocity about or along axis k of a link, with the composite behind it. `flow` and w count velocities as often as
 * the entries do; moved is zero. */
struct JointVectors joint_vectors_rotate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k);
struct JointVectors joint_vectors_translate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k);

/* For derivatives, where `flow` and w count velocities twice. Rows are those of (vx vy vz wx wy wz). */

/* f and n of a link that turns every way. */
struct Spatial quaternion_joint_column(struct Dag *dag, const struct Flow *flow, const struct QuaternionJoint *link, int row);
/* f_q and n_q, where the wrench `through` moves the composite; n_q of an axis without its component along it. */
struct Spatial joint_vectors_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                             const struct Spatial *through, int row);
/* The same of a link that turns every way, whose origin moves by half of v. */
struct Spatial quaternion_joint_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                                      struct Vec v, const struct Spatial *through, int row);
/* The entry of dtau/dq in the row of these vectors, for an axis of a joint that they pass. */
Ref joint_vectors_slope(struct Dag *dag, const struct JointVectors *v, const struct Carrying *by, int row);

/* Seen from an origin against which theirs is at p and moves by u. */
struct JointVectors joint_vectors_shift(struct Dag *dag, struct Vec p, struct Vec u, struct JointVectors v);

#endif
