/* Limbs: branches of a tree as trees of their own. Called by the pipeline, so that the search of a limb costs work for
 * the limb, not for the whole robot. All memory is the arena's of the given DAG. */
#ifndef RIGIDC_DYNAMICS_TREE_LIMB_H
#define RIGIDC_DYNAMICS_TREE_LIMB_H

#include "tree.h"

/* Limb and its ancestors, as a tree with the inputs and outputs of the whole tree. */
struct Limb {
	struct Tree *tree;
	int *whole;  /* by link: its number in the whole tree */
	bool *own;   /* by link: true in the limb, false for an ancestor */
};

struct Limbs {
	struct Limb *item;
	size_t count, capacity;
};

/* Branches after each fork (the world can be one); a limb comes before the limbs that contain it. None without
 * forks. */
struct Limbs limbs_find(struct Dag *dag, const struct Tree *tree);

/* Can both limbs use the same plan? They need the same links, parents, motions and axes, and zeros at the same
 * entries. */
bool limbs_same_structure(const struct Limb *a, const struct Limb *b);

#endif
