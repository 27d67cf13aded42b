/* Null motions: velocities that move no inertia, the null space of M, at random states. Called by the pipeline before
 * a function divides by M. All memory is the arena's of the tree's DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H
#define RIGIDC_DYNAMICS_TREE_NULL_MOTIONS_H

#include "tree.h"

struct NullMotions {
	int dimension; /* of the null space */
	int count, nv;
	int *first;        /* by motion: its first velocity */
	const bool *moves; /* by motion and velocity: does this velocity take part? */
	double lightest;   /* the least pivot of M over a bound of the largest M_vv; 1: M has none */
	bool overflows;    /* M_vv of the velocity `infinite` has no finite value; no motion was looked for */
	int infinite;
};

/* Finds at most `most` motions. Each has a first velocity of its own, and earlier velocities are zero. Parameters
 * are drawn near their defaults; with `drawn`, only elements where it is true, and the others have their defaults. */
struct NullMotions null_motions(const struct Tree *tree, const bool *drawn, int most);

#endif
