/* Joint map, from the velocities of links to those of the model: forces by G^T, inertias by G^T and G. Joint-space
 * terms are added too. */
#include "joint_map.h"

#include "added_mass.h"

/* tau += G^T force */
static void add_force(struct Dag *dag, struct JointMap map, Ref force, Ref *tau)
{
	for (int d = 0; d < map.entries; d++) {
		Ref *sum = &tau[map.entry[d].v];
		*sum = dag_add(dag, *sum, dag_mul(dag, map.entry[d].gain, force));
	}
}

void tree_velocities(struct Dag *dag, const struct Tree *tree, Ref *qd)
{
	for (int v = 0; v < tree->nv; v++)
		qd[v] = dag_input(dag, INPUT_QD, (uint32_t)v);
}

void tree_less_tau(struct Dag *dag, const struct Tree *tree, Ref *h)
{
	for (int v = 0; v < tree->nv; v++) {
		Ref tau = dag_input(dag, INPUT_TAU, (uint32_t)v);
		h[v] = dag_sub(dag, tau, h[v]);
	}
}

void tree_add_terms(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		Ref force = dag_add(dag, dag_mul(dag, term->inertia, term->acceleration), term->resistance);
		add_force(dag, term->map, force, tau);
	}
}

void tree_assemble_force(struct Dag *dag, const struct Link *link, int k, Ref force, Ref *tau)
{
	add_force(dag, link_map(link, k), force, tau);
}

void tree_assemble_column(struct Dag *dag, const struct Tree *tree, const struct Link *link, int k,
                          const struct Spatial *column, int rows, Ref *matrix)
{
	for (int row = 0; row < rows; row++)
		tree_assemble_force(dag, link, k, spatial_at(column, row), matrix + row * tree->nv);
}

/* M += G_row^T H G_column, and its mirror image on request. A coordinate that drives both rows counts twice. */
static void spread(struct Dag *dag, int nv, struct JointMap row, struct JointMap column, bool mirrored, Ref H, Ref *M)
{
	for (int i = 0; i < row.entries; i++)
		for (int j = 0; j < column.entries; j++) {
			int a = row.entry[i].v, b = column.entry[j].v;
			Ref term = dag_mul(dag, dag_mul(dag, row.entry[i].gain, column.entry[j].gain), H);
			M[a * nv + b] = dag_add(dag, M[a * nv + b], term);
			if (mirrored)
				M[b * nv + a] = dag_add(dag, M[b * nv + a], term);
		}
}

void tree_assemble(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	spread(dag, tree->nv, link_map(&tree->link[a], k), link_map(&tree->link[b], l), a != b || k != l, H, M);
}

void tree_assemble_entry(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M)
{
	spread(dag, tree->nv, link_map(&tree->link[a], k), link_map(&tree->link[b], l), false, H, M);
}

void tree_add_terms_inertia(struct Dag *dag, const struct Tree *tree, Ref *M)
{
	for (int i = 0; i < tree->terms; i++)
		spread(dag, tree->nv, tree->term[i].map, tree->term[i].map, false, tree->term[i].inertia, M);
	added_inertia(dag, tree, M);
}

static void spread_coriolis(struct Dag *dag, int nv, struct JointMap row, struct JointMap column, Ref H, Ref M, Ref *C)
{
	for (int i = 0; i < row.entries; i++)
		for (int j = 0; j < column.entries; j++) {
			const struct JointMapEntry *by = &column.entry[j];
			Ref *entry = &C[row.entry[i].v * nv + by->v];
			Ref force = dag_add_products(dag, H, by->gain, M, by->rate);
			*entry = dag_add(dag, *entry, dag_mul(dag, row.entry[i].gain, force));
		}
}

void tree_assemble_coriolis(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref M, Ref *C)
{
	spread_coriolis(dag, tree->nv, link_map(&tree->link[a], k), link_map(&tree->link[b], l), H, M, C);
}

/* Armature a gives G^T a G in M; the rate of this is twice the symmetric part of G^T a Gdot in C. */
void tree_add_terms_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C)
{
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		spread_coriolis(dag, tree->nv, term->map, term->map, dag_const(dag, 0), term->inertia, C);
	}
	added_coriolis(dag, tree, C);
}

static Ref half_square(struct Dag *dag, Ref factor, Ref x)
{
	Ref half = dag_mul(dag, dag_const(dag, 0.5), factor);
	return dag_mul(dag, dag_mul(dag, half, x), x);
}

void tree_add_terms_energy(struct Dag *dag, const struct Tree *tree, Ref *kinetic, Ref *potential)
{
	*potential = dag_add(dag, *potential, tree->law_energy);
	*kinetic = dag_add(dag, *kinetic, added_energy(dag, tree));
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		Ref stretch = dag_is_zero(dag, term->stiffness) ? term->rest : dag_sub(dag, term->position, term->rest);
		*kinetic = dag_add(dag, *kinetic, half_square(dag, term->inertia, term->rate));
		*potential = dag_add(dag, *potential, half_square(dag, term->stiffness, stretch));
	}
}
