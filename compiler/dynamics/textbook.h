/* The algorithms as the textbook has them, in spatial algebra: -O0, and what the others are audited against.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_TEXTBOOK_H
#define RIGIDC_TEXTBOOK_H

#include "tree.h"

/* tau (nv), M and C (nv x nv) */
void rnea_build(struct Dag *dag, const struct Tree *tree, Ref *tau);
void crba_build(struct Dag *dag, const struct Tree *tree, Ref *M);
void coriolis_build(struct Dag *dag, const struct Tree *tree, Ref *C);

#endif
