/* What is free: how the canonical tree may be shaped without changing tau or M. The passes read a plan, the
 * search changes one; all zero is what they do by themselves.
 * Called by the passes over the tree. Memory is the owner's. */
#ifndef RIGIDC_PLAN_H
#define RIGIDC_PLAN_H

#include <stdint.h>

/* Which way x points on the last link of a branch. */
enum Gauge {
	GAUGE_MOMENT,    /* along the first moment: h_y = 0 */
	GAUGE_PRINCIPAL, /* D_xy = 0 */
	GAUGE_ZERO,      /* as q = 0 has it: no angle is added to q */
	GAUGE_COUNT
};

/* Mass that is left in a link instead of being handed to its parent, so that a first moment of that vanishes. */
enum Keep { KEEP_NOTHING, KEEP_FOR_X, KEEP_FOR_Y, KEEP_FOR_Z, KEEP_COUNT };

/* Is a link evaluated un-rotated, in the axes of its parent? */
enum Still { STILL_BY_RULE, STILL_YES, STILL_NO, STILL_COUNT };

/* Where the origin of a link is: of a sliding one anywhere, of a turning one along its axis. */
enum Seat {
	SEAT_BY_RULE, /* where the parent's is, but for what it slides; at the foot of the common normal to the child's axis */
	SEAT_OTHER,   /* at the joint of the child x points to; where the offset from the parent has most zeros */
	SEAT_CENTRE,  /* of a sliding link: at its centre of mass, h = 0 */
	SEAT_COUNT
};

enum { LIFT_COUNT = 3 };

struct Choice {
	uint8_t gauge, keep, still, seat;
	uint8_t primary; /* which of its children x points to, from the one with the largest subtree on */
	uint8_t lift;    /* so many links outward its axis meets the forces of those behind, which come down to there */
};

struct Plan {
	struct Choice *link;
	double unit_length, unit_force; /* offsets are measured in these: 0 for 1 */
};

#endif
