/* Mirror images: placements, vectors, tensors and motions, reflected in coordinate planes. Called by the checker for
 * declarations in parts. No memory of its own.
 *
 * A reflection is D = diag(+-1, +-1, +-1), stored as the set of axes that change sign, bit i for axis i. Nested
 * reflections are the exclusive or of their sets, since diagonal matrices commute.
 *
 * In the mirrored mechanism every point x of the carrier's frame is D x. Its bodies need right-handed frames: the
 * mirror image of a frame with the pose (R, p) is (D R D, D p), again a rotation and a position. A point u of the
 * body, at R u + p, moves to D R u + D p = (D R D)(D u) + D p: it has the coordinates D u in the mirrored frame. So
 *
 *     placements of frames in frames       (R, p) -> (D R D, D p)      composed as before: (D R D)(D Q D) = D (R Q) D
 *     vectors: centres, offsets            c      -> D c
 *     tensors: I = int u.u 1 - u u^T dm    I      -> D I D             products of inertia change sign with one of their axes
 *
 * and relative placements of two frames of a part are reflected wherever they are written. Motions of joints:
 *
 *     turn about a by q      D rot(a, q) D = rot(det(D) D a, q)        since D (a x u) = det(D) (D a x D u)
 *     shift along a by q     D (q a)       = q (D a)
 *
 * With the axes det(D) D a and D a the same q gives the mirrored posture. This holds for any sequence of such motions,
 * so for every kind defined by motions, in the prelude or by a model. A helical joint then turns about -D a and shifts
 * along D a: a left-hand screw becomes a right-hand screw. Springs, limits, dampers and couplings are functions of q
 * and do not change.
 *
 * A spherical joint has no axes to choose: R(q) becomes D R(q) D. If det(D) = -1, this is C R(q) C with C = -D, a half
 * turn, since the two signs cancel; if det(D) = +1, C = D. So C is applied in the joint frame before the joint and in
 * the body frame after it, (D R D C) R(q) for the body. The same q, with the same w in body axes, gives the mirrored
 * posture. The body's own frame is turned by C relative to the mirror image, where its points have the coordinates C D
 * u. Placements on the body start from there, with C^-1 = C before them.
 *
 * A free joint also shifts: D x must be C x, for all x. This holds for det(D) = +1. But no rotation is a reflection,
 * so the mirror image of a free joint has no frame where the same q gives the mirrored posture. It is refused. */
#ifndef RIGIDC_MODEL_EXPRESSION_MIRROR_H
#define RIGIDC_MODEL_EXPRESSION_MIRROR_H

#include "model/model.h"

struct Placement mirror_placement(const struct Dag *dag, unsigned mirror, struct Placement at);
/* A vector, such as a force; and a vector of turning, such as a moment: its other two axes change sign. */
struct Vec mirror_vector(const struct Dag *dag, unsigned mirror, struct Vec v);
struct Vec mirror_turning(const struct Dag *dag, unsigned mirror, struct Vec v);
/* Reflects the axes of motions. */
void mirror_motions(const struct Dag *dag, unsigned mirror, struct Motion *motion, int motions);

/* Half turn C between the joint's body frame and its mirror image, as a set of axes; 0: none. */
unsigned mirror_turn(const struct JointKind *kind, unsigned mirror);
/* Has the kind a mirror image? */
bool mirror_has_image(const struct JointKind *kind, unsigned mirror);

/* Reflects a body and its joint; `at` is already reflected. */
void mirror_body(const struct Dag *dag, unsigned mirror, struct Body *body);
/* Placement on a body whose frame is turned by `turn`. */
struct Placement mirror_turned(const struct Dag *dag, unsigned turn, struct Placement at);

#endif
