/* The algorithms over the canonical tree that take the fewest operations.
 * Called by the pipeline through the table of functions. Memory is the DAG's. */
#ifndef RIGIDC_NEWTON_H
#define RIGIDC_NEWTON_H

#include "plan.h"
#include "tree.h"

/* How they go about it; the answers are the same. */
struct Approach {
	const struct Plan *plan;
	bool still;  /* links may be evaluated un-rotated */
	bool column; /* a column of U is carried over a turning joint */
};

/* tau (nv): inverse dynamics. */
void newton_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *tau);
/* M (nv x nv): the joint-space inertia matrix. */
void composite_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M);

#endif
