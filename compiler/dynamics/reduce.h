/* Forward dynamics without the inertia matrix of the whole. Called by forward.c. Memory is the DAG's. */
#ifndef RIGIDC_REDUCE_H
#define RIGIDC_REDUCE_H

#include "approach.h"
#include "tree.h"

/* Does every link move by coordinates of its own, each one link, by a constant gain? */
bool reduce_possible(const struct Dag *dag, const struct Tree *tree);
/* Does the plan let any joint give way? */
bool reduce_asked(const struct Tree *tree, const struct Plan *plan);
/* qdd (nv), of a tree of which the first is so, and whose qdd is held at zero. */
void reduce_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *qdd);

/* What is worth trying: the first is that no joint gives way. */
enum { REDUCE_PATTERNS = 5 };
void reduce_by_pattern(const struct Tree *tree, int pattern, struct Choice *choice);

#endif
