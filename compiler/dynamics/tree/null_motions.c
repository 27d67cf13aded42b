/* Kinetic energy is a sum of squares, 2 T = qd^T M qd = sum_i v_i^T I_i v_i = |B qd|^2, for I_i = W_i^T W_i and the
 * rows W_i v_i of all links. So M and B have the same null space. The rank of B is tested at the square root of the
 * rounding that hides a null motion in M.
 *
 * B = Q R is made by Householder reflections from the tips to the root. A subtree leaves rows over the velocity of its
 * root link. Inserting v_i = X_i v_lambda(i) + S_i qd_i gives a column of qd_i, which a reflection eliminates together
 * with one row. So the time for a chain is proportional to its links. A velocity that drives several links is
 * eliminated at the nearest common ancestor of these links. Only rows with an entry in the column take part, so
 * coupled joints on one link do not fill each other's columns. R_kk^2 is the pivot D_k of M = L^T D L (Featherstone,
 * RBDA, section 6.5): the inertia that joint k feels while all joints beyond it are free.
 *
 * D_k counts as zero if it is less than the rounding of M_kk, so the decision does not depend on the scale of M. Then
 * qd_k = 1, with all joints before k at rest and the others from R, is a null motion.
 *
 * Inertias that are not positive definite (no body has one) count by their absolute values. */
#include "null_motions.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/linear.h"
#include "sample.h"

/* --- the tree at a state --- */

struct LinkState {
	double X[6][6]; /* v_i = X v_lambda(i) + S qd, linear part first */
	double m, h[3], J[3][3];
	const double *gain; /* of its joint map */
};

/* Joint-space term in numbers. */
struct TermState {
	double inertia;
	const double *gain; /* of its joint map */
};

struct TreeState {
	struct LinkState *link;
	struct TermState *term;
	bool finite;
};

enum { LINK_NUMBERS = 25 };

static void put_link(struct Dag *dag, const struct Link *link, Ref *out)
{
	struct Placement at = placement_compose(dag, link->at, link_joint(dag, link));
	struct Inertia I = moments_inertia(dag, &link->mass);
	memcpy(out, at.R.e, sizeof at.R);
	memcpy(out + 9, at.p.e, sizeof at.p);
	out[12] = I.m;
	memcpy(out + 13, I.h.e, sizeof I.h);
	memcpy(out + 16, I.J.e, sizeof I.J);
}

/* X = [R^T, -R^T [p x]; 0, R^T]: RBDA (2.24), for the linear part first. */
static void take_link(struct LinkState *link, const double *number)
{
	const double *R = number, *p = number + 9;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			int a = (k + 1) % 3, b = (k + 2) % 3;
			link->X[i][k] = link->X[3 + i][3 + k] = R[3 * k + i];
			link->X[i][3 + k] = p[a] * R[3 * b + i] - p[b] * R[3 * a + i];
		}
	link->m = number[12];
	memcpy(link->h, number + 13, sizeof link->h);
	memcpy(link->J, number + 16, sizeof link->J);
}

/* Lists all values that the energy depends on, one after the other; returns their number. NULL: only counts. */
static size_t put_tree(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	size_t count = 0;
	for (int i = 0; i < tree->links; i++) {
		if (out)
			put_link(dag, &tree->link[i], out + count);
		count += LINK_NUMBERS;
		for (int d = 0; d < tree->link[i].map.entries; d++, count++)
			if (out)
				out[count] = tree->link[i].map.entry[d].gain;
	}
	for (int i = 0; i < tree->terms; i++) {
		if (out)
			out[count] = tree->term[i].inertia;
		count++;
		for (int d = 0; d < tree->term[i].map.entries; d++, count++)
			if (out)
				out[count] = tree->term[i].map.entry[d].gain;
	}
	return count;
}

static struct TreeState take_tree(const struct Tree *tree, const double *number, size_t count)
{
	struct Arena *arena = tree->dag->arena;
	struct TreeState state = { ARENA_ARRAY(arena, struct LinkState, tree->links),
		                   ARENA_ARRAY(arena, struct TermState, tree->terms), linear_is_finite(number, count) };
	for (int i = 0; i < tree->links; i++) {
		take_link(&state.link[i], number);
		state.link[i].gain = number + LINK_NUMBERS;
		number += LINK_NUMBERS + tree->link[i].map.entries;
	}
	for (int i = 0; i < tree->terms; i++) {
		state.term[i] = (struct TermState){ *number, number + 1 };
		number += 1 + tree->term[i].map.entries;
	}
	return state;
}

