/* The joint-space inertia matrix by the composite-rigid-body algorithm in body coordinates
 * (Featherstone, RBDA, table 6.2), over symbolic scalars. */
#include "textbook.h"

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
		const struct Link *link = &tree->link[i];
		vec_label(dag, Ic[i].h, "h", i);
		mat_label(dag, &Ic[i].J, "J", i);
		/* Ic_lambda += X^T Ic X */
		if (link->parent >= 0) {
			struct Inertia out = inertia_out(dag, &J[i], &Ic[i]);
			out = inertia_out(dag, &link->at, &out);
			Ic[link->parent] = inertia_add(dag, Ic[link->parent], out);
		}
		for (int k = 0; k < link_columns(link); k++) {
			/* F = Ic S, carried down to the root; H_ij = S_j^T F */
			struct Spatial F = inertia_times(dag, &Ic[i], link_subspace(dag, link, k));
			for (int j = i, from = -1; j >= 0; from = j, j = tree->link[j].parent) {
				if (from >= 0)
					F = force_through(dag, &tree->link[from], &J[from], F);
				for (int l = from < 0 ? k : 0; l < link_columns(&tree->link[j]); l++)
					tree_assemble(dag, tree, i, k, j, l, link_force(&tree->link[j], l, &F), M);
			}
		}
	}
	tree_add_terms_inertia(dag, tree, M);
}
