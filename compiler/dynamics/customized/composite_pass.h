/* The passes of the Coriolis matrix and of derivatives over the canonical tree: velocities outward, composites inward,
 * and of each velocity its vectors (joint_vectors.h) on to the root, past all joints before it.
 * Called by coriolis.c and rnea_derivatives.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_COMPOSITE_PASS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_COMPOSITE_PASS_H

#include "rnea.h"

/* What one velocity has to do with another: entries for row and column. */
struct CompositePassEntry {
	Ref M;
	Ref by_velocity;   /* of C or of dtau/dqd */
	Ref by_coordinate; /* of dtau/dq */
};

struct CompositePassTo {
	void *context;
	/* Is given the sum in parts: those in row k of link a and column l of link b. */
	void (*add)(void *context, int a, int k, int b, int l, struct CompositePassEntry entry);
};

/* Entries of C. */
void composite_pass_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, const struct CompositePassTo *to);
/* Entries of derivatives, along a motion and with the wrenches that it takes; forces are measured in the inverse of
 * plan_length. */
void composite_pass_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, const struct Loads *loads,
                 const struct CompositePassTo *to);

#endif
