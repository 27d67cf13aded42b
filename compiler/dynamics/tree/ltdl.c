/* Inverse X of M = L^T D L without the inverse of L. L X = D^-1 L^-T is upper triangular with 1 / D on its diagonal,
 * so
 *   X_ij = -sum_{k < i} L_ik X_kj  for j < i,   X_ii = 1 / D_i - sum_{k < i} L_ik X_ik.
 *
 * In a branched tree, the k of row i are its ancestors. Let s be an ancestor of i. Inserting the first equation into
 * itself for every k >= s gives
 *   X_ij = sum_{b < s} Z_ib X_bj  for j < s,   Z_ib = -L_ib - sum_{s <= k < i} L_ik Z_kb.
 * Where s begins a branch, few b remain, and every column j of other branches profits. Every right-hand side with
 * zeros from s on profits too, with the solution x in place of X_j. The first of several limbs of the same length gains
 * and loses nothing. It has Z too, so that limbs of the same structure have the same operations. */
#include "ltdl.h"

static Ref *entry(const struct LtdlFactor *f, Ref *matrix, int row, int column)
{
	return &matrix[row * f->size + column];
}

static Ref lower(const struct LtdlFactor *f, int row, int column)
{
	return f->L[row * f->size + column];
}

/* H_ij -= H_ki H_kj / H_kk for the non-zeros of row k, which becomes L_ki. A pivot that is zero by structure gives
 * infinities and NaN, since M has no inverse then. */
static void eliminate(const struct LtdlFactor *f, int k, Ref *H)
{
	struct Dag *dag = f->dag;
	struct LtdlRow *row = &f->row[k];
	f->D[k] = *entry(f, H, k, k);
	f->over[k] = dag_over(dag, 1, f->D[k]);
	row->column = ARENA_ARRAY(dag->arena, int, k);
	for (int i = 0; i < k; i++) {
		Ref *L = entry(f, f->L, k, i);
		*L = dag_mul(dag, *entry(f, H, k, i), f->over[k]);
		if (!dag_is_zero(dag, *L))
			row->column[row->count++] = i;
	}
	for (int n = 0; n < row->count; n++)
		for (int m = 0; m <= n; m++) {
			int i = row->column[n], j = row->column[m];
			Ref *at = entry(f, H, i, j);
			*at = dag_sub(dag, *at, dag_mul(dag, lower(f, k, i), *entry(f, H, k, j)));
		}
}

struct LtdlFactor ltdl_make(struct Dag *dag, const Ref *M, int size)
{
	size_t count = (size_t)size * (size_t)size;
	struct LtdlFactor f = { dag,
		                size,
		                ARENA_ARRAY(dag->arena, Ref, count),
		                ARENA_ARRAY(dag->arena, Ref, size),
		                ARENA_ARRAY(dag->arena, Ref, size),
		                ARENA_ARRAY(dag->arena, struct LtdlRow, size) };
	Ref *H = ARENA_ARRAY(dag->arena, Ref, count);
	for (size_t i = 0; i < count; i++) {
		H[i] = M[i];
		f.L[i] = dag_const(dag, 0);
	}
	for (int k = size - 1; k >= 0; k--)
		eliminate(&f, k, H);
	return f;
}

/* Solution of L^T y = b, in place of b. */
static void solve_inward(const struct LtdlFactor *f, Ref *b)
{
	struct Dag *dag = f->dag;
	for (int i = f->size - 1; i >= 0; i--)
		for (int n = 0; n < f->row[i].count && !dag_is_zero(dag, b[i]); n++) {
			int j = f->row[i].column[n];
			b[j] = dag_sub(dag, b[j], dag_mul(dag, lower(f, i, j), b[i]));
		}
}

/* Solution of D L x = y, in place of y. */
static void solve_outward(const struct LtdlFactor *f, Ref *y)
{
	struct Dag *dag = f->dag;
	for (int i = 0; i < f->size; i++) {
		y[i] = dag_mul(dag, y[i], f->over[i]);
		for (int n = 0; n < f->row[i].count; n++) {
			int j = f->row[i].column[n];
			y[i] = dag_sub(dag, y[i], dag_mul(dag, lower(f, i, j), y[j]));
		}
	}
}

void ltdl_solve(const struct LtdlFactor *f, Ref *b)
{
	solve_inward(f, b);
	solve_outward(f, b);
}

