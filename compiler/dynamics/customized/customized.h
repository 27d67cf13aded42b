/* The algorithms over the canonical tree that take the fewest operations.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_CUSTOMIZED_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_CUSTOMIZED_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

/* tau (nv): inverse dynamics. */
void customized_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau);
/* M (nv x nv): the joint-space inertia matrix. */
void customized_crba(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M);
/* The wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6). */
void customized_reaction(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Of the frame that is asked for: R (3 x 3) and p (3); J (6 x nv) in the world's axes and in its own; v (6); a (6). */
void customized_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
void customized_local_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
void customized_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Kinetic and potential energy; mass and centre (3); momentum (6); its matrix (6 x nv); Jacobian of the centre (3 x nv). */
void customized_energy(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_com(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_momentum(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_momentum_matrix(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *A);
void customized_com_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
/* qdd (nv): forward dynamics, of a tree whose qdd is held at zero. */
void customized_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd);
/* M^-1 (nv x nv) */
void customized_minv(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv);
/* C (nv x nv): the Coriolis matrix. */
void customized_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *C);
/* dtau/dq and dtau/dqd (nv x nv each): of inverse dynamics; dqdd/dq, dqdd/dqd and dqdd/dtau: of forward dynamics. */
void customized_rnea_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
void customized_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);
/* Y (nv x 10 nb): tau = Y pi, without what coordinates carry. */
void customized_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y);
/* d tau / d params (nv x np) */
void customized_param_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J);
/* Y (nv x nbeta) of the base parameters beta, and those of the bodies' parameters. */
void customized_base_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y);
void customized_base_parameters(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *beta);

#endif
