/* The algorithms as the textbook has them, in spatial algebra: -O0, and what the others are audited against.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_TEXTBOOK_H
#define RIGIDC_TEXTBOOK_H

#include "tree.h"

/* tau (nv), M and C (nv x nv) */
void rnea_build(struct Dag *dag, const struct Tree *tree, Ref *tau);
void crba_build(struct Dag *dag, const struct Tree *tree, Ref *M);
/* The wrenches of tree->reaction, each in the axes and at the origin of its body (reactions x 6) */
void reaction_build(struct Dag *dag, const struct Tree *tree, Ref *out);
/* Of the frame that is asked for: R (3 x 3) and p (3); J (6 x nv) in the world's axes and in its own; v (6); a (6) */
void pose_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void jacobian_build(struct Dag *dag, const struct Tree *tree, Ref *J);
void local_jacobian_build(struct Dag *dag, const struct Tree *tree, Ref *J);
void velocity_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void acceleration_build(struct Dag *dag, const struct Tree *tree, Ref *out);
/* kinetic and potential energy; mass and centre (3); momentum (6); its matrix (6 x nv); Jacobian of the centre (3 x nv) */
void energy_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void com_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void momentum_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void momentum_matrix_build(struct Dag *dag, const struct Tree *tree, Ref *A);
void com_jacobian_build(struct Dag *dag, const struct Tree *tree, Ref *J);
/* qdd (nv) of a tree whose qdd is held at zero, and M^-1 (nv x nv) */
void fd_build(struct Dag *dag, const struct Tree *tree, Ref *qdd);
void minv_build(struct Dag *dag, const struct Tree *tree, Ref *Minv);
void coriolis_build(struct Dag *dag, const struct Tree *tree, Ref *C);
/* dtau/dq and dtau/dqd (nv x nv each); dqdd/dq, dqdd/dqd and dqdd/dtau */
void rnea_derivatives_build(struct Dag *dag, const struct Tree *tree, Ref *out);
void fd_derivatives_build(struct Dag *dag, const struct Tree *tree, Ref *out);
/* Y (nv x 10 nb): tau = Y pi, without what coordinates carry */
void regressor_build(struct Dag *dag, const struct Tree *tree, Ref *Y);
/* d tau / d params (nv x np) */
void parametric_build(struct Dag *dag, const struct Tree *tree, Ref *J);
/* Y (nv x nbeta) of the base parameters beta, and those of the bodies' parameters */
void base_regressor_build(struct Dag *dag, const struct Tree *tree, Ref *Y);
void base_parameters_build(struct Dag *dag, const struct Tree *tree, Ref *beta);

#endif
