/* The joint-space inertia matrix by the composite-rigid-body algorithm in body coordinates (Featherstone, RBDA, table 6.2), over
 * symbolic scalars. With the composite inertias
 *   Ic_i = I_i + sum over children k of X_k^T Ic_k X_k
 * and F = Ic_i S_i, carried through the joints from i to j,
 *   H_ij = S_j^T F   for i and its ancestors j. */
#include "textbook.h"

/* Ic_lambda += X^T Ic X. `J`: pose of the link in its joint frame. */
static void add_to_parent(struct Dag *dag, const struct Link *link, const struct Placement *J,
                          const struct Inertia *own, struct Inertia *Ic)
{
	struct Inertia out = inertia_out(dag, J, own);
	out = inertia_out(dag, &link->at, &out);
	Ic[link->parent] = inertia_add(dag, Ic[link->parent], out);
}

/* Entries H_ij of column k of link i, and of itself and its ancestors j. */
static void add_column(struct Dag *dag, const struct Tree *tree, const struct Placement *J, const struct Inertia *Ic,
                       int i, int k, Ref *M)
{
	struct Spatial F = inertia_times(dag, Ic, link_subspace(dag, &tree->link[i], k));
	for (int j = i, from = -1; j >= 0; from = j, j = tree->link[j].parent) {
		if (from >= 0)
			F = force_through(dag, &tree->link[from], &J[from], F);
		for (int l = from < 0 ? k : 0; l < link_columns(&tree->link[j]); l++)
			tree_assemble(dag, tree, i, k, j, l, link_force(&tree->link[j], l, &F), M);
	}
}

void textbook_crba(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	struct Inertia *Ic = ARENA_ARRAY(dag->arena, struct Inertia, tree->links + 1);
	struct Placement *J = ARENA_ARRAY(dag->arena, struct Placement, tree->links + 1);
	dag_zeros(dag, M, tree->nv * tree->nv);
	for (int i = 0; i < tree->links; i++) {
		Ic[i] = moments_inertia(dag, &tree->link[i].mass);
		J[i] = link_joint(dag, &tree->link[i]);
	}
	for (int i = tree->links - 1; i >= 0; i--) {
		vec_label(dag, Ic[i].h, "h", i);
		mat_label(dag, &Ic[i].J, "J", i);
		if (tree->link[i].parent >= 0)
			add_to_parent(dag, &tree->link[i], &J[i], &Ic[i], Ic);
		for (int k = 0; k < link_columns(&tree->link[i]); k++)
			add_column(dag, tree, J, &Ic[i], i, k, M);
	}
	tree_add_terms_inertia(dag, tree, M);
}