/* --- where columns are eliminated --- */

/* Nearest common ancestor of two links; -1: the world. Ancestors have smaller numbers. */
static int common_link(const struct Tree *tree, int a, int b)
{
	while (a != b) {
		if (a > b)
			a = tree->link[a].parent;
		else
			b = tree->link[b].parent;
	}
	return a;
}

enum { NOWHERE = -2, WORLD = -1 };

struct Homes {
	int *velocity; /* nearest common ancestor of all links that the velocity drives */
	int *term;     /* the link where the term's row is added */
};

static void meet_at(const struct Tree *tree, int *home, int link)
{
	*home = *home == NOWHERE ? link : common_link(tree, *home, link);
}

static struct Homes find_homes(const struct Tree *tree)
{
	struct Arena *arena = tree->dag->arena;
	struct Homes homes = { ARENA_ARRAY(arena, int, tree->nv), ARENA_ARRAY(arena, int, tree->terms) };
	for (int v = 0; v < tree->nv; v++)
		homes.velocity[v] = NOWHERE;
	for (int i = 0; i < tree->links; i++)
		for (int d = 0; d < tree->link[i].map.entries; d++)
			meet_at(tree, &homes.velocity[tree->link[i].map.entry[d].v], i);
	for (int v = 0; v < tree->nv; v++)
		homes.velocity[v] = homes.velocity[v] == NOWHERE ? WORLD : homes.velocity[v];
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		homes.term[i] = NOWHERE;
		if (term->line)
			continue;
		for (int d = 0; d < term->map.entries; d++)
			meet_at(tree, &homes.term[i], homes.velocity[term->map.entry[d].v]);
		for (int d = 0; d < term->map.entries; d++)
			homes.velocity[term->map.entry[d].v] = homes.term[i];
	}
	return homes;
}

/* --- rows --- */

/* Rows over the six components of a link's velocity and some velocities of the model, the others. */
struct Block {
	int rows, others;
	size_t width; /* numbers from one row to the next, at least 6 + others */
	int *v;
	double *row;
	bool taken;          /* merged into another block */
	struct Block *next;  /* of its link */
	struct Block *along; /* the next to merge with it */
};

/* Blocks in order. */
struct Blocks {
	struct Block *first, **end;
};

/* Block that has an entry of a velocity. */
struct BlockUse {
	struct Block *block;
	struct BlockUse *next;
};

/* Eliminated column: pivot qd_v + row . (v of the parent, qd of the others) = 0. */
struct Pivot {
	int v, others;
	const int *other;
	const double *row;
	double pivot; /* 0: qd_v is free */
};

struct QrFactor {
	const struct Tree *tree;
	struct Arena *arena;
	struct TreeState state;
	struct Homes homes;
	double (*gram)[6][6]; /* by link: sum of X^T W^T W X over its subtree, its composite inertia */
	double *own;          /* by link: traces of J, summed over its subtree; each J about its own link's origin */
	double *square, *rounding; /* by velocity: a bound of M_vv, and the rounding in M_vv */
	struct Block **block;      /* by link + 1: the rows that it leaves */
	int *child, *next;         /* children of the world and of every link, as linked lists; -1 ends them */
	int *term, *next_term;     /* joint-space terms there, as linked lists */
	int *own_v, *next_v;       /* by link + 1: the velocities eliminated there, the last first, as linked lists */
	struct BlockUse **use;     /* by velocity: the blocks that have it, at the link where it is eliminated */
	int *slot;           /* by velocity: its index among the others of the current block; -1: it is not there */
	double *sum;         /* by column: a sum of the current reflection */
	struct Pivot *pivot; /* in the order of elimination */
	int *first;          /* by link + 1: its first pivot */
	int pivots, zeros;
	int infinite; /* a velocity whose M_vv overflows; -1: none */
};

