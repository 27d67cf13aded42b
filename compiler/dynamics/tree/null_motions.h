/* Null motions: velocities that move no inertia, the null space of M, at random states. Called by the pipeline before
 * a function divides by M. All memory is the arena's of the tree's DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H
#define RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H

#include "tree.h"

struct NullMotions {
	int dimension;     /* of the null space */
	int count, nv;
	int *first;        /* by motion: the velocity that it begins at */
	const bool *moves; /* by motion and velocity: does this velocity take part? */
};

/* At most `most` of them. Each begins at a velocity that none of the others begins at, and leaves all before it at rest. Parameters are
 * drawn near their defaults, and with `drawn` those elements alone of which it is true, while the others keep theirs. */
struct NullMotions null_motions(const struct Tree *tree, const bool *drawn, int most);

#endif
