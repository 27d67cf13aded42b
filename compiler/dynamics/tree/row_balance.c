#include "row_balance.h"

#include "ltdl.h"

/* --- squares --- */

static Ref dot(struct Dag *dag, const Ref *x, const Ref *y, int step, int n)
{
	Ref sum = dag_const(dag, 0);
	for (int k = 0; k < n; k++)
		sum = dag_add(dag, sum, dag_mul(dag, x[k], y[k * step]));
	return sum;
}

/* y -= factor x */
static void take(struct Dag *dag, Ref factor, const Ref *x, Ref *y, int n)
{
	for (int k = 0; k < n; k++)
		y[k] = dag_sub(dag, y[k], dag_mul(dag, factor, x[k]));
}

static int nonzeros(const struct Dag *dag, const Ref *row, int n)
{
	int count = 0;
	for (int k = 0; k < n; k++)
		count += !dag_is_zero(dag, row[k]);
	return count;
}

static void exchange(Ref *x, Ref *y, int n)
{
	for (int k = 0; k < n; k++) {
		Ref kept = x[k];
		x[k] = y[k];
		y[k] = kept;
	}
}

/* Equations with few unknowns come first: orthogonal to each other already, they fill few entries of the others. */
static void sort_rows(struct Dag *dag, Ref *A, int n, Ref *b, int columns)
{
	for (int last = n - 1; last > 0; last--)
		for (int i = 0; i < last; i++)
			if (nonzeros(dag, A + i * n, n) > nonzeros(dag, A + (i + 1) * n, n)) {
				exchange(A + i * n, A + (i + 1) * n, n);
				exchange(b + i * columns, b + (i + 1) * columns, columns);
			}
}

/* Rows a_i of A become orthogonal, with their right sides. Then x = sum a_i (b_i - a_i . x) / |a_i|^2, from the last row on: a_i . x
 * is 0 but for roundings, and so is their effect. */
void square_solve_orthogonal(struct Dag *dag, const struct Tree *tree, Ref *A, int n, Ref *b, int columns)
{
	(void)tree;
	Ref *over = ARENA_ARRAY(dag->arena, Ref, n), *x = ARENA_TABLE(dag->arena, Ref, n, columns);
	dag_zeros(dag, x, n * columns);
	sort_rows(dag, A, n, b, columns);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < i; j++) {
			Ref along = dag_mul(dag, dot(dag, A + i * n, A + j * n, 1, n), over[j]);
			take(dag, along, A + j * n, A + i * n, n);
			take(dag, along, b + j * columns, b + i * columns, columns);
		}
		over[i] = dag_over(dag, 1, dot(dag, A + i * n, A + i * n, 1, n));
	}
	for (int i = n - 1; i >= 0; i--)
		for (int c = 0; c < columns; c++) {
			Ref left = dag_sub(dag, b[i * columns + c], dot(dag, A + i * n, x + c, columns, n));
			left = dag_mul(dag, left, over[i]);
			for (int k = 0; k < n; k++)
				x[k * columns + c] = dag_add(dag, x[k * columns + c], dag_mul(dag, left, A[i * n + k]));
		}
	for (int k = 0; k < n * columns; k++)
		b[k] = x[k];
}

/* --- rows and velocities --- */

struct Balance {
	struct Dag *dag;
	const struct Tree *tree;
	const Ref *J;
	int *row, *velocity, pairs; /* R and I */
	int *left, lefts, loops;    /* F, then C: places in lambda; loops: how many of F */
	int *other, others;         /* O */
	int *drive, drives;         /* D */
	Ref *X;                     /* pairs x (1 + lefts): A^-1 r_I, A^-1 J_I^T of F and C */
	Ref *reduced;               /* lefts x nv: J' of F and C */
};

static bool is_of_contact(const struct RowSet *set, int place)
{
	int row;
	const struct RowBlock *block = row_set_block(set, place, &row);
	return !block->kind && block->b >= 0;
}