/* Rows W with J = W^T W. A matrix that is not positive definite keeps its rank: pivots count by their absolute values. */
static int root_of(double J[3][3], double rounding, double W[3][3])
{
	const double square[3] = { rounding, rounding, rounding };
	size_t order[3] = { 0, 1, 2 };
	struct LinearRank rank = linear_ldl(J[0], 3, square, true, order);
	memset(W, 0, 3 * sizeof *W);
	for (size_t k = 0; k < rank.rank; k++) {
		double root = sqrt(fabs(J[order[k]][order[k]]));
		for (size_t i = k; i < 3; i++)
			W[k][order[i]] = root * (i > k ? J[order[i]][order[k]] : 1);
	}
	return (int)rank.rank;
}

/* Rows W of a body: with v_c = v + w x c and J about the centre of mass, 2 T = m |v_c|^2 + w^T J w. */
static int body_rows(const struct LinkState *link, double W[6][6])
{
	double c[3] = { 0 }, J[3][3], root[3][3], size = 0, square = 0;
	int rows = 0;
	for (int i = 0; i < 3 && link->m != 0; i++)
		c[i] = link->h[i] / link->m;
	for (int i = 0; i < 3; i++)
		square += c[i] * c[i];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			J[i][k] = link->J[i][k] + link->m * (c[i] * c[k] - (i == k ? square : 0));
			size = fmax(size, fabs(link->J[i][k]));
		}
	memset(W, 0, 6 * sizeof *W);
	for (int i = 0; i < 3 && link->m != 0; i++, rows++) {
		int a = (i + 1) % 3, b = (i + 2) % 3;
		double root_m = sqrt(fabs(link->m));
		W[rows][i] = root_m;
		W[rows][3 + a] = root_m * c[b];
		W[rows][3 + b] = -root_m * c[a];
	}
	int rank = root_of(J, 16 * DBL_EPSILON * (size + fabs(link->m) * square), root);
	for (int k = 0; k < rank; k++, rows++)
		memcpy(W[rows] + 3, root[k], sizeof root[k]);
	return rows;
}

/* Row of S for an entry of a link's joint map. */
static int map_row(const struct Link *link, int map)
{
	return link_row(link, link_columns(link) > 1 ? map : 0);
}

/* Composite inertia of a link, which is complete, added to its parent. */
static void hand_on(struct QrFactor *f, int i)
{
	double(*G)[6] = f->gram[i], (*X)[6] = f->state.link[i].X, GX[6][6];
	int parent = f->tree->link[i].parent;
	for (int a = 0; a < 6 && parent >= 0; a++)
		for (int b = 0; b < 6; b++) {
			GX[a][b] = 0;
			for (int k = 0; k < 6; k++)
				GX[a][b] += G[a][k] * X[k][b];
		}
	for (int a = 0; a < 6 && parent >= 0; a++)
		for (int b = 0; b < 6; b++)
			for (int k = 0; k < 6; k++)
				f->gram[parent][a][b] += X[k][a] * GX[k][b];
	if (parent >= 0)
		f->own[parent] += f->own[i];
}

/* Adds body i to its composite inertia, which is complete then, and its J to the bound of moments about any axis. */
static void add_body(struct QrFactor *f, int i)
{
	double W[6][6];
	int rows = body_rows(&f->state.link[i], W);
	for (int r = 0; r < rows; r++)
		for (int a = 0; a < 6; a++)
			for (int b = 0; b < 6; b++)
				f->gram[i][a][b] += W[r][a] * W[r][b];
	for (int k = 0; k < 3; k++)
		f->own[i] += fabs(f->state.link[i].J[k][k]);
}

/* Adds a link to M_vv, where it turns or slides along `row`, and to the rounding in M_vv. Rounding comes from the sum
 * and from moments about an axis through the mass (moments_clean). It also comes from the position of the axis, whose
 * error is relative to distances. */
static void add_map_entry(struct QrFactor *f, int i, int row, int v, double gain)
{
	const double of_sum = DBL_EPSILON, of_moments = 4e-15, of_distance = 1e-13;
	double(*G)[6] = f->gram[i], trace = 0;
	int from = row < 3 ? 0 : 3;
	for (int k = from; k < from + 3; k++)
		trace += G[k][k];
	f->square[v] += gain * gain * G[row][row];
	f->rounding[v] += gain * gain * (of_sum * G[row][row] + of_distance * of_distance * trace);
	if (row >= 3)
		f->rounding[v] += gain * gain * of_moments * f->own[i];
}

