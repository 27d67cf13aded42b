/* Joint map, from the velocities of links to those of the model: forces by G^T, inertias by G^T and G. Joint-space
 * terms are added too. */
#include "tree.h"

/* tau += G^T force */
static void add_force(struct Dag *dag, const struct JointMapEntry *map, int map_entries, Ref force, Ref *tau)
{
	for (int d = 0; d < map_entries; d++)
		tau[map[d].v] = dag_add(dag, tau[map[d].v], dag_mul(dag, map[d].gain, force));
}

void tree_add_terms(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		Ref force = dag_add(dag, dag_mul(dag, term->inertia, term->acceleration), term->resistance);
		add_force(dag, term->map, term->map_entries, force, tau);
	}
}

void tree_assemble_force(struct Dag *dag, const struct Link *link, int k, Ref force, Ref *tau)
{
	int map_entries;
	const struct JointMapEntry *map = link_map(link, k, &map_entries);
	add_force(dag, map, map_entries, force, tau);
}

void tree_assemble_column(struct Dag *dag, const struct Tree *tree, const struct Link *link, int k,
                          const struct Spatial *column, int rows, Ref *matrix)
{
	for (int row = 0; row < rows; row++)
		tree_assemble_force(dag, link, k, spatial_at(column, row), matrix + row * tree->nv);
}

/* M += G_row^T H G_column, and its mirror image unless the entry is on the diagonal. A coordinate that drives both
 * rows counts twice. */
static void spread(struct Dag *dag, Ref *M, int nv, const struct JointMapEntry *row, int rows,
                   const struct JointMapEntry *column, int columns, bool diagonal, Ref H)
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

void tree_assemble(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	int rows, columns;
	const struct JointMapEntry *row = link_map(&tree->link[a], k, &rows);
	const struct JointMapEntry *column = link_map(&tree->link[b], l, &columns);
	spread(dag, M, tree->nv, row, rows, column, columns, a == b && k == l, H);
}

void tree_assemble_entry(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	int rows, columns;
	const struct JointMapEntry *row = link_map(&tree->link[a], k, &rows);
	const struct JointMapEntry *column = link_map(&tree->link[b], l, &columns);
	spread(dag, M, tree->nv, row, rows, column, columns, true, H);
}

void tree_add_terms_inertia(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		spread(dag, M, tree->nv, term->map, term->map_entries, term->map, term->map_entries, true,
		       term->inertia);
	}
}

static void assemble_coriolis(struct Dag *dag, Ref *C, int nv, const struct JointMapEntry *row, int rows,
                              const struct JointMapEntry *column, int columns, Ref H, Ref M)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			Ref *entry = &C[row[i].v * nv + column[j].v];
			Ref force = dag_add_products(dag, H, column[j].gain, M, column[j].rate);
			*entry = dag_add(dag, *entry, dag_mul(dag, row[i].gain, force));
		}
}

void tree_assemble_coriolis(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref M, Ref *C)
{
	int rows, columns;
	const struct JointMapEntry *row = link_map(&tree->link[a], k, &rows);
	const struct JointMapEntry *column = link_map(&tree->link[b], l, &columns);
	assemble_coriolis(dag, C, tree->nv, row, rows, column, columns, H, M);
}

/* Armature a gives G^T a G in M; the rate of this is twice the symmetric part of G^T a Gdot in C. */
void tree_add_terms_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		assemble_coriolis(dag, C, tree->nv, term->map, term->map_entries, term->map, term->map_entries,
		                  dag_const(dag, 0), term->inertia);
	}
}

static Ref half_square(struct Dag *dag, Ref factor, Ref x)
{
	Ref half = dag_mul(dag, dag_const(dag, 0.5), factor);
	return dag_mul(dag, dag_mul(dag, half, x), x);
}

void tree_add_terms_energy(struct Dag *dag, const struct Tree *tree, Ref *kinetic, Ref *potential)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		Ref stretch = dag_is_zero(dag, term->stiffness) ? term->rest : dag_sub(dag, term->position, term->rest);
		*kinetic = dag_add(dag, *kinetic, half_square(dag, term->inertia, term->rate));
		*potential = dag_add(dag, *potential, half_square(dag, term->stiffness, stretch));
	}
}
