#include "followed_point.h"

#include "line_mass.h"
#include "model/followed.h"

#include <string.h>

enum { AXES = 3 };

static struct JointMap near_map(const struct Tree *tree, const struct Link *link)
{
	struct Dag *dag = tree->dag;
	struct JointMap map = { ARENA_ARRAY(dag->arena, struct JointMapEntry, AXES), 0 };
	Ref zero = dag_const(dag, 0);
	for (int k = 0; k < AXES; k++)
		if (!dag_is_zero(dag, link->lever.e[k]))
			map.entry[map.entries++] = (struct JointMapEntry){ tree->nv + AXES * (link->point - 1) + k,
				                                           link->lever.e[k], zero, zero };
	return map;
}

const struct Tree *tree_by_points(const struct Tree *tree)
{
	if (!tree->points)
		return tree;
	struct Tree *wide = tree_copy(tree, tree->dag);
	wide->nv = tree->nv + AXES * tree->points;
	for (int i = 0; i < wide->links; i++)
		if (wide->link[i].point)
			wide->link[i].map = near_map(tree, &wide->link[i]);
	return wide;
}

/* T^T of the three entries of a point, `stride` apart, in place. */
static void turn_entries(struct Dag *dag, const struct TreePoint *point, Ref *entry, int stride)
{
	struct Vec x = { { entry[0], entry[stride], entry[2 * stride] } };
	x = mat_tvec(dag, point->of->turn, x);
	for (int k = 0; k < AXES; k++)
		entry[k * stride] = x.e[k];
}

void tree_fold_forces(struct Dag *dag, const struct Tree *tree, Ref *wide, Ref *tau)
{
	memcpy(tau, wide, (size_t)tree->nv * sizeof *tau);
	for (int p = 0; p < tree->points; p++) {
		const struct TreePoint *point = &tree->point[p];
		Ref *F = wide + tree->nv + AXES * p;
		turn_entries(dag, point, F, 1);
		struct Vec line = point->mass ? line_mass_force(dag, tree, point) : vec_const(dag, 0, 0, 0);
		for (int k = 0; k < AXES; k++)
			F[k] = dag_add(dag, F[k], line.e[k]);
		for (int k = 0; k < AXES; k++)
			for (int d = 0; d < point->map[k].entries; d++) {
				const struct JointMapEntry *by = &point->map[k].entry[d];
				tau[by->v] = dag_add(dag, tau[by->v], dag_mul(dag, by->gain, F[k]));
			}
	}
}

/* --- inertia --- */

struct Folding {
	struct Dag *dag;
	const struct Tree *tree;
	Ref *W;       /* n x n */
	int n, first; /* the first velocity of the point */
	Ref *B, *U;   /* of the point: 3 x nv, U = N B */
};

static Ref *entry_of(const struct Folding *f, int row, int column)
{
	return &f->W[row * f->n + column];
}

/* The point's rows, and its own block N, in the axes of z. */
static void turn_rows(const struct Folding *f, const struct TreePoint *point)
{
	struct Mat N;
	for (int c = 0; c < f->n; c++)
		if (c < f->first || c >= f->first + AXES)
			turn_entries(f->dag, point, entry_of(f, f->first, c), f->n);
	for (int i = 0; i < AXES * AXES; i++)
		N.e[i / AXES][i % AXES] = *entry_of(f, f->first + i / AXES, f->first + i % AXES);
	N = mat_congruence(f->dag, mat_transpose(point->of->turn), N);
	if (point->mass)
		N = mat_add(f->dag, N, line_mass_inertia(f->dag, point));
	for (int i = 0; i < AXES * AXES; i++)
		*entry_of(f, f->first + i / AXES, f->first + i % AXES) = N.e[i / AXES][i % AXES];
}

/* B, and U = N B. */
static void find_products(struct Folding *f, const struct TreePoint *point)
{
	int nv = f->tree->nv;
	dag_zeros(f->dag, f->B, AXES * nv);
	dag_zeros(f->dag, f->U, AXES * nv);
	for (int k = 0; k < AXES; k++)
		for (int d = 0; d < point->map[k].entries; d++)
			f->B[k * nv + point->map[k].entry[d].v] = point->map[k].entry[d].gain;
	for (int k = 0; k < AXES; k++)
		for (int j = 0; j < AXES; j++)
			for (int v = 0; v < nv; v++) {
				Ref part = dag_mul(f->dag, *entry_of(f, f->first + k, f->first + j), f->B[j * nv + v]);
				f->U[k * nv + v] = dag_add(f->dag, f->U[k * nv + v], part);
			}
}

/* Adds what the point has in the columns of two velocities of the model. */
static void add_pair(const struct Folding *f, int a, int b)
{
	struct Dag *dag = f->dag;
	int nv = f->tree->nv;
	Ref sum = *entry_of(f, a, b);
	for (int k = 0; k < AXES; k++) {
		Ref cross = dag_mul(dag, f->B[k * nv + b], *entry_of(f, f->first + k, a));
		Ref own = dag_add(dag, *entry_of(f, f->first + k, b), f->U[k * nv + b]);
		sum = dag_add(dag, sum, dag_add(dag, cross, dag_mul(dag, f->B[k * nv + a], own)));
	}
	*entry_of(f, a, b) = *entry_of(f, b, a) = sum;
}

/* Hands the point's entries in the column of a later point's velocity to the velocities of the model. */
static void add_other(const struct Folding *f, int a, int c)
{
	Ref sum = *entry_of(f, a, c);
	for (int k = 0; k < AXES; k++)
		sum = dag_add(f->dag, sum, dag_mul(f->dag, f->B[k * f->tree->nv + a], *entry_of(f, f->first + k, c)));
	*entry_of(f, a, c) = *entry_of(f, c, a) = sum;
}

static void fold_point(struct Folding *f, const struct TreePoint *point)
{
	int nv = f->tree->nv;
	turn_rows(f, point);
	find_products(f, point);
	for (int a = 0; a < nv; a++) {
		for (int c = f->first + AXES; c < f->n; c++)
			add_other(f, a, c);
		for (int b = a; b < nv; b++)
			add_pair(f, a, b);
	}
}

void tree_fold_inertia(struct Dag *dag, const struct Tree *tree, Ref *wide, Ref *M)
{
	int nv = tree->nv;
	struct Folding f = { .dag = dag, .tree = tree, .W = wide, .n = nv + AXES * tree->points };
	f.B = ARENA_ARRAY(dag->arena, Ref, AXES * nv);
	f.U = ARENA_ARRAY(dag->arena, Ref, AXES * nv);
	for (int p = 0; p < tree->points; p++) {
		f.first = nv + AXES * p;
		fold_point(&f, &tree->point[p]);
	}
	for (int a = 0; a < nv; a++)
		memcpy(M + a * nv, wide + a * f.n, (size_t)nv * sizeof *M);
}
