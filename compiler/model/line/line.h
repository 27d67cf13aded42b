/* The straight line between two points of bodies: how long it is, and how each velocity changes that.
 * Called where coordinates are coupled by distances, and for struts. Memory is the arena's.
 *
 * With the points at a and b, seen from one frame, and d = b - a, the line has the length l, l^2 = d . d, and
 *     l dl/dt = d . (v_b - v_a),
 * in which a motion between the point a and that frame has, for the unit velocity that it has in its own frame,
 *     along n:       n . (a - b)
 *     about n:       (a - b) . (n x a) = n . (b x a)
 *     every way:     b x a, in the axes that move; of a free body a - b too.
 * The same holds for b, with a and b exchanged: d changes its sign with the side. These are the levers r, by velocities of the
 * model: l dl/dt = r . qd. A force F that resists the growth of the line costs tau = (dl/dq)^T F = r F / l.
 *
 * The frame is one that both points are as near to as can be: of the last body that carries both, for what is before it moves
 * neither; and if one of the points does not move against that one, the frame of the first joint on the way to the other. A
 * strut over one hinge is so
 *     d = R b - a,  r = n . (a x R b),
 * with constants a and b, and where the points never come near each other l^2 = a.a + b.b - 2 a . R b is as good, and less work.
 * From there each point is seen from frame to frame on the way to the other. */
#ifndef RIGIDC_MODEL_LINE_LINE_H
#define RIGIDC_MODEL_LINE_LINE_H

#include "model/model.h"
#include "model/expression/scope.h"

/* The square of its length. */
Ref line_square(const struct Model *model, const struct Point end[2]);
struct Line line_make(const struct Model *model, const struct Point end[2]);

/* The bodies whose joints move one of the points against the other: those that carry one alone, from the points in. Their motions
 * need not be known. */
const int *line_bodies(struct Scope *scope, const struct Model *model, const struct Point end[2], int *count);

#endif
