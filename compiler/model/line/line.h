/* Straight line between two points of bodies: its length, and the derivative of its length by each velocity. Called
 * for couplings by distances, and for struts. Memory is the arena's.
 *
 * With the points at a and b in one frame, and d = b - a, the line has the length l, l^2 = d . d, and
 *     l dl/dt = d . (v_b - v_a).
 * A motion between the point a and this frame contributes, for a unit of its velocity in its own frame,
 *     along n:       n . (a - b)
 *     about n:       (a - b) . (n x a) = n . (b x a)
 *     spherical:     b x a, in the moving axes; a free body also a - b,
 *     in its body:   (a - b) . a' for a point that moves there by a coordinate.
 * The same holds for b, with a and b exchanged: d changes its sign with the side. These are the levers r, by
 * velocities of the model: l dl/dt = r . qd. A force F that resists the growth of the line costs tau = (dl/dq)^T F = r
 * F / l.
 *
 * The frame is as near to both points as possible. It is the frame of the nearest common ancestor, since motions of
 * ancestors move neither point relative to it. If one point does not move relative to this body, it is the frame of
 * the first joint on the path to the other point. For a strut over one hinge
 *     d = R b - a,  r = n . (a x R b),
 * with constants a and b. If the points never come near each other, l^2 = a.a + b.b - 2 a . R b is as accurate, and
 * less work. From this frame, each point is transformed from frame to frame along the path to the other. */
#ifndef RIGIDC_MODEL_LINE_LINE_H
#define RIGIDC_MODEL_LINE_LINE_H

#include "model/model.h"
#include "model/expression/scope.h"
#include "model/strut.h"
#include "point.h"

/* Square of its length. */
Ref line_square(const struct Model *model, const struct Point end[2]);
struct Line line_make(const struct Model *model, const struct Point end[2]);
/* Value of `distance(A, B)`, once all motions are known. An error after a diagnostic. */
struct Value line_distance(struct Scope *scope, const struct Points *points, const struct Expr *const name[2],
                           struct Span span);

/* Bodies whose joints move a point of the line relative to the other point: ancestors of either point alone, from the
 * points inward. Their motions need not be known. */
const int *line_bodies(struct Scope *scope, const struct Model *model, const struct Point end[2], int *count);

#endif
