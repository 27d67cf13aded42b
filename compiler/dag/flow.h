/* Flow moments: moments of the velocities of mass points beside the moments of mass, over symbolic scalars.
 * Called by the algorithms. Plain values.
 *
 * With r from the origin of a frame and r' its rate of change in the frame, g = int r' dm and K = int r r'^T dm. The
 * frame may move: for a body at rest in it both are zero. */
#ifndef RIGIDC_FLOW_H
#define RIGIDC_FLOW_H

#include "moments.h"

struct Flow {
	struct Moments mass;
	struct Vec g;
	struct Mat K;
};

/* Flow of a body at rest. */
struct Flow flow_of(struct Dag *dag, struct Moments mass);
struct Flow flow_add(struct Dag *dag, struct Flow a, struct Flow b);
/* R a: the flow in axes A, from the flow in axes B with rotation R in A. */
struct Flow flow_turn(struct Dag *dag, struct Mat R, struct Flow a);
/* Moved origin: points at r are then at r + p, and p changes by v: g + m v and K + p (g + m v)^T + h v^T. */
struct Flow flow_shift(struct Dag *dag, struct Vec p, struct Vec v, struct Flow a);
/* Flow seen from a frame in which this frame turns by w: g + w x h and K + D [w x]^T. */
struct Flow flow_spin(struct Dag *dag, struct Vec w, struct Flow a);

#endif
