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

/* The values of a function, into `out`. */
typedef void TextbookAlgorithm(struct Dag *dag, const struct Tree *tree, Ref *out);

/* tau (nv); M (nv x nv) */
TextbookAlgorithm textbook_rnea, textbook_crba;
/* wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6) */
TextbookAlgorithm textbook_reaction;
/* frame tree->asked[0]: R (3 x 3) and p (3); J (6 x nv) in world axes and in its own axes; v (6); a (6) */
TextbookAlgorithm textbook_pose, textbook_jacobian, textbook_local_jacobian, textbook_velocity, textbook_acceleration;
/* frame tree->asked[0] seen from frame tree->asked[1], in its axes: R and p; J (6 x nv) at the origin of the first; v (6); a
 * (6), derivatives of p and of the angular velocity as the second frame sees them */
TextbookAlgorithm textbook_relative_pose, textbook_relative_jacobian, textbook_relative_velocity,
	textbook_relative_acceleration;
/* frame tree->asked[0]: q_next (nq) and the error (6) of a step towards a pose */
TextbookAlgorithm textbook_pose_step;
/* law tree->asked_law: its f, n and p, which are expressions of the model */
void textbook_wrench(struct Dag *dag, const struct Tree *tree, Ref *out);
/* rates of the states of the model (ns), likewise */
TextbookAlgorithm textbook_rates;
/* strut tree->strut, of a tree with the links as built: its length, and dl/dq (nv) */
TextbookAlgorithm textbook_length;
/* struts tree->struts, likewise: their lengths; their dl/dq (struts x nv); dl/dq qd */
TextbookAlgorithm textbook_lengths, textbook_arms, textbook_length_rates;
/* kinetic and potential energy; mass and centre (3); momentum (6); momentum matrix (6 x nv); Jacobian of the centre (3
 * x nv) */
TextbookAlgorithm textbook_energy, textbook_com, textbook_momentum, textbook_momentum_matrix, textbook_com_jacobian;
/* acceleration of the centre (3) and rate of momentum (6), for a tree with qdd held at zero */
TextbookAlgorithm textbook_com_drift, textbook_momentum_drift;
/* qdd (nv), for a tree with qdd held at zero, and M^-1 (nv x nv) */
TextbookAlgorithm textbook_fd, textbook_minv;
/* rows of tree->rows: J (rows x nv); the drift and the closure (rows); for a tree with qdd held at zero qdd (nv), lambda (rows) */
TextbookAlgorithm textbook_rows_jacobian, textbook_rows_drift, textbook_rows_closure, textbook_rows_fd,
	textbook_rows_lambda;
/* slopes of the rows by the rates of inputs that move: H (rows x inputs) of J qd + H ud = 0 */
TextbookAlgorithm textbook_rows_by_inputs;
/* with the input lambda: tau (nv); wrenches of tree->reaction (reactions x 6) */
TextbookAlgorithm textbook_rows_rnea, textbook_rows_reaction;
/* tau (nv) and lambda (rows) of inverse dynamics; qd_plus (nv) and the impulse (rows); coordinates (nq) a step nearer to closed
 * loops, and velocities that keep the loops closed (nv) */
TextbookAlgorithm textbook_rows_id, textbook_rows_impact, textbook_rows_project;
/* by q, qd and tau: of qdd (nv x nv each); of lambda (rows x nv each) */
TextbookAlgorithm textbook_rows_fd_derivatives, textbook_rows_lambda_derivatives;
/* qdd, dqdd/dq, dqdd/dqd and dqdd/dtau, for steps */
TextbookAlgorithm textbook_fd_motion, textbook_rows_fd_motion;
/* q moved by v (nq); from q0 to q1 (nv); q with quaternions of length 1 (nq) */
TextbookAlgorithm textbook_integrate, textbook_difference, textbook_normalize;
/* C (nv x nv) */
TextbookAlgorithm textbook_coriolis;
/* dtau/dq and dtau/dqd (nv x nv each); dqdd/dq, dqdd/dqd and dqdd/dtau */
TextbookAlgorithm textbook_rnea_derivatives, textbook_fd_derivatives;
/* Y (nv x 10 nb): tau = Y pi, without joint-space terms */
TextbookAlgorithm textbook_regressor;
/* d tau / d params (nv x np) */
TextbookAlgorithm textbook_param_jacobian;
/* Y (nv x nbeta) of the base parameters beta, and beta of the bodies' parameters */
TextbookAlgorithm textbook_base_regressor, textbook_base_parameters;

#endif
