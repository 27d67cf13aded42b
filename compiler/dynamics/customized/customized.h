/* Customized algorithms over the canonical tree, with the fewest operations. Called by the pipeline through the table
 * of functions. Memory is the DAG's.
 *
 * Outputs follow one another, matrices by rows. Frames and points are at tree->site[tree->asked[0]]; wrenches are on the
 * links. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_CUSTOMIZED_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_CUSTOMIZED_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/joint_map.h"
#include "dynamics/tree/joint_wrench.h"
#include "dynamics/tree/strut_end.h"
#include "dynamics/tree/substitute.h"

/* The values of a function, by the plan and the rules of `options`, into `out`. */
typedef void CustomizedAlgorithm(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 Ref *out);

/* Inverse dynamics: tau (nv). */
CustomizedAlgorithm customized_rnea;
/* Joint-space inertia matrix: M (nv x nv). */
CustomizedAlgorithm customized_crba;
/* Wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6). */
CustomizedAlgorithm customized_reaction;
/* q_next (nq) and the error (6) of a step of a frame towards a pose. */
CustomizedAlgorithm customized_pose_step;
/* Force, moment and origin of the law tree->asked_law. */
void customized_wrench(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Rates of the states of the model (ns), tree->rate. */
CustomizedAlgorithm customized_rates;
/* Length of the strut tree->strut, and its moment arms (nv). */
CustomizedAlgorithm customized_length;
/* Struts tree->struts: their lengths; their moment arms (struts x nv); the rates of their lengths. */
CustomizedAlgorithm customized_lengths, customized_arms, customized_length_rates;
/* Acceleration of the centre (3) and rate of momentum (6) without joint accelerations, for a tree with qdd held at
 * zero. */
CustomizedAlgorithm customized_com_drift, customized_momentum_drift;
/* Frame tree->asked[0]: R (3 x 3) and p (3); J (6 x nv) in world axes and in its own axes; v (6); a (6). */
CustomizedAlgorithm customized_pose, customized_jacobian, customized_local_jacobian, customized_velocity,
	customized_acceleration;
/* Frame tree->asked[0] seen from frame tree->asked[1], in its axes: R and p; J (6 x nv) at the origin of the first; v (6); a
 * (6), derivatives of p and of the angular velocity as the second frame sees them. */
CustomizedAlgorithm customized_relative_pose, customized_relative_jacobian, customized_relative_velocity,
	customized_relative_acceleration;
/* Kinetic and potential energy; mass and centre (3); momentum (6); momentum matrix (6 x nv); Jacobian of the centre (3
 * x nv). */
CustomizedAlgorithm customized_energy, customized_com, customized_momentum, customized_momentum_matrix,
	customized_com_jacobian;
/* Forward dynamics: qdd (nv), for a tree with qdd held at zero. */
CustomizedAlgorithm customized_fd;
/* Rows of tree->rows: J (rows x nv); the drift and the closure (rows). For a tree with qdd held at zero: qdd (nv); lambda
 * (rows). */
CustomizedAlgorithm customized_rows_jacobian, customized_rows_drift, customized_rows_closure, customized_rows_fd,
	customized_rows_lambda;
/* With the input lambda: tau (nv) of inverse dynamics; wrenches of tree->reaction (reactions x 6). */
CustomizedAlgorithm customized_rows_rnea, customized_rows_reaction;
/* tau (nv) and lambda (rows) of inverse dynamics; velocities after an impact (nv), and its impulse (rows); coordinates (nq) a step
 * nearer to closed loops, and velocities that keep the loops closed (nv). */
CustomizedAlgorithm customized_rows_id, customized_rows_impact, customized_rows_project;
/* tau of inverse dynamics, then J qdd + drift (rows), by the inputs qdd and lambda; rows and forces are along the vectors of the
 * plan. */
CustomizedAlgorithm customized_rows_motion;
/* Derivatives by q, qd and tau: of qdd (nv x nv each); of lambda (rows x nv each). */
CustomizedAlgorithm customized_rows_fd_derivatives, customized_rows_lambda_derivatives;
/* Accelerations with their derivatives, for steps: qdd, dqdd/dq, dqdd/dqd and dqdd/dtau. */
CustomizedAlgorithm customized_fd_motion, customized_rows_fd_motion;
/* q moved by v (nq); from q0 to q1 (nv); q with quaternions of length 1 (nq). */
CustomizedAlgorithm customized_integrate, customized_difference, customized_normalize;
/* Inverse of the inertia matrix: M^-1 (nv x nv). */
CustomizedAlgorithm customized_minv;
/* Coriolis matrix: C (nv x nv). */
CustomizedAlgorithm customized_coriolis;
/* Derivatives of inverse dynamics: dtau/dq and dtau/dqd (nv x nv each); of forward dynamics: dqdd/dq, dqdd/dqd and
 * dqdd/dtau. */
CustomizedAlgorithm customized_rnea_derivatives, customized_fd_derivatives;
/* Regressor: Y (nv x 10 nb), tau = Y pi without joint-space terms. */
CustomizedAlgorithm customized_regressor;
/* Parameter Jacobian: d tau / d params (nv x np). */
CustomizedAlgorithm customized_param_jacobian;
/* Base regressor: Y (nv x nbeta) of the base parameters beta; and beta of the bodies' parameters. */
CustomizedAlgorithm customized_base_regressor, customized_base_parameters;

#endif