static void find_rows(struct Balance *b)
{
	struct Arena *arena = b->dag->arena;
	const struct RowSet *set = b->tree->rows;
	int kept;
	const int *place = row_set_kept(arena, set, &kept);
	b->row = ARENA_ARRAY(arena, int, kept);
	b->left = ARENA_ARRAY(arena, int, kept);
	for (int contacts = 0; contacts < 2; contacts++)
		for (int k = 0; k < kept; k++) {
			if (is_of_contact(set, place[k]) != contacts)
				continue;
			if (set->found->row[place[k]])
				b->row[b->pairs++] = place[k];
			else
				b->left[b->lefts++] = place[k];
			b->loops += !contacts && !set->found->row[place[k]];
		}
}

static void find_velocities(struct Balance *b)
{
	struct Arena *arena = b->dag->arena;
	int paired = 0;
	b->velocity = ARENA_ARRAY(arena, int, b->tree->nv);
	b->other = ARENA_ARRAY(arena, int, b->tree->nv);
	b->drive = ARENA_ARRAY(arena, int, b->tree->nv);
	for (int v = 0; v < b->tree->nv; v++)
		if (!b->tree->idle[v])
			b->drive[b->drives++] = v;
		else if (b->tree->rows->found->velocity[v])
			b->velocity[paired++] = v;
		else
			b->other[b->others++] = v;
}

bool row_balance_is_redundant(struct Arena *arena, const struct RowSet *set)
{
	int kept;
	const int *place = row_set_kept(arena, set, &kept);
	for (int k = 0; k < kept; k++)
		if (!is_of_contact(set, place[k]) && !set->found->row[place[k]])
			return true;
	return false;
}

/* --- forces --- */

static const Ref *row_of(const struct Balance *b, int place)
{
	return b->J + place * b->tree->nv;
}

/* X, J' and tau', in place of tau */
static void take_pairs(struct Balance *b, SquareSolve *solve, Ref *tau)
{
	struct Dag *dag = b->dag;
	int n = b->pairs, columns = 1 + b->lefts, nv = b->tree->nv;
	Ref *A = ARENA_TABLE(dag->arena, Ref, n, n);
	b->X = ARENA_TABLE(dag->arena, Ref, n, columns);
	b->reduced = ARENA_TABLE(dag->arena, Ref, b->lefts, nv);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			A[i * n + j] = row_of(b, b->row[j])[b->velocity[i]];
		b->X[i * columns] = tau[b->velocity[i]];
		for (int k = 0; k < b->lefts; k++)
			b->X[i * columns + 1 + k] = row_of(b, b->left[k])[b->velocity[i]];
	}
	solve(dag, b->tree, A, n, b->X, columns);
	for (int k = 0; k < b->lefts; k++)
		for (int v = 0; v < nv; v++)
			b->reduced[k * nv + v] = row_of(b, b->left[k])[v];
	for (int j = 0; j < n; j++) {
		take(dag, b->X[j * columns], row_of(b, b->row[j]), tau, nv);
		for (int k = 0; k < b->lefts; k++)
			take(dag, b->X[j * columns + 1 + k], row_of(b, b->row[j]), b->reduced + k * nv, nv);
	}
}

/* J' J'^T or J'^T W^-1 J' of some rows and velocities: a symmetric matrix by `outer`, sums over `inner`. */
struct Normal {
	const Ref *J; /* entry i, k at J[i * outer + k * inner] */
	int outer, inner;
	const int *at_outer, *at_inner; /* indices; NULL: 0, 1, ... */
	int size, sums;
	const Ref *over; /* by sum: weight of its terms */
};

static Ref normal_entry(const struct Normal *n, int i, int k)
{
	int at_i = n->at_outer ? n->at_outer[i] : i, at_k = n->at_inner ? n->at_inner[k] : k;
	return n->J[at_i * n->outer + at_k * n->inner];
}

