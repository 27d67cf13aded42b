/* The joint-space inertia matrix by the composite-rigid-body algorithm in body coordinates
 * (Featherstone, RBDA, table 6.2), over symbolic scalars. */
#include "function.h"

/* M += G_row^T H G_column for one entry H of the virtual coordinates; its mirror image too, unless the
 * entry is on the diagonal (a coordinate that drives both rows counts twice). */
static void spread(struct Dag *dag, Ref *M, int nv, const struct Drive *row, int rows, const struct Drive *column,
                   int columns, bool diagonal, Ref H)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			Ref term = dag_mul(dag, dag_mul(dag, row[i].gain, column[j].gain), H);
			Ref *entry = &M[row[i].v * nv + column[j].v];
			*entry = dag_add(dag, *entry, term);
			if (diagonal)
				continue;
			Ref *mirror = &M[column[j].v * nv + row[i].v];
			*mirror = dag_add(dag, *mirror, term);
		}
}

/* The entry H of column k of link a and column l of link b. */
static void spread_links(struct Dag *dag, Ref *M, int nv, const struct Link *a, int k, const struct Link *b, int l,
                         const struct Spatial *F)
{
	int rows, columns;
	const struct Drive *row = link_drives(a, k, &rows), *column = link_drives(b, l, &columns);
	spread(dag, M, nv, row, rows, column, columns, a == b && k == l, link_force(b, l, F));
}

static void label_inertia(struct Dag *dag, const struct Inertia *I, int link)
{
	static const char *const axis[3] = { "x", "y", "z" };
	static const char *const pair[3][3] = { { "xx", "xy", "xz" }, { "xy", "yy", "yz" }, { "xz", "yz", "zz" } };
	for (int i = 0; i < 3; i++) {
		dag_label(dag, I->h.e[i], "h", (uint32_t)link + 1, axis[i]);
		for (int j = i; j < 3; j++)
			dag_label(dag, I->J.e[i][j], "J", (uint32_t)link + 1, pair[i][j]);
	}
}

void crba_build(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	struct Inertia *Ic = ARENA_ARRAY(dag->arena, struct Inertia, tree->links + 1);
	struct Placement *J = ARENA_ARRAY(dag->arena, struct Placement, tree->links + 1);
	int nv = tree->nv;
	for (int i = 0; i < nv * nv; i++)
		M[i] = dag_const(dag, 0);
	for (int i = 0; i < tree->links; i++) {
		Ic[i] = tree->link[i].I;
		J[i] = link_joint(dag, &tree->link[i]);
	}
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		label_inertia(dag, &Ic[i], i);
		/* Ic_lambda += X^T Ic X */
		if (link->parent >= 0) {
			struct Inertia out = inertia_out(dag, &J[i], &Ic[i]);
			out = inertia_out(dag, &link->at, &out);
			Ic[link->parent] = inertia_add(dag, Ic[link->parent], out);
		}
		for (int k = 0; k < link_columns(link); k++) {
			/* F = Ic S, carried down to the root; H_ij = S_j^T F */
			struct Spatial F = inertia_times(dag, &Ic[i], link_subspace(dag, link, k));
			for (int l = k; l < link_columns(link); l++)
				spread_links(dag, M, nv, link, k, link, l, &F);
			for (int j = i; tree->link[j].parent >= 0;) {
				F = force_out(dag, &tree->link[j].at, force_out(dag, &J[j], F));
				j = tree->link[j].parent;
				for (int l = 0; l < link_columns(&tree->link[j]); l++)
					spread_links(dag, M, nv, link, k, &tree->link[j], l, &F);
			}
		}
	}
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		spread(dag, M, nv, carried->drive, carried->drives, carried->drive, carried->drives, true,
		       carried->inertia);
	}
}
