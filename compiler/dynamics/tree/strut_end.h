/* Ends of struts, for `reaction`. Called by joint_wrench.c and the algorithms of `reaction`. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_STRUT_END_H
#define RIGIDC_DYNAMICS_TREE_STRUT_END_H

#include "tree.h"

/* Adds the forces on the two ends of each line to tree->end, for `reaction`. */
void tree_add_ends(struct Tree *tree, const struct Model *model);
/* Copy with these forces as wrenches on the links. */
const struct Tree *tree_with_strut_wrenches(const struct Tree *tree);

#endif
