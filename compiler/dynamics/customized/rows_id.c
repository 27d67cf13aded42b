/* Inverse dynamics under rows (tree/row_balance.h). Of contacts alone lambda = W^-1 B y with B^T W^-1 B y = r, where B is J at the
 * idle velocities and r is rnea there.
 *
 * J is not computed. A force F and a moment N at a contact point push joint i by S_i^T (F, N + r_i x F), with r_i from the
 * link's origin to the point, all in the axes of link i: F and N are turned outward link by link, r_i comes inward. B^T
 * has these numbers of each row alone at the idle velocities, tau those of all rows together at the others.
 *
 * Axes. The rows of a point or of a frame may be taken along any axes. In those of a free root, with p the point from
 * its origin, B of a point is (1, -[p x]), so B^T W^-1 B has a block of constants, sums of p / weight and products of
 * two components of p. The block of constants is eliminated first. */
#include "customized.h"

#include "dynamics/tree/ltdl.h"
#include "rnea.h"
#include "row_motion.h"
#include "square.h"

/* Contact: its way from the root, or from the world if the root is not free. */
struct Way {
	const struct RowBlock *block;
	int first; /* place of its first row in lambda */
	const int *path;
	int links, begin;  /* the first step whose joint is not the free root's */
	struct Vec *r;     /* by step: from the link's origin to the point, in the link's working axes */
	struct Spatial *t; /* by row: unit force or moment, in the axes where the way begins */
};

struct Balance {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	struct Way *way;
	int *velocity, idle; /* idle velocities, in the order of elimination from the last on */
};

static struct Vec along_way(const struct Balance *b, const struct Way *way, struct Vec v)
{
	for (int n = way->begin; n-- > 0;)
		v = to_parent_axes(b->dag, &b->transform[way->path[n]], v);
	return v;
}

/* Vectors of the rows, in the axes where the way begins. Free rows take these axes. */
static void find_rows(const struct Balance *b, struct Way *way)
{
	struct Dag *dag = b->dag;
	const struct RowBlock *block = way->block;
	const struct Site *A = &b->tree->site[block->a], *B = &b->tree->site[block->b];
	int sort[2] = { 0, 0 };
	way->t = ARENA_ARRAY(dag->arena, struct Spatial, block->rows);
	for (int k = 0; k < block->rows; k++) {
		const struct ConstraintRow *row = &block->row[k];
		struct Vec t;
		if (row->holds) {
			way->t[k] = spatial_zero(dag);
			continue;
		}
		if (row_block_is_free(block, row->angular)) {
			t = vec_unit(dag, sort[row->angular]++);
		} else if (row->vector == ROW_OF_B) {
			t = to_working_axes(dag, &b->transform[B->link], mat_vec(dag, B->at.R, row->t));
			for (int n = way->links; n-- > way->begin;)
				t = to_parent_axes(dag, &b->transform[way->path[n]], t);
		} else {
			t = mat_vec(dag, A->at.R, row->t);
			for (int n = 0; n < way->begin; n++)
				t = to_child_axes(dag, &b->transform[way->path[n]], t);
		}
		way->t[k] = spatial_zero(dag);
		*(row->angular ? &way->t[k].ang : &way->t[k].lin) = t;
	}
}

static void find_way(const struct Balance *b, struct Way *way)
{
	struct Dag *dag = b->dag;
	const struct Site *site = &b->tree->site[way->block->b];
	way->path = tree_path(b->tree, site->link, &way->links);
	way->begin = b->tree->link[way->path[0]].motion == LINK_FREE;
	way->r = ARENA_ARRAY(dag->arena, struct Vec, way->links);
	struct Vec r = to_working_axes(dag, &b->transform[site->link], site->at.p);
	for (int n = way->links; n-- > 0;) {
		way->r[n] = r;
		if (n > 0)
			r = to_parent_point(dag, &b->transform[way->path[n]], &b->tree->link[way->path[n]], r);
	}
	find_rows(b, way);
}

/* Does the link move by an idle velocity? */
static bool moves_idle(const struct Balance *b, int link)
{
	const struct JointMap *map = &b->tree->link[link].map;
	bool any = false;
	for (int d = 0; d < map->entries; d++)
		any |= b->tree->idle[map->entry[d].v];
	return any;
}

/* Adds the forces of (F, N) at a contact on the joints of its way to tau; `idle`: only of links with idle velocities. */
static void push(const struct Balance *b, const struct Way *way, struct Spatial f, bool idle, Ref *tau)
{
	struct Dag *dag = b->dag;
	for (int n = 0; n < way->links; n++) {
		const struct Link *link = &b->tree->link[way->path[n]];
		if (n >= way->begin) {
			f.lin = to_child_axes(dag, &b->transform[way->path[n]], f.lin);
			f.ang = to_child_axes(dag, &b->transform[way->path[n]], f.ang);
		}
		if (idle && !moves_idle(b, way->path[n]))
			continue;
		struct Spatial at_origin = f;
		at_origin.ang = vec_add(dag, f.ang, vec_cross(dag, way->r[n], f.lin));
		for (int k = 0; k < link_columns(link); k++)
			tree_assemble_force(dag, link, k, link_force(link, k, &at_origin), tau);
	}
}

