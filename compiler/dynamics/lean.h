/* The algorithms over the canonical tree that take the fewest operations.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_LEAN_H
#define RIGIDC_LEAN_H

#include "approach.h"
#include "tree.h"

/* tau (nv): inverse dynamics. */
void newton_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *tau);
/* M (nv x nv): the joint-space inertia matrix. */
void composite_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M);
/* The wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6). */
void reaction_wrenches(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
/* Of the frame that is asked for: R (3 x 3) and p (3); J (6 x nv) in the world's axes and in its own; v (6); a (6). */
void kinematics_pose(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void kinematics_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J);
void kinematics_local_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J);
void kinematics_velocity(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void kinematics_acceleration(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
/* Kinetic and potential energy; mass and centre (3); momentum (6); its matrix (6 x nv); Jacobian of the centre (3 x nv). */
void centroid_energy(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void centroid_position(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void centroid_momentum(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void centroid_matrix(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *A);
void centroid_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J);
/* qdd (nv): forward dynamics, of a tree whose qdd is held at zero. */
void forward_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *qdd);
/* M^-1 (nv x nv) */
void inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *Minv);
/* C (nv x nv): the Coriolis matrix. */
void christoffel_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *C);
/* dtau/dq and dtau/dqd (nv x nv each): of inverse dynamics; dqdd/dq, dqdd/dqd and dqdd/dtau: of forward dynamics. */
void slopes_inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
void slopes_forward_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out);
/* Y (nv x 10 nb): tau = Y pi, without what coordinates carry. */
void virtual_regressor(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *Y);
/* d tau / d params (nv x np) */
void parametric_jacobian(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *J);
/* Y (nv x nbeta) of the base parameters beta, and those of the bodies' parameters. */
void base_regressor(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *Y);
void base_parameters(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *beta);

#endif
