/* Independent coordinates of a closed state, and whether two closed states are in one branch. Called by `assemble`.
 * Memory is the arena's of the tree's DAG.
 *
 * Elimination of J, scaled by units, takes the largest pivots (base/linear.h); velocities without one are independent.
 * Idle joints have pivots before driven ones, which have them before held ones.
 *
 * Two states are in one branch if a motion leads from one to the other without a dead point of the independent
 * coordinates: the determinant of the pivots' rows and columns keeps its sign. The motion tried is the straight line
 * to the other state, projected on the motions that loops leave. */
#ifndef RIGIDC_PIPELINE_BRANCH_H
#define RIGIDC_PIPELINE_BRANCH_H

#include "assembly.h"
#include "base/linear.h"

/* At a closed state. `least`: the smallest pivot that counts. */
struct LinearPivots branch_pivots(struct Assembly *a, const double *q, double least);

enum Branch {
	BRANCH_SAME,
	BRANCH_BEYOND_DEAD_POINT, /* the motion passes a dead point of the independent coordinates */
	BRANCH_APART,             /* no motion from one to the other was found */
	BRANCH_UNKNOWN            /* the first state is not closed */
};

/* Branch of the closed state `to`, as seen from the closed state `from`. */
enum Branch branch_of(struct Assembly *a, const double *from, const double *to);

/* Moves held coordinates from the closed state `from` to where they are in q, in steps of 0.05 rad or characteristic
 * lengths, while the others close: q in the branch of `from`. False: the loops do not close on the way, and q stays. */
bool branch_walk(struct Assembly *a, const double *from, double *q);

#endif
