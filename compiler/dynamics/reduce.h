/* Forward dynamics without the inertia matrix of the whole. Called by forward.c. Memory is the DAG's. */
#ifndef RIGIDC_REDUCE_H
#define RIGIDC_REDUCE_H

#include "approach.h"
#include "tree.h"

/* Does every link move by coordinates of its own, each one link, by a constant gain? */
bool reduce_possible(const struct Dag *dag, const struct Tree *tree);
/* qdd (nv), of a tree of which that is so, and whose qdd is held at zero. `reduces` says of every link whether its joint
 * gives way before the link is seen by its parent. */
void reduce_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const bool *reduces, Ref *qdd);

#endif
