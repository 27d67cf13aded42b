/* What Newton and Euler's two passes leave behind: motions outward, wrenches back (newton.c has the equations).
 * Called by the algorithms that need more of them than tau. Memory is the DAG's. */
#ifndef RIGIDC_NEWTON_H
#define RIGIDC_NEWTON_H

#include "approach.h"
#include "hop.h"
#include "tree.h"

/* Of a link in its working frame: w, its derivative, the acceleration V of the origin less gravity, and the field U. */
struct Motion3 {
	struct Vec w, wd, V;
	struct Mat U;
	Ref above[3];   /* U_kk - U_jj of each cycle i, j, k of the axes, by i */
};

struct Newton {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Hop *hop;
	struct Motion3 *motion;
	struct Spatial *f;    /* through the joint of each link, at its origin */
	double length, force; /* L and P: V is measured in L, forces in 1 / P */
	bool column;
};

/* The motions alone; f is not set. */
struct Newton newton_motions(struct Dag *dag, const struct Tree *tree, const struct Approach *approach);
/* Both, and tau (nv). */
struct Newton newton_passes(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *tau);

#endif
