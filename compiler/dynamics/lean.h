/* The algorithms over the canonical tree that take the fewest operations.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_LEAN_H
#define RIGIDC_LEAN_H

#include "approach.h"
#include "tree.h"

/* tau (nv): inverse dynamics. */
void newton_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *tau);
/* M (nv x nv): the joint-space inertia matrix. */
void composite_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M);
/* C (nv x nv): the Coriolis matrix. */
void christoffel_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *C);

#endif
