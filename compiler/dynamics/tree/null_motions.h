/* Velocities that move no inertia: the null space of M, at states drawn at random.
 * Called by the pipeline, before a function divides by M. All memory is the arena's of the tree's DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H
#define RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H

#include "tree.h"

struct NullMotions {
	int count, nv;
	const bool *moves; /* by motion and velocity: does this velocity take part? */
};

/* At most `most` of them. Each begins at a joint that none of the others begins at, and leaves all before that joint at rest. */
struct NullMotions null_motions(const struct Tree *tree, int most);

#endif
