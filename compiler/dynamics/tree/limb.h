/* Limbs: branches of a tree, which can be looked at without the others.
 * Called by the pipeline, whose search of a limb costs what the limb costs and not the whole robot. All memory is the
 * arena's of the DAG that is given. */
#ifndef RIGIDC_DYNAMICS_TREE_LIMB_H
#define RIGIDC_DYNAMICS_TREE_LIMB_H

#include "tree.h"

/* A limb and what carries it, as a tree of its own with the inputs and outputs of the whole. */
struct Limb {
	struct Tree *tree;
	int *whole;  /* of each of its links, the one of the whole */
	bool *own;   /* is a link of the limb, else it only carries it */
};

struct Limbs {
	struct Limb *item;
	size_t count, capacity;
};

/* The branches behind each fork, the world too, innermost first; none if nothing forks. */
struct Limbs limbs_find(struct Dag *dag, const struct Tree *tree);

/* Could the plan of one be as good for the other? They have as many links, which move and hang together alike, and zeros
 * at the same places. */
bool limbs_same_structure(const struct Limb *a, const struct Limb *b);

#endif
