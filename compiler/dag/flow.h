/* Moments of how mass flows: of the velocities of mass points beside where they are, over symbolic scalars.
 * Called by the algorithms. Plain values.
 *
 * With r from the origin of a frame and r' how it changes there, g = int r' dm and K = int r r'^T dm. The frame may move
 * itself: of a body at rest in it both are zero. */
#ifndef RIGIDC_FLOW_H
#define RIGIDC_FLOW_H

#include "moments.h"

struct Flow {
	struct Moments mass;
	struct Vec g;
	struct Mat K;
};

/* Of what is at rest. */
struct Flow flow_of(struct Dag *dag, struct Moments mass);
struct Flow flow_add(struct Dag *dag, struct Flow a, struct Flow b);
/* R a: the same in a frame of rotation R seen from here. */
struct Flow flow_turn(struct Dag *dag, struct Mat R, struct Flow a);
/* The origin moved so that what was at r is at r + p, where p changes by v: g + m v and K + p (g + m v)^T + h v^T. */
struct Flow flow_shift(struct Dag *dag, struct Vec p, struct Vec v, struct Flow a);
/* Seen from a frame in which this one turns by w: g + w x h and K + D [w x]^T. */
struct Flow flow_spin(struct Dag *dag, struct Vec w, struct Flow a);

#endif