struct Inverting {
	const struct LtdlFactor *f;
	Ref *X;
	int *begin;            /* by column j of the current row: the s of its sum; NULL: sums over whole rows */
	bool *limb;            /* by row: does one of several limbs of the same length begin here? */
	bool *way;             /* by row: is it an ancestor of the current row, or this row itself? */
	int *on, ons;          /* these rows, in order */
	int *branch, branches; /* values of s in `begin`, each once */
	Ref ***Z;              /* by s and row: the known numbers; NULL: none yet */
};

static void take_entry(struct Inverting *v, int i, int j, Ref value)
{
	*entry(v->f, v->X, i, j) = *entry(v->f, v->X, j, i) = value;
}

/* Row Z_i for the branch that begins at s: a number for every b < s. */
static const Ref *way_out(struct Inverting *v, int s, int i)
{
	const struct LtdlFactor *f = v->f;
	const struct LtdlRow *row = &f->row[i];
	if (!v->Z[s])
		v->Z[s] = ARENA_ARRAY(f->dag->arena, Ref *, f->size);
	if (v->Z[s][i])
		return v->Z[s][i];
	Ref *Z = v->Z[s][i] = ARENA_ARRAY(f->dag->arena, Ref, s);
	for (int b = 0; b < s; b++)
		Z[b] = dag_neg(lower(f, i, b));
	for (int n = 0; n < row->count; n++) {
		int k = row->column[n];
		const Ref *of = k >= s ? way_out(v, s, k) : NULL;
		for (int b = 0; of && b < s; b++)
			Z[b] = dag_sub(f->dag, Z[b], dag_mul(f->dag, lower(f, i, k), of[b]));
	}
	return Z;
}

/* from - sum_k L_ik X_kj */
static Ref less_row(const struct Inverting *v, int i, int j, Ref from)
{
	struct Dag *dag = v->f->dag;
	const struct LtdlRow *row = &v->f->row[i];
	for (int n = 0; n < row->count; n++) {
		int k = row->column[n];
		from = dag_sub(dag, from, dag_mul(dag, lower(v->f, i, k), *entry(v->f, v->X, k, j)));
	}
	return from;
}

static void fill_row(struct Inverting *v, int i)
{
	const struct LtdlFactor *f = v->f;
	struct Dag *dag = f->dag;
	for (int j = 0; j < i; j++) {
		Ref sum = dag_const(dag, 0);
		int begin = v->begin ? v->begin[j] : i;
		const Ref *Z = begin < i ? way_out(v, begin, i) : NULL;
		for (int n = 0; Z && n < v->ons && v->on[n] < begin; n++)
			sum = dag_add(dag, sum, dag_mul(dag, Z[v->on[n]], *entry(f, v->X, v->on[n], j)));
		take_entry(v, i, j, Z ? sum : less_row(v, i, j, sum));
	}
	take_entry(v, i, i, less_row(v, i, i, f->over[i]));
}

void ltdl_inverse(const struct LtdlFactor *f, Ref *inverse)
{
	struct Inverting v = { .f = f, .X = inverse };
	for (int i = 0; i < f->size; i++)
		fill_row(&v, i);
}

/* Parent of a row in the tree of the factor: the last row before it on its way from the root; -1: none. */
static int parent_of(const struct LtdlFactor *f, int row)
{
	const struct LtdlRow *own = &f->row[row];
	return own->count ? own->column[own->count - 1] : -1;
}

/* Lengths of unbranched limbs by their first row; 0: a limb that branches. */
static int *limb_lengths(const struct LtdlFactor *f)
{
	int *length = ARENA_ARRAY(f->dag->arena, int, f->size), *children = ARENA_ARRAY(f->dag->arena, int, f->size);
	for (int i = 0; i < f->size; i++)
		length[i] = 1;
	for (int i = f->size - 1; i >= 0; i--) {
		int parent = parent_of(f, i);
		if (parent >= 0)
			length[parent] = !children[parent]++ && length[i] ? 1 + length[i] : 0;
	}
	return length;
}

/* By row: does a limb begin here, beside one of the same length on the same parent? Limbs of other lengths have no
 * operations to share. */
static bool *find_limbs(const struct LtdlFactor *f)
{
	const int *length = limb_lengths(f);
	bool *limb = ARENA_ARRAY(f->dag->arena, bool, f->size);
	for (int i = 0; i < f->size; i++)
		for (int k = 0; k < i; k++)
			if (length[i] && length[k] == length[i] && parent_of(f, k) == parent_of(f, i))
				limb[i] = limb[k] = true;
	return limb;
}