/* Bound M_vv <= n sum_i G_iv^2 S_i^T I_i S_i over the n columns of links that v drives. */
static void measure(struct QrFactor *f)
{
	const struct Tree *tree = f->tree;
	int *driven = ARENA_ARRAY(f->arena, int, tree->nv);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		add_body(f, i);
		for (int d = 0; d < link->map.entries; d++) {
			add_map_entry(f, i, map_row(link, d), link->map.entry[d].v, f->state.link[i].gain[d]);
			driven[link->map.entry[d].v]++;
		}
		hand_on(f, i);
	}
	for (int v = 0; v < tree->nv; v++) {
		f->square[v] *= driven[v];
		f->rounding[v] *= driven[v];
	}
	for (int i = 0; i < tree->terms; i++)
		for (int d = 0; d < tree->term[i].map.entries; d++) {
			int v = tree->term[i].map.entry[d].v;
			double gain = f->state.term[i].gain[d], inertia = gain * gain * fabs(f->state.term[i].inertia);
			f->square[v] += inertia;
			f->rounding[v] += DBL_EPSILON * inertia;
		}
	for (int v = 0; v < tree->nv && f->infinite < 0; v++)
		if (!isfinite(f->square[v]) || !isfinite(f->rounding[v]))
			f->infinite = v;
}

static struct Block *block_new(struct QrFactor *f, int rows, int others)
{
	struct Block *block = ARENA_NEW(f->arena, struct Block);
	*block = (struct Block){ .rows = rows, .width = 6 + (size_t)others };
	block->v = ARENA_ARRAY(f->arena, int, others);
	block->row = ARENA_ARRAY(f->arena, double, (size_t)rows * block->width);
	return block;
}

static double *row_at(const struct Block *block, int r)
{
	return block->row + (size_t)r * block->width;
}

static size_t columns_of(const struct Block *block)
{
	return 6 + (size_t)block->others;
}

static void begin_blocks(struct Blocks *blocks)
{
	blocks->first = NULL;
	blocks->end = &blocks->first;
}

static void add_block(struct Blocks *blocks, struct Block *block)
{
	block->next = NULL;
	*blocks->end = block;
	blocks->end = &block->next;
}

/* Adds velocity v to the others of a block. */
static void take_other(struct QrFactor *f, struct Block *block, int v)
{
	if (f->slot[v] < 0) {
		block->v[block->others] = v;
		f->slot[v] = block->others++;
	}
}

static void leave_others(struct QrFactor *f, const struct Block *block)
{
	for (int o = 0; o < block->others; o++)
		f->slot[block->v[o]] = -1;
}

static struct Block *body_block(struct QrFactor *f, int i)
{
	double W[6][6];
	int rows = body_rows(&f->state.link[i], W);
	struct Block *block = block_new(f, rows, 0);
	for (int r = 0; r < rows; r++)
		memcpy(row_at(block, r), W[r], sizeof W[r]);
	return block;
}

static struct Block *term_block(struct QrFactor *f, int term)
{
	const struct JointMap *map = &f->tree->term[term].map;
	double root = sqrt(fabs(f->state.term[term].inertia));
	struct Block *block = block_new(f, 1, map->entries);
	for (int d = 0; d < map->entries; d++) {
		take_other(f, block, map->entry[d].v);
		block->row[6 + f->slot[map->entry[d].v]] += root * f->state.term[term].gain[d];
	}
	leave_others(f, block);
	return block;
}

/* Rows of the subtree of link i over the velocity of link i. */
static struct Block *gather(struct QrFactor *f, int i)
{
	struct Blocks all;
	begin_blocks(&all);
	if (i >= 0)
		add_block(&all, body_block(f, i));
	for (int c = f->term[i + 1]; c >= 0; c = f->next_term[c])
		add_block(&all, term_block(f, c));
	for (int c = f->child[i + 1]; c >= 0; c = f->next[c])
		for (struct Block *block = f->block[c + 1], *next; block; block = next) {
			next = block->next;
			add_block(&all, block);
		}
	return all.first;
}

static bool moves_link(const struct Block *block)
{
	bool any = false;
	for (int r = 0; r < block->rows && !any; r++)
		for (int k = 0; k < 6; k++)
			any |= row_at(block, r)[k] != 0;
	return any;
}

