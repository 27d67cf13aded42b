/* Joints whose wrenches `reaction` returns. Called by the pipeline and the algorithms. Memory is the tree's. */
#ifndef RIGIDC_DYNAMICS_TREE_JOINT_WRENCH_H
#define RIGIDC_DYNAMICS_TREE_JOINT_WRENCH_H

#include "tree.h"

/* Adds the joints of `reaction`, moving ones and fixed ones with a sensor, to tree->reaction. */
void tree_add_reactions(struct Tree *tree, const struct Model *model);
/* Is the link carried by a body fixed beyond the joint? */
bool reaction_carries(const struct Tree *tree, const struct Reaction *reaction, int link);

#endif
