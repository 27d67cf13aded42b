/* Joint-space Coriolis matrix of Christoffel symbols, by composite moments over the canonical tree: joint_vectors.c. */
#include "customized.h"

#include "composite_pass.h"

struct CoriolisPass {
	struct Dag *dag;
	const struct Tree *tree;
	Ref *C;
};

static void add(void *context, int a, int k, int b, int l, struct CompositePassEntry entry)
{
	struct CoriolisPass *c = context;
	tree_assemble_coriolis(c->dag, c->tree, a, k, b, l, entry.by_velocity, entry.M, c->C);
}

void customized_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *C)
{
	struct CoriolisPass c = { dag, tree, C };
	const struct CompositePassTo to = { &c, add };
	dag_zeros(dag, C, tree->nv * tree->nv);
	composite_pass_coriolis(dag, tree, options, &to);
	tree_add_terms_coriolis(dag, tree, C);
}