/* Substitution v_i = X v_lambda(i) + S G qd; the world is at rest. */
static struct Block *substitute(struct QrFactor *f, int i, struct Block *from)
{
	const struct Link *link = &f->tree->link[i];
	const struct LinkState *state = &f->state.link[i];
	if (!moves_link(from))
		return from;
	struct Block *block = block_new(f, from->rows, from->others + link->map.entries);
	for (int o = 0; o < from->others; o++)
		take_other(f, block, from->v[o]);
	for (int d = 0; d < link->map.entries; d++)
		take_other(f, block, link->map.entry[d].v);
	for (int r = 0; r < from->rows; r++) {
		const double *own = row_at(from, r);
		double *row = row_at(block, r);
		memcpy(row + 6, own + 6, (size_t)from->others * sizeof *row);
		for (int d = 0; d < link->map.entries; d++)
			row[6 + f->slot[link->map.entry[d].v]] += own[map_row(link, d)] * state->gain[d];
		for (int k = 0; k < 6 && link->parent >= 0; k++)
			for (int a = 0; a < 6; a++)
				row[k] += own[a] * state->X[a][k];
	}
	leave_others(f, block);
	return block;
}

/* Empty block for the rows and the others of a chain of blocks. */
static struct Block *block_for(struct QrFactor *f, const struct Block *chain)
{
	int rows = 0, others = 0;
	for (const struct Block *from = chain; from; from = from->along) {
		rows += from->rows;
		for (int o = 0; o < from->others; o++)
			if (f->slot[from->v[o]] < 0)
				f->slot[from->v[o]] = others++;
	}
	for (const struct Block *from = chain; from; from = from->along)
		leave_others(f, from);
	return block_new(f, rows, others);
}

/* One block of a chain of blocks (`along`), with the column of velocity `last` at the end; NOWHERE: in any order. */
static struct Block *merge(struct QrFactor *f, struct Block *chain, int last)
{
	struct Block *block = block_for(f, chain);
	int rows = 0;
	for (const struct Block *from = chain; from; from = from->along)
		for (int o = 0; o < from->others; o++)
			if (from->v[o] != last)
				take_other(f, block, from->v[o]);
	if (last != NOWHERE)
		take_other(f, block, last);
	for (struct Block *from = chain; from; from = from->along) {
		from->taken = true;
		for (int r = 0; r < from->rows; r++) {
			double *row = row_at(block, rows++);
			memcpy(row, row_at(from, r), 6 * sizeof *row);
			for (int o = 0; o < from->others; o++)
				row[6 + f->slot[from->v[o]]] = row_at(from, r)[6 + o];
		}
	}
	leave_others(f, block);
	return block;
}

/* --- reflections --- */

static double column_square(const struct Block *block, int first, size_t column)
{
	double square = 0;
	for (int r = first; r < block->rows; r++)
		square += row_at(block, r)[column] * row_at(block, r)[column];
	return square;
}

static void swap_rows(struct Block *block, int a, int b)
{
	double *x = row_at(block, a), *y = row_at(block, b);
	for (size_t k = 0; k < columns_of(block) && a != b; k++) {
		double entry = x[k];
		x[k] = y[k];
		y[k] = entry;
	}
}

/* Reflection 1 - u u^T / h: column x becomes zero but for row `first`, which gets the largest entry. u = x -+ |x| e, h
 * = |x| (|x| + |x_first|). Rows where x is zero stay as they are. */
static void reflect(const struct QrFactor *f, struct Block *block, int first, size_t column, double square)
{
	size_t columns = columns_of(block);
	int largest = first;
	double *sum = f->sum, norm = sqrt(square);
	for (int r = first; r < block->rows; r++)
		if (fabs(row_at(block, r)[column]) > fabs(row_at(block, largest)[column]))
			largest = r;
	swap_rows(block, first, largest);
	double *top = row_at(block, first), x = top[column], h = norm * (norm + fabs(x));
	top[column] += x < 0 ? -norm : norm;
	memset(sum, 0, columns * sizeof *sum);
	for (int r = first; r < block->rows; r++) {
		const double *row = row_at(block, r);
		for (size_t k = 0; k < columns && row[column] != 0; k++)
			sum[k] += k == column ? 0 : row[column] * row[k];
	}
	for (int r = first; r < block->rows; r++) {
		double *row = row_at(block, r), u = row[column];
		for (size_t k = 0; k < columns && u != 0; k++)
			row[k] -= k == column ? 0 : u * (sum[k] / h);
		row[column] = 0;
	}
	top[column] = x < 0 ? norm : -norm;
}

