/* Position, velocity and acceleration of a point of one body in the frame of another body. Called for closed forms.
 * Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_SEEN_POINT_H
#define RIGIDC_MODEL_LINE_SEEN_POINT_H

#include "model/model.h"

struct Coordinate;
struct FollowedPoint;
struct Point;

struct SeenPoint {
	struct Vec r, rate, acceleration; /* r and its derivatives, in the axes of the second body */
};

/* Point in the frame of a body (-1: the world). Requires the motions of the joints between both bodies. */
struct SeenPoint point_seen(const struct Model *model, const struct Point *point, int by);
/* Its position alone. */
struct Vec point_in(const struct Model *model, const struct Point *point, int by);
/* The same point in a frame at `at` in that body. */
struct SeenPoint point_seen_in(struct Dag *dag, const struct Placement *at, struct SeenPoint seen);
/* Does a free joint alone move the point against a body? Then finds the joint, the point in its moving frame, and the
 * turn from the axes of this frame to those of the body. */
bool point_is_carried(const struct Model *model, const struct Point *point, int by, struct FollowedPoint *followed);
/* Vector to this point from a point of the body, in the axes of the moving frame: each step of turns is taken once for
 * all points of the joint. `followed` has the turn to the axes of the body. */
struct Vec carried_from(const struct Model *model, const struct Point *point, const struct Point *from,
                        const struct FollowedPoint *followed);
/* Motion that a free joint gives a point of its moving frame. */
struct PointMotion carried_motion(struct Dag *dag, const struct Joint *free, struct Vec at);
/* Derivative of a vector by a coordinate. */
struct Vec vec_slope(struct Dag *dag, struct Coordinate by, struct Vec a);

#endif
