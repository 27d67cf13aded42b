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

#include "base/tuning.h"

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

/* A solution, in the DAG of the factors, or for all members of a stage in the DAG of one. */
struct Solution {
	const struct LtdlFactor *f;
	struct Dag *dag;
	struct Stages *stages; /* NULL: in the DAG of the factors */
	Ref *y, *x;
};

/* A value of the factors, as the solution reads it. */
static Ref known(const struct Solution *s, Ref value)
{
	return s->stages ? stage_shared(s->stages, s->f->dag, s->dag, value) : value;
}

/* Solution of L^T y = b, in place of b. */
static void solve_inward(const struct Solution *s)
{
	const struct LtdlFactor *f = s->f;
	for (int i = f->size - 1; i >= 0; i--)
		for (int n = 0; n < f->row[i].count && !dag_is_zero(s->dag, s->y[i]); n++) {
			int j = f->row[i].column[n];
			Ref L = known(s, lower(f, i, j));
			s->y[j] = dag_sub(s->dag, s->y[j], dag_mul(s->dag, L, s->y[i]));
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
	solve_inward(&(struct Solution){ .f = f, .dag = f->dag, .y = b });
	solve_outward(f, b);
}

struct Inverting {
	const struct LtdlFactor *f;
	Ref *X;
	int *begin;            /* by column j of the current row: the s of its sum; NULL: sums over whole rows */
	const int *last;       /* by row: the last row below it, or itself */
	bool *limb;            /* by row: does one of several limbs of the same length begin here? */
	bool *way;             /* by row: is it an ancestor of the current row, or this row itself? */
	int *on, ons;          /* these rows, in order */
	int *branch, branches; /* values of s in `begin`, each once */
	Ref ***Z;              /* by s and row: the known numbers; NULL: none yet */
	bool *staged;          /* by entry: is it a result of a stage? NULL: none is */
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
		if (v->staged && v->staged[i * f->size + j])
			continue;
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

static const int *find_last(const struct LtdlFactor *f)
{
	int *last = ARENA_ARRAY(f->dag->arena, int, f->size);
	for (int i = f->size - 1; i >= 0; i--) {
		int parent = parent_of(f, i);
		last[i] = last[i] > i ? last[i] : i;
		if (parent >= 0 && last[parent] < last[i])
			last[parent] = last[i];
	}
	return last;
}

static struct Inverting inverting(const struct LtdlFactor *f, Ref *X)
{
	struct Arena *arena = f->dag->arena;
	return (struct Inverting){ .f = f,
		                   .X = X,
		                   .begin = ARENA_ARRAY(arena, int, f->size),
		                   .last = find_last(f),
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

/* The row after those beyond row s. */
static int subtree_end(const struct LtdlFactor *f, int s)
{
	int end = s + 1;
	while (end < f->size && parent_of(f, end) >= s)
		end++;
	return end;
}

/* Rows s to `end` - 1 of a column j of other branches, from X_bj. */
static void make_limb_stage(struct Inverting *v, int s, int end, struct Stages *stages)
{
	struct Dag *dag = stage_begin(stages);
	uint32_t owns = 0;
	Ref *x = ARENA_ARRAY(v->f->dag->arena, Ref, end - s);
	while (v->on[owns] < s)
		owns++;
	for (int i = s; i < end; i++) {
		const Ref *Z = i > s ? way_out(v, s, i) : NULL;
		x[i - s] = dag_const(dag, 0);
		for (uint32_t n = 0; n < owns; n++) {
			Ref factor = Z ? Z[v->on[n]] : dag_neg(lower(v->f, s, v->on[n]));
			Ref known_factor = stage_shared(stages, v->f->dag, dag, factor);
			Ref product = dag_mul(dag, known_factor, dag_input(dag, INPUT_OWN, n));
			x[i - s] = dag_add(dag, x[i - s], product);
		}
	}
	stage_end(stages, dag, x, (size_t)(end - s), owns);
}

/* May entries of column j in the rows from s on be results of a stage? Rows below j that come later would read them. There are such
 * rows where M has zeros inside a limb, as for a slide that carries a free body and another one. */
static bool may_stage(const struct Inverting *v, int s, int j)
{
	return v->begin[j] == s && !v->way[j] && v->last[j] < s;
}

/* Columns of other branches for which rows s to `end` - 1 have the same operations; 0: too few. Leaves the choice for the
 * row after s. */
static int limb_columns(struct Inverting *v, int s, int end)
{
	int columns = 0;
	if (v->last[s] >= end) /* rows below s are not side by side */
		return 0;
	choose_begins(v, s + 1 < end ? s + 1 : s);
	if (v->on[0] >= s) /* nothing is above s: all entries are 0 */
		return 0;
	for (int j = 0; j < s; j++)
		columns += may_stage(v, s, j);
	bool begins = v->branches && v->branch[v->branches - 1] == s;
	return begins && columns >= STAGE_MEMBERS ? columns : 0;
}

/* Operations that stages save if their members are computed in loops. */
static long saved_by_limbs(struct Inverting *v)
{
	long saved = 0;
	for (int s = 0; s < v->f->size; s++) {
		int end = subtree_end(v->f, s), columns = limb_columns(v, s, end), owns = 0;
		while (columns && v->on[owns] < s)
			owns++;
		saved += columns ? 2L * (end - s) * owns * (columns - 1) : 0;
	}
	return saved;
}

/* Makes the entries beside the rows beyond s, in columns of other branches, results of a stage. Nothing else reads
 * them. */
static void stage_limb(struct Inverting *v, int s, struct Stages *stages)
{
	const struct LtdlFactor *f = v->f;
	Ref *own = ARENA_ARRAY(f->dag->arena, Ref, f->size), *result = ARENA_ARRAY(f->dag->arena, Ref, f->size);
	int end = subtree_end(f, s);
	if (!limb_columns(v, s, end))
		return;
	make_limb_stage(v, s, end, stages);
	for (int j = 0; j < s; j++) {
		if (!may_stage(v, s, j))
			continue;
		for (int n = 0; v->on[n] < s; n++)
			own[n] = *entry(f, v->X, v->on[n], j);
		stage_member(stages, f->dag, own, result);
		for (int i = s; i < end; i++) {
			take_entry(v, i, j, result[i - s]);
			v->staged[i * f->size + j] = true;
		}
	}
}

void ltdl_inverse_branched(const struct LtdlFactor *f, Ref *inverse, struct Stages *stages)
{
	struct Inverting v = inverting(f, inverse);
	if (stages && (stages->count || saved_by_limbs(&v) >= STAGES_WORTH_INVERSE))
		v.staged = ARENA_ARRAY(f->dag->arena, bool, f->size * f->size);
	for (int i = 0; i < f->size; i++) {
		if (v.staged)
			stage_limb(&v, i, stages);
		choose_begins(&v, i);
		fill_row(&v, i);
	}
}

/* Least s for which Z pays, with y zero in all ancestors of row i from s on; i: no such s. */
static int begin_of_zeros(const struct Inverting *v, int i, const struct Solution *s)
{
	int last = v->ons, n = 0;
	while (last > 0 && dag_is_zero(s->dag, s->y[v->on[last - 1]]))
		last--;
	while (last > 0 && n < v->branches && v->branch[n] <= v->on[last - 1])
		n++;
	return n < v->branches ? v->branch[n] : i;
}

/* Row i of D L x = y. */
static void fill_solution(struct Inverting *v, int i, const struct Solution *s)
{
	int begin = begin_of_zeros(v, i, s);
	const Ref *Z = begin < i ? way_out(v, begin, i) : NULL;
	Ref over = known(s, v->f->over[i]);
	s->x[i] = dag_mul(s->dag, s->y[i], over);
	for (int n = 0; n < v->ons && v->on[n] < begin; n++) {
		int b = v->on[n];
		Ref factor = known(s, Z ? Z[b] : dag_neg(lower(v->f, i, b)));
		s->x[i] = dag_add(s->dag, s->x[i], dag_mul(s->dag, factor, s->x[b]));
	}
}

/* --- solutions for many columns --- */

/* Columns with entries in the same rows have the same operations: they are members of a stage. A few entries may be
 * zeros. */
struct Columns {
	const struct LtdlFactor *f;
	Ref *B;
	int width;
	int *entries; /* by column */
	int *like;    /* by column: one with entries in all of its rows */
	int *members; /* by column: columns that are like it */
};

static Ref *at(const struct Columns *c, int row, int column)
{
	return &c->B[row * c->width + column];
}

static bool is_entry(const struct Columns *c, int row, int column)
{
	return !dag_is_zero(c->f->dag, *at(c, row, column));
}

/* Has a column entries in all rows in which another has? */
static bool has_all_of(const struct Columns *c, int column, int other)
{
	bool all = true;
	for (int i = 0; i < c->f->size; i++)
		all &= is_entry(c, i, column) || !is_entry(c, i, other);
	return all;
}

/* The first of the columns with the most entries, among those that are like no other and may be in one stage with a column. */
static int like(const struct Columns *c, int column)
{
	int best = column;
	for (int k = 0; k < c->width; k++)
		if (c->like[k] == k &&
		    (c->entries[k] > c->entries[best] || (c->entries[k] == c->entries[best] && k < best)))
			best = c->entries[k] <= c->entries[column] + STAGE_ZEROS && has_all_of(c, k, column) ? k : best;
	return best;
}

/* Columns with more entries come first, so that the one which others are like is like itself. */
static void find_members(struct Columns *c)
{
	for (int k = 0; k < c->width; k++) {
		c->like[k] = -1;
		for (int i = 0; i < c->f->size; i++)
			c->entries[k] += is_entry(c, i, k);
	}
	for (int entries = c->f->size; entries >= 0; entries--)
		for (int k = 0; k < c->width; k++)
			if (c->entries[k] == entries)
				c->members[c->like[k] = like(c, k)] += entries > 0;
}

/* Operations that stages save if their members are computed in loops. */
static long saved(const struct Columns *c)
{
	long entries = 0, again = 0;
	for (int i = 0; i < c->f->size; i++)
		entries += c->f->row[i].count;
	for (int k = 0; k < c->width; k++)
		again += c->members[k] >= STAGE_MEMBERS ? c->members[k] - 1 : 0;
	return 4 * entries * again;
}

/* The solution for a column, or for all columns like it. */
static struct Solution open_solution(const struct Columns *c, int column, struct Stages *stages)
{
	struct Arena *arena = c->f->dag->arena;
	struct Solution s = { .f = c->f,
		              .dag = stages ? stage_begin(stages) : c->f->dag,
		              .stages = stages,
		              .y = ARENA_ARRAY(arena, Ref, c->f->size),
		              .x = ARENA_ARRAY(arena, Ref, c->f->size) };
	uint32_t owns = 0;
	for (int i = 0; i < c->f->size; i++) {
		bool zero = dag_is_zero(c->f->dag, *at(c, i, column));
		s.y[i] = !stages ? *at(c, i, column) : zero ? dag_const(s.dag, 0) : dag_input(s.dag, INPUT_OWN, owns++);
	}
	solve_inward(&s);
	return s;
}

/* The columns like one become members of a stage. Its results replace them. */
static void add_members(const struct Columns *c, int first, const struct Solution *s)
{
	struct Dag *dag = c->f->dag;
	int size = c->f->size, results = 0;
	Ref *own = ARENA_ARRAY(dag->arena, Ref, size), *result = ARENA_ARRAY(dag->arena, Ref, size);
	for (int i = 0; i < size; i++)
		if (!dag_is_zero(s->dag, s->x[i]))
			result[results++] = s->x[i];
	stage_end(s->stages, s->dag, result, (size_t)results, (uint32_t)c->entries[first]);
	bool *entry = ARENA_ARRAY(dag->arena, bool, size);
	for (int i = 0; i < size; i++)
		entry[i] = is_entry(c, i, first);
	for (int k = 0; k < c->width; k++) {
		if (c->like[k] != first)
			continue;
		for (int i = 0, n = 0; i < size; i++)
			if (entry[i])
				own[n++] = *at(c, i, k);
		stage_member(s->stages, dag, own, result);
		for (int i = 0, n = 0; i < size; i++)
			*at(c, i, k) = dag_is_zero(s->dag, s->x[i]) ? dag_const(dag, 0) : result[n++];
	}
}

/* Solves for as many columns as there are rows, from `first` on. */
static void solve_block(const struct Columns *c, struct Inverting *v, int first, struct Stages *stages,
                        struct Solution *solution)
{
	int end = first + c->f->size;
	for (int k = first; k < end; k++) {
		bool staged = stages && c->members[c->like[k]] >= STAGE_MEMBERS;
		if (!staged || c->like[k] == k)
			solution[k] = open_solution(c, k, staged ? stages : NULL);
	}
	for (int i = 0; i < c->f->size; i++) {
		choose_begins(v, i);
		for (int k = first; k < end; k++)
			if (solution[k].f)
				fill_solution(v, i, &solution[k]);
	}
}

void ltdl_solve_branched(const struct LtdlFactor *f, Ref *B, int columns, struct Stages *stages)
{
	struct Arena *arena = f->dag->arena;
	struct Inverting v = inverting(f, NULL);
	struct Columns c = {
		.f = f,
		.B = B,
		.width = columns,
		.entries = ARENA_ARRAY(arena, int, columns),
		.like = ARENA_ARRAY(arena, int, columns),
		.members = ARENA_ARRAY(arena, int, columns),
	};
	struct Solution *solution = ARENA_ARRAY(arena, struct Solution, columns);
	find_members(&c);
	if (stages && !stages_pay(stages, f->dag, saved(&c)))
		stages = NULL;
	for (int first = 0; first < columns; first += f->size)
		solve_block(&c, &v, first, stages, solution);
	for (int k = 0; k < columns; k++) {
		if (solution[k].stages)
			add_members(&c, k, &solution[k]);
		for (int i = 0; i < f->size && solution[k].f && !solution[k].stages; i++)
			*at(&c, i, k) = solution[k].x[i];
	}
}
