/* The algorithms as the textbook has them, in spatial algebra: -O0, and what the others are audited against.
 * Called by the pipeline through the table of functions. Memory is the DAG's.
 *
 * Each writes its outputs one after the other; matrices by rows. Frames and points are those of tree->site, at
 * tree->asked; wrenches are on the links. */
#ifndef RIGIDC_TEXTBOOK_H
#define RIGIDC_TEXTBOOK_H

#include "tree.h"

/* tau (nv) and M (nv x nv) */
void rnea_build(struct Dag *dag, const struct Tree *tree, Ref *tau);
void crba_build(struct Dag *dag, const struct Tree *tree, Ref *M);
/* qdd (nv) of a tree whose qdd is held at zero, and M^-1 (nv x nv) */
void fd_build(struct Dag *dag, const struct Tree *tree, Ref *qdd);
void minv_build(struct Dag *dag, const struct Tree *tree, Ref *Minv);

#endif