static struct Inverting inverting(const struct LtdlFactor *f, Ref *X)
{
	struct Arena *arena = f->dag->arena;
	return (struct Inverting){ .f = f,
		                   .X = X,
		                   .begin = ARENA_ARRAY(arena, int, f->size),
		                   .limb = find_limbs(f),
		                   .way = ARENA_ARRAY(arena, bool, f->size),
		                   .on = ARENA_ARRAY(arena, int, f->size),
		                   .branch = ARENA_ARRAY(arena, int, f->size),
		                   .Z = ARENA_ARRAY(arena, Ref **, f->size) };
}

static void mark_way(struct Inverting *v, int i)
{
	for (int k = 0; k < v->f->size; k++)
		v->way[k] = k == i;
	for (int k = i; k >= 0; k--)
		for (int n = 0; v->way[k] && n < v->f->row[k].count; n++)
			v->way[v->f->row[k].column[n]] = true;
	v->ons = 0;
	for (int k = 0; k <= i; k++)
		if (v->way[k])
			v->on[v->ons++] = k;
}

/* Chooses s for every column of row i: where a branch begins, if enough columns profit. With n ancestors before s, Z
 * takes n products for each k >= s. Each column that uses Z saves one product for each such k. */
static void choose_begins(struct Inverting *v, int i)
{
	int below = 0, served = 0, last = -1;
	mark_way(v, i);
	v->branches = 0;
	for (int j = 0; j < i; j++)
		v->begin[j] = i;
	for (int s = 0; s < i; s++) {
		bool after = last < s - 1; /* rows of other branches are between */
		if (v->way[s] && (after || v->limb[s]) && below < s - served + !after) {
			for (int j = served; j < s; j++)
				v->begin[j] = s;
			v->branch[v->branches++] = served = s;
		}
		below += v->way[s];
		last = v->way[s] ? s : last;
	}
}

void ltdl_inverse_branched(const struct LtdlFactor *f, Ref *inverse)
{
	struct Inverting v = inverting(f, inverse);
	for (int i = 0; i < f->size; i++) {
		choose_begins(&v, i);
		fill_row(&v, i);
	}
}

/* Least s for which Z pays, with y zero in all ancestors of row i from s on; i: no such s. */
static int begin_of_zeros(const struct Inverting *v, int i, const Ref *y)
{
	int last = v->ons, n = 0;
	while (last > 0 && dag_is_zero(v->f->dag, y[v->on[last - 1]]))
		last--;
	while (last > 0 && n < v->branches && v->branch[n] <= v->on[last - 1])
		n++;
	return n < v->branches ? v->branch[n] : i;
}

/* Row i of D L x = y. */
static void fill_solution(struct Inverting *v, int i, const Ref *y, Ref *x)
{
	struct Dag *dag = v->f->dag;
	int begin = begin_of_zeros(v, i, y);
	const Ref *Z = begin < i ? way_out(v, begin, i) : NULL;
	x[i] = dag_mul(dag, y[i], v->f->over[i]);
	for (int n = 0; n < v->ons && v->on[n] < begin; n++) {
		int b = v->on[n];
		Ref factor = Z ? Z[b] : dag_neg(lower(v->f, i, b));
		x[i] = dag_add(dag, x[i], dag_mul(dag, factor, x[b]));
	}
}

void ltdl_solve_branched(const struct LtdlFactor *f, Ref *B, int columns)
{
	struct Arena *arena = f->dag->arena;
	size_t size = (size_t)f->size, width = (size_t)columns;
	struct Inverting v = inverting(f, NULL);
	Ref *x = ARENA_TABLE(arena, Ref, size, width), *y = ARENA_TABLE(arena, Ref, size, width); /* by columns */
	for (size_t c = 0; c < width; c++) {
		for (size_t i = 0; i < size; i++)
			y[c * size + i] = B[i * width + c];
		solve_inward(f, y + c * size);
	}
	for (int i = 0; i < f->size; i++) {
		choose_begins(&v, i);
		for (size_t c = 0; c < width; c++) {
			fill_solution(&v, i, y + c * size, x + c * size);
			B[(size_t)i * width + c] = x[c * size + (size_t)i];
		}
	}
}
