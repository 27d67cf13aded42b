/* Passes of the Coriolis matrix and of derivatives over the canonical tree: velocities outward, composites inward, and
 * the vectors of each velocity (joint_vectors.h) to the root, past all joints of ancestors. Called by coriolis.c and
 * rnea_derivatives.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_COMPOSITE_PASS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_COMPOSITE_PASS_H

#include "rnea.h"

/* Entry for a pair of velocities, in one row and column. */
struct CompositePassEntry {
	Ref M;
	Ref by_velocity;   /* of C or of dtau/dqd */
	Ref by_coordinate; /* of dtau/dq */
};

struct CompositePassTo {
	void *context;
	/* adds parts of a sum: the entries in row k of link a and column l of link b */
	void (*add)(void *context, int a, int k, int b, int l, struct CompositePassEntry entry);
};

/* Entries of C. */
void composite_pass_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             const struct CompositePassTo *to);
/* Entries of derivatives, for the motion and the wrenches in `loads`; forces are measured in the inverse of
 * plan_length. */
void composite_pass_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                const struct Loads *loads, const struct CompositePassTo *to);

#endif