/* Eliminates the last column of a block. It is zero where only rounding is left in it. */
static void take_last(struct QrFactor *f, struct Block *block, struct Pivot *pivot)
{
	int v = block->v[block->others - 1];
	size_t column = columns_of(block) - 1;
	double square = column_square(block, 0, column);
	if (!isfinite(square))
		f->infinite = v;
	else if (square > f->rounding[v])
		reflect(f, block, 0, column, square);
	block->others--;
	if (!(square > f->rounding[v]) || !isfinite(square)) {
		f->zeros++;
		return;
	}
	double *row = ARENA_ARRAY(f->arena, double, column);
	memcpy(row, block->row, column * sizeof *row);
	*pivot = (struct Pivot){ v, block->others, block->v, row, block->row[column] };
	swap_rows(block, 0, --block->rows);
}

/* Enters a block at the velocities to be eliminated at link i. */
static void enter(struct QrFactor *f, int i, struct Block *block)
{
	for (int o = 0; o < block->others; o++) {
		int v = block->v[o];
		if (f->homes.velocity[v] != i)
			continue;
		struct BlockUse *use = ARENA_NEW(f->arena, struct BlockUse);
		*use = (struct BlockUse){ block, f->use[v] };
		f->use[v] = use;
	}
}

/* Eliminates velocity v with the blocks that have it; returns the block that is left, or NULL. */
static struct Block *take_away(struct QrFactor *f, int v)
{
	struct Block *chain = NULL;
	struct Pivot *pivot = &f->pivot[f->pivots++];
	*pivot = (struct Pivot){ .v = v };
	for (const struct BlockUse *use = f->use[v]; use; use = use->next)
		if (!use->block->taken) {
			use->block->along = chain;
			chain = use->block;
		}
	if (!chain) {
		f->zeros++;
		return NULL;
	}
	struct Block *block = merge(f, chain, v);
	take_last(f, block, pivot);
	return block;
}

/* Block with at most as many rows as columns. */
static void shrink(struct QrFactor *f, struct Block *block)
{
	size_t columns = columns_of(block);
	int first = 0;
	for (size_t column = 0; column < columns && (size_t)block->rows > columns; column++) {
		double square = column_square(block, first, column);
		if (square > 0)
			reflect(f, block, first++, column, square);
	}
	if ((size_t)block->rows > columns)
		block->rows = first;
}

/* Numbers in a block of these rows and others, once it is shrunk. */
static size_t numbers_in(size_t rows, size_t others)
{
	return (rows < 6 + others ? rows : 6 + others) * (6 + others);
}

/* Merges the blocks from *begin on, one after the other, as long as the merged block has no more numbers. Sets *begin
 * to the first block that stays. */
static struct Block *merge_some(struct QrFactor *f, struct Block **begin)
{
	struct Block *chain = NULL, **end = &chain, *at = *begin;
	size_t rows = 0, others = 0;
	for (; at; at = at->next) {
		size_t more = 0;
		for (int o = 0; o < at->others; o++)
			more += f->slot[at->v[o]] < 0;
		size_t apart = numbers_in(rows, others) + numbers_in((size_t)at->rows, (size_t)at->others);
		if (chain && numbers_in(rows + (size_t)at->rows, others + more) > apart)
			break;
		for (int o = 0; o < at->others; o++)
			f->slot[at->v[o]] = 0;
		rows += (size_t)at->rows;
		others += more;
		*end = at;
		at->along = NULL;
		end = &at->along;
	}
	*begin = at;
	for (const struct Block *of = chain; of; of = of->along)
		leave_others(f, of);
	struct Block *block = merge(f, chain, NOWHERE);
	shrink(f, block);
	return block;
}

/* The blocks that link i leaves. */
static struct Block *left_of(struct QrFactor *f, struct Block *block)
{
	struct Blocks left, small;
	begin_blocks(&left);
	begin_blocks(&small);
	for (struct Block *next; block; block = next) {
		next = block->next;
		if (!block->taken && block->rows)
			add_block(&left, block);
	}
	for (struct Block *begin = left.first; begin;)
		add_block(&small, merge_some(f, &begin));
	return small.first;
}

