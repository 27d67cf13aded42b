/* Textbook algorithms, in spatial algebra. -O0 uses them, and the customized algorithms are validated against them.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Outputs follow one another, matrices by rows. Frames and points are at tree->site[tree->asked[0]]; wrenches are on the
 * links. */
#ifndef RIGIDC_DYNAMICS_TEXTBOOK_TEXTBOOK_H
#define RIGIDC_DYNAMICS_TEXTBOOK_TEXTBOOK_H

#include "dynamics/tree/joint_map.h"
#include "dynamics/tree/joint_wrench.h"
#include "dynamics/tree/strut_end.h"
#include "dynamics/tree/substitute.h"

/* Through the joint of a link, whose pose is J (link_joint): motion of the parent, in the link's frame; force on the link,
 * in the parent's frame. */
static inline struct Spatial motion_through(struct Dag *dag, const struct Link *link, const struct Placement *J,
                                            struct Spatial v)
{
	return motion_into(dag, J, motion_into(dag, &link->at, v));
}
static inline struct Spatial force_through(struct Dag *dag, const struct Link *link, const struct Placement *J,
                                           struct Spatial f)
{
	return force_out(dag, &link->at, force_out(dag, J, f));
}

/* tau (nv), M and C (nv x nv) */
void textbook_rnea(struct Dag *dag, const struct Tree *tree, Ref *tau);
void textbook_crba(struct Dag *dag, const struct Tree *tree, Ref *M);
/* wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6) */
void textbook_reaction(struct Dag *dag, const struct Tree *tree, Ref *out);
/* frame tree->asked[0]: R (3 x 3) and p (3); J (6 x nv) in world axes and in its own axes; v (6); a (6) */
void textbook_pose(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J);
void textbook_local_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J);
void textbook_velocity(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_acceleration(struct Dag *dag, const struct Tree *tree, Ref *out);
/* frame tree->asked[0] seen from frame tree->asked[1], in its axes: R and p; J (6 x nv) at the origin of the first; v (6); a
 * (6), derivatives of p and of the angular velocity as the second frame sees them */
void textbook_relative_pose(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_relative_jacobian(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_relative_velocity(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_relative_acceleration(struct Dag *dag, const struct Tree *tree, Ref *out);
/* frame tree->asked[0]: q_next (nq) and the error (6) of a step towards a pose */
void textbook_pose_step(struct Dag *dag, const struct Tree *tree, Ref *out);
/* strut tree->strut, of a tree with the links as built: its length, and dl/dq (nv) */
void textbook_length(struct Dag *dag, const struct Tree *tree, Ref *out);
/* kinetic and potential energy; mass and centre (3); momentum (6); momentum matrix (6 x nv); Jacobian of the centre (3
 * x nv) */
void textbook_energy(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_com(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_momentum(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_momentum_matrix(struct Dag *dag, const struct Tree *tree, Ref *A);
void textbook_com_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J);
/* acceleration of the centre (3) and rate of momentum (6), for a tree with qdd held at zero */
void textbook_com_drift(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_momentum_drift(struct Dag *dag, const struct Tree *tree, Ref *out);
/* qdd (nv), for a tree with qdd held at zero, and M^-1 (nv x nv) */
void textbook_fd(struct Dag *dag, const struct Tree *tree, Ref *qdd);
void textbook_minv(struct Dag *dag, const struct Tree *tree, Ref *Minv);
/* rows of tree->rows: J (rows x nv); for a tree with qdd held at zero the drift (rows), qdd (nv), lambda (rows); tau (nv) with
 * the input lambda; qd_plus (nv) and the impulse (rows); tau (nv) and lambda (rows) of
 * inverse dynamics */
void textbook_rows_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J);
void textbook_rows_drift(struct Dag *dag, const struct Tree *tree, Ref *drift);
void textbook_rows_closure(struct Dag *dag, const struct Tree *tree, Ref *closure);
void textbook_rows_fd(struct Dag *dag, const struct Tree *tree, Ref *qdd);
void textbook_rows_lambda(struct Dag *dag, const struct Tree *tree, Ref *lambda);
void textbook_rows_rnea(struct Dag *dag, const struct Tree *tree, Ref *tau);
void textbook_rows_id(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_rows_impact(struct Dag *dag, const struct Tree *tree, Ref *out);
/* by q, qd and tau: of qdd (nv x nv each), of lambda (rows x nv each) */
void textbook_rows_fd_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_rows_lambda_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_rows_reaction(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_rows_project(struct Dag *dag, const struct Tree *tree, Ref *out);
/* qdd, dqdd/dq, dqdd/dqd and dqdd/dtau, for steps */
void textbook_fd_motion(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_rows_fd_motion(struct Dag *dag, const struct Tree *tree, Ref *out);
/* q moved by v (nq); from q0 to q1 (nv); q with quaternions of length 1 (nq) */
void textbook_integrate(struct Dag *dag, const struct Tree *tree, Ref *q_out);
void textbook_difference(struct Dag *dag, const struct Tree *tree, Ref *v);
void textbook_normalize(struct Dag *dag, const struct Tree *tree, Ref *q_out);
void textbook_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C);
/* dtau/dq and dtau/dqd (nv x nv each); dqdd/dq, dqdd/dqd and dqdd/dtau */
void textbook_rnea_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out);
void textbook_fd_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out);
/* Y (nv x 10 nb): tau = Y pi, without joint-space terms */
void textbook_regressor(struct Dag *dag, const struct Tree *tree, Ref *Y);
/* d tau / d params (nv x np) */
void textbook_param_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J);
/* Y (nv x nbeta) of the base parameters beta, and beta of the bodies' parameters */
void textbook_base_regressor(struct Dag *dag, const struct Tree *tree, Ref *Y);
void textbook_base_parameters(struct Dag *dag, const struct Tree *tree, Ref *beta);

#endif
