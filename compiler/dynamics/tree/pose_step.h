/* A step of a frame towards a pose, by damped least squares. Called by the textbook's and the customized kinematics. All memory is
 * the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_POSE_STEP_H
#define RIGIDC_DYNAMICS_TREE_POSE_STEP_H

#include "tree.h"

/* From the pose of a frame and its Jacobian (6 x nv), both in world axes, to q_next (nq) and the error e (6) of the inputs R and p.
 *   e = (p_R - p, log(R_R R^T)), dq = J^T (J J^T + damping^2 1)^-1 e = (J^T J + damping^2 1)^-1 J^T e,
 * and q_next is q after unit time at the velocities dq. */
void pose_step(struct Dag *dag, const struct Tree *tree, const struct Placement *pose, const Ref *J, Ref *out);

#endif
