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

/* Inverse dynamics: tau (nv). */
void customized_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau);
/* Joint-space inertia matrix: M (nv x nv). */
void customized_crba(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M);
/* Wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6). */
void customized_reaction(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* q_next (nq) and the error (6) of a step of a frame towards a pose. */
void customized_pose_step(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Length of the strut tree->strut, and its moment arms (nv). */
void customized_length(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Acceleration of the centre (3) and rate of momentum (6) without joint accelerations, for a tree with qdd held at
 * zero. */
void customized_com_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_momentum_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Frame tree->asked[0]: R (3 x 3) and p (3); J (6 x nv) in world axes and in its own axes; v (6); a (6). */
void customized_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
void customized_local_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
void customized_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Frame tree->asked[0] seen from frame tree->asked[1], in its axes: R and p; J (6 x nv) at the origin of the first; v (6); a
 * (6), derivatives of p and of the angular velocity as the second frame sees them. */
void customized_relative_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_relative_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  Ref *out);
void customized_relative_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  Ref *out);
void customized_relative_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                      Ref *out);
/* Kinetic and potential energy; mass and centre (3); momentum (6); momentum matrix (6 x nv); Jacobian of the centre (3
 * x nv). */
void customized_energy(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_com(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_momentum(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_momentum_matrix(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *A);
void customized_com_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
/* Forward dynamics: qdd (nv), for a tree with qdd held at zero. */
void customized_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd);
/* Rows of tree->rows: J (rows x nv); the drift (rows) and, for a tree with qdd held at zero, qdd (nv) and lambda (rows);
 * inverse dynamics with the input lambda: tau (nv); velocities after an impact (nv), and its impulse (rows); tau (nv) and
 * lambda (rows) of inverse dynamics; coordinates (nq) one step nearer to closed loops, and velocities that keep them closed (nv);
 * wrenches of tree->reaction with the input lambda (reactions x 6). */
void customized_rows_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
void customized_rows_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *drift);
void customized_rows_closure(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             Ref *closure);
void customized_rows_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd);
void customized_rows_lambda(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *lambda);
void customized_rows_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau);
/* tau of inverse dynamics, then J qdd + drift (rows), by the inputs qdd and lambda; rows and forces are along the vectors of the
 * plan. */
void customized_rows_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_rows_id(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_rows_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* by q, qd and tau: of qdd (nv x nv each), of lambda (rows x nv each) */
void customized_rows_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                    Ref *out);
void customized_rows_lambda_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                        Ref *out);
void customized_rows_reaction(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_rows_project(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Accelerations with their derivatives, for steps: qdd, dqdd/dq, dqdd/dqd and dqdd/dtau. */
void customized_fd_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_rows_fd_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* q moved by v (nq); from q0 to q1 (nv); q with quaternions of length 1 (nq). */
void customized_integrate(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *q_out);
void customized_difference(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *v);
void customized_normalize(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *q_out);
/* Inverse of the inertia matrix: M^-1 (nv x nv). */
void customized_minv(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv);
/* Coriolis matrix: C (nv x nv). */
void customized_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *C);
/* Derivatives of inverse dynamics: dtau/dq and dtau/dqd (nv x nv each); of forward dynamics: dqdd/dq, dqdd/dqd and
 * dqdd/dtau. */
void customized_rnea_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 Ref *out);
void customized_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Regressor: Y (nv x 10 nb), tau = Y pi without joint-space terms. */
void customized_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y);
/* Parameter Jacobian: d tau / d params (nv x np). */
void customized_param_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
/* Base regressor: Y (nv x nbeta) of the base parameters beta; and beta of the bodies' parameters. */
void customized_base_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y);
void customized_base_parameters(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                Ref *beta);

#endif