static void eliminate(struct QrFactor *f, int i)
{
	struct Blocks all;
	begin_blocks(&all);
	for (struct Block *block = gather(f, i), *next; block; block = next) {
		next = block->next;
		add_block(&all, i < 0 ? block : substitute(f, i, block));
	}
	for (struct Block *block = all.first; block; block = block->next)
		enter(f, i, block);
	f->first[i + 1] = f->pivots;
	for (int v = f->own_v[i + 1]; v >= 0; v = f->next_v[v]) {
		struct Block *block = take_away(f, v);
		if (!block)
			continue;
		enter(f, i, block);
		add_block(&all, block);
	}
	if (i >= 0)
		f->block[i + 1] = left_of(f, all.first);
}

/* --- motions --- */

/* Null motion qd with qd_k = 1 for the zero pivot k. */
static void move(const struct QrFactor *f, const struct Pivot *zero, double *qd)
{
	const struct Tree *tree = f->tree;
	static const double at_rest[6] = { 0 };
	double(*v)[6] = (double(*)[6])arena_array(f->arena, (size_t)tree->links + 1, sizeof *v);
	for (int i = WORLD, end = f->pivots; i < tree->links; end = f->first[i + 1], i++) {
		const double *parent = i < 0 || tree->link[i].parent < 0 ? at_rest : v[tree->link[i].parent];
		for (int n = end; n-- > f->first[i + 1];) {
			const struct Pivot *pivot = &f->pivot[n];
			double sum = 0;
			for (int k = 0; k < 6 && pivot->row; k++)
				sum += pivot->row[k] * parent[k];
			for (int o = 0; o < pivot->others && pivot->row; o++)
				sum += pivot->row[6 + o] * qd[pivot->other[o]];
			qd[pivot->v] = pivot == zero ? 1 : pivot->row ? -sum / pivot->pivot : 0;
		}
		for (int a = 0; a < 6 && i >= 0; a++)
			for (int k = 0; k < 6; k++)
				v[i][a] += f->state.link[i].X[a][k] * parent[k];
		for (int d = 0; i >= 0 && d < tree->link[i].map.entries; d++)
			v[i][map_row(&tree->link[i], d)] += f->state.link[i].gain[d] * qd[tree->link[i].map.entry[d].v];
	}
}

/* Velocities that take part in a null motion: each is measured by the energy it would have alone. */
static void mark(const struct QrFactor *f, const struct Pivot *zero, bool *moves)
{
	const double nothing = 1e-6;
	double *qd = ARENA_ARRAY(f->arena, double, f->tree->nv), largest = 0;
	move(f, zero, qd);
	for (int v = 0; v < f->tree->nv; v++)
		largest = fmax(largest, fabs(qd[v]) * sqrt(f->square[v]));
	for (int v = 0; v < f->tree->nv; v++)
		moves[v] = v == zero->v || fabs(qd[v]) * sqrt(f->square[v]) > nothing * largest;
}

/* --- the factor at a state --- */

static void list_parts(struct QrFactor *f)
{
	const struct Tree *tree = f->tree;
	for (int i = 0; i <= tree->links; i++)
		f->child[i] = f->term[i] = f->own_v[i] = -1;
	for (int i = tree->links - 1; i >= 0; i--) {
		f->next[i] = f->child[tree->link[i].parent + 1];
		f->child[tree->link[i].parent + 1] = i;
	}
	for (int c = tree->terms - 1; c >= 0; c--) {
		int home = f->homes.term[c];
		if (home == NOWHERE || f->state.term[c].inertia == 0)
			continue;
		f->next_term[c] = f->term[home + 1];
		f->term[home + 1] = c;
	}
	for (int v = 0; v < tree->nv; v++) {
		int *first = &f->own_v[f->homes.velocity[v] + 1];
		f->next_v[v] = *first;
		*first = v;
	}
}