/* Idle velocities in reverse order of elimination: velocities along lines are last. */
static void find_idle(struct Balance *b)
{
	bool *slides = ARENA_ARRAY(b->dag->arena, bool, b->tree->nv);
	for (int i = 0; i < b->tree->links; i++)
		for (int k = 0; k < link_columns(&b->tree->link[i]); k++) {
			const struct JointMap map = link_map(&b->tree->link[i], k);
			for (int d = 0; d < map.entries; d++)
				slides[map.entry[d].v] |= link_row(&b->tree->link[i], k) < 3;
		}
	b->velocity = ARENA_ARRAY(b->dag->arena, int, b->tree->nv);
	for (int last = 0; last < 2; last++)
		for (int v = 0; v < b->tree->nv; v++)
			if (b->tree->idle[v] && slides[v] == last)
				b->velocity[b->idle++] = v;
}

static struct Balance balance_of(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct Balance b = { .dag = dag, .tree = tree, .transform = transforms_make(dag, tree, options, 1) };
	b.way = ARENA_ARRAY(dag->arena, struct Way, tree->rows->blocks);
	for (int i = 0, first = 0; i < tree->rows->blocks; first += tree->rows->block[i++].rows) {
		b.way[i] = (struct Way){ .block = &tree->rows->block[i], .first = first };
		find_way(&b, &b.way[i]);
	}
	find_idle(&b);
	return b;
}

/* y of the idle velocities, from r: B by rows of the phase. */
static Ref *solve_idle(const struct Balance *b, const Ref *B, const Ref *tau)
{
	struct Dag *dag = b->dag;
	int idle = b->idle;
	Ref *A = ARENA_TABLE(dag->arena, Ref, idle, idle), *y = ARENA_ARRAY(dag->arena, Ref, idle);
	dag_zeros(dag, A, idle * idle);
	for (int i = 0; i < idle; i++) {
		y[i] = tau[b->velocity[i]];
		for (int k = 0; k <= i; k++) {
			Ref sum = dag_const(dag, 0);
			for (int r = 0; r < b->tree->rows->rows; r++) {
				Ref over = dag_over(dag, 1, row_set_weight(b->tree->rows, r));
				Ref product = dag_mul(dag, B[r * b->tree->nv + b->velocity[i]],
				                      B[r * b->tree->nv + b->velocity[k]]);
				sum = dag_add(dag, sum, dag_mul(dag, over, product));
			}
			A[i * idle + k] = A[k * idle + i] = sum;
		}
	}
	struct LtdlFactor factor = ltdl_make(dag, A, idle);
	ltdl_solve(&factor, y);
	return y;
}

/* Forces of a block, in the axes where its way begins and, as its rows of lambda, in the axes of its rows. */
static struct Spatial forces_of(const struct Balance *b, const struct Way *way, const Ref *along, Ref *lambda)
{
	struct Dag *dag = b->dag;
	struct Spatial f = spatial_zero(dag);
	const struct Mat *ground = &b->tree->site[way->block->a].at.R;
	for (int k = 0; k < way->block->rows; k++) {
		f = spatial_add(dag, f, spatial_scale(dag, along[way->first + k], way->t[k]));
		lambda[way->first + k] = along[way->first + k];
	}
	for (int angular = 0; angular < 2; angular++) {
		int at = way->first + (angular ? way->block->rows - 3 : 0);
		if (!row_block_is_free(way->block, angular))
			continue;
		struct Vec seen = mat_tvec(dag, *ground, along_way(b, way, angular ? f.ang : f.lin));
		for (int k = 0; k < 3; k++)
			lambda[at + k] = seen.e[k];
	}
	return f;
}

/* --- of loops too --- */

/* J in the axes of the plan; in those of frame A where the rows of a block are divided. */
static void balance_loops(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	bool whole = !row_balance_is_redundant(dag->arena, tree->rows);
	struct RowMotion motion = whole ? row_motion_measured(dag, options) : row_motion(options);
	Ref *J = ARENA_TABLE(dag->arena, Ref, tree->rows->rows, tree->nv);
	customized_rnea(dag, tree, options, out);
	rows_put_jacobian(dag, tree, &motion, J);
	row_balance(dag, tree, J, square_solve_sparse, out, out + tree->nv);
	rows_turn_forces(dag, tree, &motion, out + tree->nv);
}

void customized_rows_id(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	if (!row_set_is_of_contacts(tree->rows)) {
		balance_loops(dag, tree, options, out);
		return;
	}
	struct Balance b = balance_of(dag, tree, options);
	int rows = tree->rows->rows, nv = tree->nv;
	Ref *tau = out, *lambda = out + nv, *held = ARENA_ARRAY(dag->arena, Ref, nv);
	Ref *B = ARENA_TABLE(dag->arena, Ref, rows, nv), *along = ARENA_ARRAY(dag->arena, Ref, rows);
	customized_rnea(dag, tree, options, tau);
	dag_zeros(dag, B, rows * nv);
	for (int i = 0; i < tree->rows->blocks; i++)
		for (int k = 0; k < b.way[i].block->rows; k++)
			push(&b, &b.way[i], b.way[i].t[k], true, &B[(b.way[i].first + k) * nv]);
	const Ref *y = solve_idle(&b, B, tau);
	dag_zeros(dag, held, nv);
	for (int r = 0; r < rows; r++) {
		Ref sum = dag_const(dag, 0);
		for (int i = 0; i < b.idle; i++)
			sum = dag_add(dag, sum, dag_mul(dag, B[r * nv + b.velocity[i]], y[i]));
		along[r] = dag_div(dag, sum, row_set_weight(tree->rows, r));
	}
	for (int i = 0; i < tree->rows->blocks; i++)
		push(&b, &b.way[i], forces_of(&b, &b.way[i], along, lambda), false, held);
	for (int v = 0; v < nv; v++)
		tau[v] = tree->idle[v] ? dag_const(dag, 0) : dag_sub(dag, tau[v], held[v]);
}
