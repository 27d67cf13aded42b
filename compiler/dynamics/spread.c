/* From the velocities of links to those of the model: forces by G^T, inertias by G^T and G; and what the coordinates of
 * joints carry by themselves. */
#include "tree.h"

void tree_carry(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		Ref force = dag_add(dag, dag_mul(dag, carried->inertia, carried->acceleration), carried->resistance);
		for (int d = 0; d < carried->drives; d++)
			tau[carried->drive[d].v] = dag_add(dag, tau[carried->drive[d].v],
			                                   dag_mul(dag, carried->drive[d].gain, force));
	}
}

/* M += G_row^T H G_column; its mirror image too, unless the entry is on the diagonal (a coordinate that
 * drives both rows counts twice). */
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

void tree_spread(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	int rows, columns;
	const struct Drive *row = link_drives(&tree->link[a], k, &rows);
	const struct Drive *column = link_drives(&tree->link[b], l, &columns);
	spread(dag, M, tree->nv, row, rows, column, columns, a == b && k == l, H);
}

void tree_spread_entry(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	int rows, columns;
	const struct Drive *row = link_drives(&tree->link[a], k, &rows);
	const struct Drive *column = link_drives(&tree->link[b], l, &columns);
	spread(dag, M, tree->nv, row, rows, column, columns, true, H);
}

void tree_carry_inertia(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		spread(dag, M, tree->nv, carried->drive, carried->drives, carried->drive, carried->drives, true,
		       carried->inertia);
	}
}

static void spread_moving(struct Dag *dag, Ref *C, int nv, const struct Drive *row, int rows, const struct Drive *column,
                          int columns, Ref H, Ref M)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			Ref *entry = &C[row[i].v * nv + column[j].v];
			Ref force = dag_add_products(dag, H, column[j].gain, M, column[j].rate);
			*entry = dag_add(dag, *entry, dag_mul(dag, row[i].gain, force));
		}
}

void tree_spread_moving(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref M, Ref *C)
{
	int rows, columns;
	const struct Drive *row = link_drives(&tree->link[a], k, &rows);
	const struct Drive *column = link_drives(&tree->link[b], l, &columns);
	spread_moving(dag, C, tree->nv, row, rows, column, columns, H, M);
}

/* Of the armature a there is G^T a G in M, and its rate is twice the symmetric part of this. */
void tree_carry_moving(struct Dag *dag, const struct Tree *tree, Ref *C)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		spread_moving(dag, C, tree->nv, carried->drive, carried->drives, carried->drive, carried->drives,
		              dag_const(dag, 0), carried->inertia);
	}
}

static Ref half_square(struct Dag *dag, Ref factor, Ref x)
{
	Ref half = dag_mul(dag, dag_const(dag, 0.5), factor);
	return dag_mul(dag, dag_mul(dag, half, x), x);
}

void tree_carry_energy(struct Dag *dag, const struct Tree *tree, Ref *kinetic, Ref *potential)
{
	for (int i = 0; i < tree->carrieds; i++) {
		const struct Carried *carried = &tree->carried[i];
		Ref stretch = dag_is_zero(dag, carried->stiffness) ? carried->rest
		                                                   : dag_sub(dag, carried->position, carried->rest);
		*kinetic = dag_add(dag, *kinetic, half_square(dag, carried->inertia, carried->rate));
		*potential = dag_add(dag, *potential, half_square(dag, carried->stiffness, stretch));
	}
}

void tree_spread_column(struct Dag *dag, const struct Tree *tree, const struct Link *link, int k, const Ref *column, int rows,
                        Ref *matrix)
{
	int drives;
	const struct Drive *drive = link_drives(link, k, &drives);
	for (int row = 0; row < rows; row++)
		for (int d = 0; d < drives; d++) {
			Ref *entry = &matrix[row * tree->nv + drive[d].v];
			*entry = dag_add(dag, *entry, dag_mul(dag, drive[d].gain, column[row]));
		}
}
