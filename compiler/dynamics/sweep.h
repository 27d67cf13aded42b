/* The passes of the Coriolis matrix and of derivatives over the canonical tree: velocities outward, composites inward,
 * and of each velocity its vectors (vectors.h) on to the root, past all joints before it.
 * Called by christoffel.c and slopes.c. Memory is the DAG's. */
#ifndef RIGIDC_SWEEP_H
#define RIGIDC_SWEEP_H

#include "newton.h"

/* What one velocity has to do with another: entries for row and column. */
struct SweepEntry {
	Ref M;
	Ref by_velocity;   /* of C or of dtau/dqd */
	Ref by_coordinate; /* of dtau/dq */
};

struct SweepTo {
	void *context;
	/* Is given the sum in parts: those in row k of link a and column l of link b. */
	void (*add)(void *context, int a, int k, int b, int l, struct SweepEntry entry);
};

/* Entries of C. */
void sweep_once(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const struct SweepTo *to);
/* Entries of derivatives, along a motion and with the wrenches that it takes; forces are measured in the inverse of
 * plan_length. */
void sweep_twice(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const struct Loads *loads,
                 const struct SweepTo *to);

#endif
