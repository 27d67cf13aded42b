/* Laws of wrenches: `wrench NAME on B in A { force EXPR; moment EXPR; potential EXPR }`. Called by the checker, after
 * motions are known. Memory is the arena's.
 *
 * Let r = p_B - p_A be the vector between the origins of the frames B and A. Seen from A, in the axes of A,
 *     p = R_A^T r,  v = R_A^T (v_B - v_A - w_A x r),  w = R_A^T (w_B - w_A),
 * and ex, ey, ez are the axes of B. They are found by an inward pass from B to the common ancestor, and an outward pass
 * from there to A. Without `in` they are the p, v, w of B seen from the world, and the axes of the world, all in the
 * axes of B: an outward pass.
 *
 * A force F at a point P and a moment N act on B with the wrench (F, N + (P - p) x F) about the origin of B, and on A
 * with -(F, N + P x F) about the origin of A: the same wrench reversed at the same point.
 *
 * A potential U(p, e_k) is evaluated with an input in the place of each number of p and e_k. Let g = dU/dp and h_k =
 * dU/de_k. A small displacement d and a small turn t of B change p by d and e_k by t x e_k, so
 *     f = -g,  n = -sum e_k x h_k.
 * In the axes of B, without `in`, they change p by d - t x p and e_k by -t x e_k, so
 *     f = -g,  n = p x g + sum e_k x h_k.
 *
 * Mirror images (expression/mirror.h). In a mirrored part a law is written in the axes of the part. Let D be the
 * reflection of the frame whose axes the law has, and E that of the other frame: the identity for the world. The law
 * reads D p, D v and det(D) D w. With `in` it reads the axes of B as D e_k E_kk: the k-th axis of B in the part is E_kk
 * times that of the mirrored frame. Without `in` it reads D e_k. Its force and its point are D F and D P, its moment
 * det(D) D N. */
#ifndef RIGIDC_MODEL_LINE_LAW_H
#define RIGIDC_MODEL_LINE_LAW_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Does any statement give a law? */
bool laws_any(const struct Items *items);
/* Fills in model->laws. Requires the wrenches that are inputs. */
void laws_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items);

#endif