static struct LtdlFactor normal_factor(struct Dag *dag, const struct Normal *n)
{
	Ref *N = ARENA_TABLE(dag->arena, Ref, n->size, n->size);
	for (int i = 0; i < n->size; i++)
		for (int j = 0; j <= i; j++) {
			Ref sum = dag_const(dag, 0);
			for (int k = 0; k < n->sums; k++) {
				Ref term = dag_mul(dag, normal_entry(n, i, k), normal_entry(n, j, k));
				sum = dag_add(dag, sum, n->over ? dag_mul(dag, n->over[k], term) : term);
			}
			N[i * n->size + j] = N[j * n->size + i] = sum;
		}
	return ltdl_make(dag, N, n->size);
}

/* lambda of the contacts, and tau less their forces */
static void take_contacts(const struct Balance *b, Ref *tau, Ref *lambda)
{
	struct Dag *dag = b->dag;
	int nv = b->tree->nv, contacts = b->lefts - b->loops;
	Ref *y = ARENA_ARRAY(dag->arena, Ref, b->others), *over = ARENA_ARRAY(dag->arena, Ref, contacts);
	for (int k = 0; k < contacts; k++)
		over[k] = dag_over(dag, 1, row_set_weight(b->tree->rows, b->left[b->loops + k]));
	for (int i = 0; i < b->others; i++)
		y[i] = tau[b->other[i]];
	const Ref *J = b->reduced + b->loops * nv;
	struct Normal normal = { J, 1, nv, b->other, NULL, b->others, contacts, over };
	struct LtdlFactor factor = normal_factor(dag, &normal);
	ltdl_solve(&factor, y);
	for (int k = 0; k < contacts; k++) {
		Ref sum = dag_const(dag, 0);
		for (int i = 0; i < b->others; i++)
			sum = dag_add(dag, sum, dag_mul(dag, normal_entry(&normal, i, k), y[i]));
		lambda[k] = dag_mul(dag, over[k], sum);
		take(dag, lambda[k], J + k * nv, tau, nv);
	}
}

/* lambda of the rows of loops that are left, and tau less their forces */
static void take_loops(const struct Balance *b, Ref *tau, Ref *lambda)
{
	struct Dag *dag = b->dag;
	int nv = b->tree->nv;
	struct Normal normal = { b->reduced, nv, 1, NULL, b->drive, b->loops, b->drives, NULL };
	struct LtdlFactor factor = normal_factor(dag, &normal);
	for (int k = 0; k < b->loops; k++) {
		lambda[k] = dag_const(dag, 0);
		for (int i = 0; i < b->drives; i++)
			lambda[k] =
				dag_add(dag, lambda[k], dag_mul(dag, normal_entry(&normal, k, i), tau[b->drive[i]]));
	}
	ltdl_solve(&factor, lambda);
	for (int k = 0; k < b->loops; k++)
		take(dag, lambda[k], b->reduced + k * nv, tau, nv);
}

void row_balance(struct Dag *dag, const struct Tree *tree, const Ref *J, SquareSolve *solve, Ref *tau, Ref *lambda)
{
	struct Balance b = { .dag = dag, .tree = tree, .J = J };
	find_rows(&b);
	find_velocities(&b);
	Ref *left = ARENA_ARRAY(dag->arena, Ref, b.lefts);
	dag_zeros(dag, lambda, tree->rows->rows);
	take_pairs(&b, solve, tau);
	take_contacts(&b, tau, left + b.loops);
	take_loops(&b, tau, left);
	for (int k = 0; k < b.lefts; k++)
		lambda[b.left[k]] = left[k];
	for (int j = 0; j < b.pairs; j++) {
		const Ref *X = b.X + j * (1 + b.lefts);
		lambda[b.row[j]] = dag_sub(dag, X[0], dot(dag, left, X + 1, 1, b.lefts));
	}
	for (int v = 0; v < tree->nv; v++)
		tau[v] = tree->idle[v] ? dag_const(dag, 0) : tau[v];
}
