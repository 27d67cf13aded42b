/* The joint-space Coriolis matrix, of Christoffel symbols, by composite moments over the canonical tree: vectors.c. */
#include "lean.h"

#include "sweep.h"

struct Christoffel {
	struct Dag *dag;
	const struct Tree *tree;
	Ref *C;
};

static void add(void *context, int a, int k, int b, int l, struct SweepEntry entry)
{
	struct Christoffel *c = context;
	tree_spread_moving(c->dag, c->tree, a, k, b, l, entry.by_velocity, entry.M, c->C);
}

void christoffel_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *C)
{
	struct Christoffel c = { dag, tree, C };
	const struct SweepTo to = { &c, add };
	for (int i = 0; i < tree->nv * tree->nv; i++)
		C[i] = dag_const(dag, 0);
	sweep_once(dag, tree, approach, &to);
	tree_carry_moving(dag, tree, C);
}
