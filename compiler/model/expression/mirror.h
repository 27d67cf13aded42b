/* Mirror images: placements, vectors, tensors and motions of what is reflected in planes of its frame.
 * Called by the checker where it declares what parts hold. No memory of its own.
 *
 * Reflected is by D = diag(+-1, +-1, +-1), kept as the set of axes that change sign, bit i for axis i; several
 * reflections, one in the other, are the exclusive or of their sets, since diagonal matrices commute.
 *
 * In the mirrored mechanism every point x of the carrier's frame is D x. Its bodies need frames of their own, right-handed
 * ones: of a frame with the pose (R, p) the mirror image is (D R D, D p), which is a rotation and a place again. A point u of
 * the body, at R u + p, comes to D R u + D p = (D R D)(D u) + D p: it has the coordinates D u in the mirrored frame. So
 *
 *     placements of one frame in another   (R, p) -> (D R D, D p)      composed as before: (D R D)(D Q D) = D (R Q) D
 *     vectors: centres, offsets            c      -> D c
 *     tensors: I = int u.u 1 - u u^T dm    I      -> D I D             products of inertia change sign with one of their axes
 *
 * and what two frames of one part are to each other is reflected wherever it is written. What joints do:
 *
 *     turn about a by q      D rot(a, q) D = rot(det(D) D a, q)        since D (a x u) = det(D) (D a x D u)
 *     shift along a by q     D (q a)       = q (D a)
 *
 * With the axes det(D) D a and D a the same q is the mirrored posture, and so is any sequence of such motions: every kind
 * that is defined by them, in the prelude or by a model. A helical joint turns about -D a then and shifts along D a: a
 * left-hand screw for a right-hand one. Springs, limits, dampers, couplings are of q and stay as they are.
 *
 * A spherical joint has no axes to choose: R(q) becomes D R(q) D. Where det(D) = -1 that is C R(q) C with C = -D, a half
 * turn, since the two signs cancel; where det(D) = +1, C = D. So C goes into the joint frame before it and into the body
 * frame behind it, (D R D C) R(q) for the body, and the same q, with the same w in body axes, is the mirrored posture. The
 * body's own frame is turned by C against the mirror image, in which its points have the coordinates C D u; what stands
 * on the body is placed from there, C^-1 = C before its placement.
 *
 * A free joint shifts too: D x has to be C x, for all x. With det(D) = +1 it is; but no rotation is a reflection, and the
 * mirror image of a free joint has no frame in which the same q is the mirrored posture. It is refused. */
#ifndef RIGIDC_MODEL_EXPRESSION_MIRROR_H
#define RIGIDC_MODEL_EXPRESSION_MIRROR_H

#include "model/model.h"

struct Placement mirror_placement(const struct Dag *dag, unsigned mirror, struct Placement at);
/* The axes of motions. */
void mirror_motions(const struct Dag *dag, unsigned mirror, struct Motion *motion, int motions);

/* What the joint of a body asks for: the half turn C between its own frame and the mirror image, as a set of axes too; 0:
 * none. */
unsigned mirror_turn(const struct JointKind *kind, unsigned mirror);
/* Has the kind a mirror image? */
bool mirror_has_image(const struct JointKind *kind, unsigned mirror);

/* The body and its joint, of which `at` is already the mirror image. */
void mirror_body(const struct Dag *dag, unsigned mirror, struct Body *body);
/* A placement on a body whose frame is turned so. */
struct Placement mirror_turned(const struct Dag *dag, unsigned turn, struct Placement at);

#endif
