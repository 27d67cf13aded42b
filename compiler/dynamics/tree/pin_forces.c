#include "pin_forces.h"

#include <string.h>

/* ydd of every link with G qdd. */
static const struct Tree *accelerated(struct Dag *dag, const struct Tree *tree, const Ref *qdd)
{
	struct Tree *moving = tree_copy(tree, tree->dag);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < link_columns(&tree->link[i]); k++) {
			const struct JointMap map = link_map(&tree->link[i], k);
			Ref *ydd = &moving->link[i].ydd[k];
			for (int n = 0; n < map.entries; n++)
				*ydd = dag_add(dag, *ydd, dag_mul(dag, map.entry[n].gain, qdd[map.entry[n].v]));
		}
	return moving;
}

/* The end whose acceleration is taken. */
static int nearer_end(const struct Tree *tree, const struct RowBlock *block)
{
	int a = tree_depth(tree, tree->site[block->a].link), b = tree_depth(tree, tree->site[block->b].link);
	return a < b ? block->a : block->b;
}

void pin_forces(struct Dag *dag, const struct Tree *tree, const Ref *qdd, PinAcceleration *acceleration,
                const void *options, Ref *lambda)
{
	const struct Tree *moving = tree->moved ? accelerated(dag, tree, qdd) : NULL;
	for (int i = 0; moving && i < tree->rows->blocks; lambda += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (dag_is_zero(dag, tree->moved[i]))
			continue;
		struct Vec a = acceleration(dag, moving, block, nearer_end(tree, block), options);
		struct Vec force = vec_scale(dag, tree->moved[i], a);
		for (int r = 0; r < block->rows; r++)
			if (!block->row[r].angular && !block->row[r].holds)
				lambda[r] = dag_sub(dag, lambda[r], vec_dot(dag, block->row[r].t, force));
	}
}