static struct QrFactor factor_new(const struct Tree *tree, const struct Homes *homes)
{
	struct Arena *arena = tree->dag->arena;
	size_t links = (size_t)tree->links, nv = (size_t)tree->nv, terms = (size_t)tree->terms;
	struct QrFactor f = {
		.tree = tree,
		.arena = arena,
		.homes = *homes,
		.gram = (double(*)[6][6])arena_array(arena, links, sizeof *f.gram),
		.own = ARENA_ARRAY(arena, double, links),
		.square = ARENA_ARRAY(arena, double, nv),
		.rounding = ARENA_ARRAY(arena, double, nv),
		.block = ARENA_ARRAY(arena, struct Block *, links + 1),
		.sum = ARENA_ARRAY(arena, double, 6 + nv),
		.child = ARENA_ARRAY(arena, int, links + 1),
		.next = ARENA_ARRAY(arena, int, links),
		.term = ARENA_ARRAY(arena, int, links + 1),
		.next_term = ARENA_ARRAY(arena, int, terms),
		.own_v = ARENA_ARRAY(arena, int, links + 1),
		.next_v = ARENA_ARRAY(arena, int, nv),
		.use = ARENA_ARRAY(arena, struct BlockUse *, nv),
		.slot = ARENA_ARRAY(arena, int, nv),
		.pivot = ARENA_ARRAY(arena, struct Pivot, nv),
		.first = ARENA_ARRAY(arena, int, links + 1),
		.infinite = -1,
	};
	for (size_t v = 0; v < nv; v++)
		f.slot[v] = -1;
	return f;
}

/* B = Q R at a random state. No pivots if a value there is not finite, or if M_vv overflows. `value`: the `count`
 * numbers of the tree (put_tree). */
static struct QrFactor factor_at(const struct Tree *tree, const struct Homes *homes, const Ref *value, size_t count,
                                 uint64_t seed, const bool *drawn)
{
	static const double reach[] = { 1, 3, 1, 10 }; /* near zero, tables and comparisons may hide motions */
	struct Arena *arena = tree->dag->arena;
	struct Sample sample = sample_new(tree, seed, reach[seed % (sizeof reach / sizeof *reach)]);
	double *number = ARENA_ARRAY(arena, double, count), *size = ARENA_ARRAY(arena, double, count);
	struct QrFactor f = factor_new(tree, homes);
	sample.drawn = drawn;
	sample_values(tree->dag, &sample, value, count, number, size);
	f.state = take_tree(tree, number, count);
	if (!f.state.finite)
		return f;
	list_parts(&f);
	measure(&f);
	for (int i = tree->links - 1; i >= WORLD && f.infinite < 0; i--)
		eliminate(&f, i);
	return f;
}

static bool is_known(const struct QrFactor *f)
{
	return f->state.finite && f->infinite < 0;
}

/* Least D of M = L^T D L that is not 0, over the largest bound of an M_vv. D is the square of a pivot of R. */
static double lightest_of(const struct QrFactor *f)
{
	double least = INFINITY, most = 0;
	for (int n = 0; n < f->pivots; n++) {
		const struct Pivot *pivot = &f->pivot[n];
		most = fmax(most, f->square[pivot->v]);
		if (pivot->row)
			least = fmin(least, pivot->pivot * pivot->pivot);
	}
	return isfinite(least) && most > 0 ? least / most : 1;
}

struct NullMotions null_motions(const struct Tree *tree, const bool *drawn, int most)
{
	enum { STATES = 4 };
	struct NullMotions motions = { .nv = tree->nv,
		                       .first = ARENA_ARRAY(tree->dag->arena, int, most),
		                       .lightest = 1 };
	size_t count = put_tree(tree->dag, tree, NULL);
	Ref *value = ARENA_ARRAY(tree->dag->arena, Ref, count);
	put_tree(tree->dag, tree, value);
	struct Homes homes = find_homes(tree);
	struct QrFactor best = factor_at(tree, &homes, value, count, 0, drawn);
	for (uint64_t seed = 1; (best.zeros || !is_known(&best)) && seed < STATES; seed++) {
		struct QrFactor other = factor_at(tree, &homes, value, count, seed, drawn);
		bool better = !is_known(&best) || other.zeros < best.zeros;
		best = is_known(&other) && better ? other : best;
	}
	motions.overflows = best.infinite >= 0;
	motions.infinite = best.infinite;
	if (!is_known(&best))
		return motions;
	bool *moves =
		ARENA_ARRAY(tree->dag->arena, bool, (size_t)(best.zeros < most ? best.zeros : most) * (size_t)tree->nv);
	motions.dimension = best.zeros;
	motions.lightest = lightest_of(&best);
	for (int n = best.pivots; n-- > 0 && motions.count < most;)
		if (!best.pivot[n].row) {
			motions.first[motions.count] = best.pivot[n].v;
			mark(&best, &best.pivot[n], moves + (size_t)motions.count++ * (size_t)tree->nv);
		}
	motions.moves = moves;
	return motions;
}
