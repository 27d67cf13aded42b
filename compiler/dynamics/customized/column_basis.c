/* Vectors are measured in units of their rounding. Each row is divided by the largest rounding in it, then each vector
 * by its own largest, so 1 is the rounding of an entry. A vector is dependent if its remainder is only rounding. Any
 * other vector is independent, however small its remainder is.
 *
 * The rank is found by orthogonalisation (modified Gram-Schmidt), with the vector of the largest remainder next. A
 * short remainder is orthogonal to the previous vectors only up to rounding, and subtracting along it would bring this
 * rounding into other vectors. Taken last, it does no harm. Then vectors of the basis are exchanged for earlier
 * vectors that depend on them. The result is the same basis as from taking the vectors in turn. With V = Q R of the
 * basis, a vector v_c outside of the basis is
 *   v_c = sum k_i v_i,   R k = Q^T v_c. */
#include "column_basis.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/elementary.h"

static const double
	rounding = 30,      /* bound of dependent remainders: up to 5 in 400 random trees, independent 1e11 and more */
	least_share = 1e-3, /* smallest share of a basis vector for an exchange: other shares grow by its inverse */
	tiny = 3e-5;        /* a vector is tiny if its unit is this small beside the largest */

/* Range of possible non-zeros: vectors of different branches of a tree have disjoint ranges. */
struct Range {
	int begin, end;
};

struct Finding {
	struct ColumnBasis *basis;
	double *V;                   /* vectors in units of their rounding (vectors x length) */
	double *unit, *size;         /* by vector: its unit, in rows so measured; and its largest entry in this unit */
	double *Q;                   /* orthonormal (most x length) */
	struct Range *range, *among; /* by vector of Q; by vector */
	double *R;                   /* (most x vectors) */
	double *left;                /* remainders (vectors x length), or one remainder */
	int most;
	bool *taken; /* by vector: is it in the basis? */
};

static double dot(const double *x, const double *y, struct Range range)
{
	double sum = 0;
	for (int i = range.begin; i < range.end; i++)
		sum += x[i] * y[i];
	return sum;
}

static void subtract(double *x, double part, const double *y, struct Range range)
{
	for (int i = range.begin; i < range.end; i++)
		x[i] -= part * y[i];
}

static double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

static struct Range range_of(const double *x, int n)
{
	struct Range range = { 0, n };
	while (range.begin < n && x[range.begin] == 0)
		range.begin++;
	while (range.end > range.begin && x[range.end - 1] == 0)
		range.end--;
	return range;
}

static bool apart(struct Range a, struct Range b)
{
	return a.begin >= b.end || a.end <= b.begin;
}

static struct Range both(struct Range a, struct Range b)
{
	return (struct Range){ a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end };
}

/* --- units of rounding --- */

static void measure(struct Arena *arena, struct Finding *f)
{
	const struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	double *row = ARENA_ARRAY(arena, double, length);
	f->V = ARENA_TABLE(arena, double, basis->vectors, length);
	f->unit = ARENA_ARRAY(arena, double, basis->vectors);
	f->size = ARENA_ARRAY(arena, double, basis->vectors);
	f->among = ARENA_ARRAY(arena, struct Range, basis->vectors);
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < length; i++)
			row[i] = fmax(row[i], basis->error[c * length + i]);
	for (int c = 0; c < basis->vectors; c++) {
		for (int i = 0; i < length; i++)
			f->unit[c] = row[i] > 0 ? fmax(f->unit[c], basis->error[c * length + i] / row[i]) : f->unit[c];
		for (int i = 0; i < length; i++)
			f->V[c * length + i] =
				row[i] > 0 && f->unit[c] > 0 ? basis->vector[c * length + i] / row[i] / f->unit[c] : 0;
		f->size[c] = largest(f->V + c * length, length);
		f->among[c] = range_of(f->V + c * length, length);
	}
}

/* --- rank --- */

/* Subtracts from x, non-zero in `own`, its components along the first `count` vectors of Q. Each component is added to
 * part[], at every `step`-th entry. */
static void take_off(const struct Finding *f, double *x, struct Range own, int count, double *part, int step)
{
	for (int j = 0; j < count; j++) {
		const double *q = f->Q + j * f->basis->length;
		if (apart(own, f->range[j]))
			continue;
		double along = dot(x, q, f->range[j]);
		subtract(x, along, q, f->range[j]);
		own = both(own, f->range[j]);
		if (part)
			part[j * step] += along;
	}
}

/* Adds a vector to Q: the remainder x, which is nearly orthogonal to the vectors of Q. */
static void add_unit(struct Finding *f, int count, const double *x)
{
	int length = f->basis->length;
	double *q = f->Q + count * length;
	memcpy(q, x, (size_t)length * sizeof *q);
	take_off(f, q, range_of(q, length), count, NULL, 0);
	f->range[count] = range_of(q, length);
	double size = sqrt(dot(q, q, f->range[count]));
	for (int i = 0; i < length; i++)
		q[i] /= size;
}

static int most_left(const struct Finding *f)
{
	const struct ColumnBasis *basis = f->basis;
	double most = rounding;
	int which = -1;
	for (int c = 0; c < basis->vectors; c++) {
		double rest = f->taken[c] ? 0 : largest(f->left + c * basis->length, basis->length);
		which = rest > most ? c : which;
		most = fmax(most, rest);
	}
	return which;
}

static void choose(struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	struct Range *own = f->among;
	memcpy(f->left, f->V, (size_t)(basis->vectors * length) * sizeof *f->left);
	for (int next; basis->count < f->most && (next = most_left(f)) >= 0; basis->count++) {
		const double *q = f->Q + basis->count * length;
		f->taken[next] = true;
		add_unit(f, basis->count, f->left + next * length);
		struct Range range = f->range[basis->count];
		for (int c = 0; c < basis->vectors; c++) {
			double *left = f->left + c * length;
			if (f->taken[c] || apart(own[c], range))
				continue;
			subtract(left, dot(left, q, range), q, range);
			own[c] = both(own[c], range);
		}
	}
}

/* --- shares --- */

/* R_c = Q^T v_c, in two passes: after one pass a short remainder is not orthogonal to Q within rounding. */
static void project(struct Finding *f, int c, int count)
{
	const struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	memcpy(f->left, f->V + c * length, (size_t)length * sizeof *f->left);
	for (int j = 0; j < count; j++)
		f->R[j * basis->vectors + c] = 0;
	for (int twice = 0; twice < 2; twice++)
		take_off(f, f->left, range_of(f->left, length), count, f->R + c, basis->vectors);
}

/* Solution k of R k = R_c, by back substitution. */
static void solve(struct Finding *f, int c)
{
	struct ColumnBasis *basis = f->basis;
	int n = basis->vectors;
	for (int i = basis->count; i-- > 0;) {
		double k = f->R[i * n + c];
		for (int j = i + 1; j < basis->count; j++)
			k -= f->R[i * n + basis->own[j]] * basis->share[j * n + c];
		basis->share[i * n + c] = k / f->R[i * n + basis->own[i]];
	}
}

/* Shares of the basis in all vectors; for a basis vector the share in itself is 1. */
static void share_out(struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	int n = basis->vectors, count = 0;
	for (int c = 0; c < n; c++) {
		if (!f->taken[c])
			continue;
		project(f, c, count);
		add_unit(f, count, f->left);
		f->R[count * n + c] = dot(f->left, f->Q + count * basis->length, f->range[count]);
		basis->own[count++] = c;
	}
	for (int c = 0; c < n; c++) {
		if (f->taken[c]) {
			for (int i = 0; i < count; i++)
				basis->share[i * n + c] = basis->own[i] == c;
			continue;
		}
		project(f, c, count);
		solve(f, c);
	}
}

/* Exchanges basis vector number i for vector c. */
static void exchange(struct Finding *f, int i, int c)
{
	struct ColumnBasis *basis = f->basis;
	int n = basis->vectors;
	double pivot = basis->share[i * n + c], *row = basis->share + i * n;
	for (int d = 0; d < n; d++)
		row[d] = d == c ? 1 : row[d] / pivot;
	for (int j = 0; j < basis->count; j++) {
		double k = basis->share[j * n + c];
		for (int d = 0; d < n && j != i && k != 0; d++)
			basis->share[j * n + d] = d == c ? 0 : basis->share[j * n + d] - k * row[d];
	}
	f->taken[basis->own[i]] = false;
	f->taken[c] = true;
	basis->own[i] = c;
}

/* Order of tininess: log of the vector's unit to the base `tiny`. Shares in a tiny vector are large, and so is the
 * effect of its rounding. */
static double times_tiny(const struct Finding *f, int c)
{
	return floor(elementary_log(f->unit[c]) / elementary_log(tiny));
}

/* Order of preference: vectors in turn, tiny vectors last. */
static bool comes_before(const struct Finding *f, int c, int d)
{
	double size = times_tiny(f, c), other = times_tiny(f, d);
	return size == other ? c < d : size < other;
}

/* Basis vector that an earlier vector c can replace; -1: none. */
static int later_one(const struct Finding *f, int c)
{
	const struct ColumnBasis *basis = f->basis;
	int which = -1;
	double most = least_share;
	for (int i = 0; i < basis->count; i++) {
		double share = fabs(basis->share[i * basis->vectors + c]);
		if (comes_before(f, c, basis->own[i]) && share > most) {
			most = share;
			which = i;
		}
	}
	return which;
}

static bool exchange_some(struct Finding *f)
{
	bool changed = false;
	for (int c = 0; c < f->basis->vectors; c++) {
		int i = f->taken[c] ? -1 : later_one(f, c);
		if (i >= 0)
			exchange(f, i, c);
		changed |= i >= 0;
	}
	return changed;
}

/* --- simple numbers --- */

/* Nearest whole number or half, if k is within `within` of it. */
static double simple(double k, double within)
{
	double near = round(2 * k) / 2;
	return fabs(k - near) <= within ? near : k;
}

/* Is vector c the sum of these shares, up to its rounding and the basis vectors'? */
static bool make_up(const struct Finding *f, const double *share, int c)
{
	const struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	double may = 1;
	memcpy(f->left, f->V + c * length, (size_t)length * sizeof *f->left);
	for (int i = 0; i < basis->count; i++) {
		if (share[i] == 0)
			continue;
		may += fabs(share[i]);
		subtract(f->left, share[i], f->V + basis->own[i] * length, f->among[basis->own[i]]);
	}
	return largest(f->left, length) <= rounding * may;
}

/* Shares in vector c, rounded to simple numbers in the vectors' own units where they are nearly simple. */
static void almost(const struct Finding *f, int c, double within, double *share)
{
	const struct ColumnBasis *basis = f->basis;
	for (int i = 0; i < basis->count; i++) {
		int own = basis->own[i];
		double k = basis->share[i * basis->vectors + c], measure = f->unit[c] / f->unit[own];
		bool nothing = fabs(k) * f->size[own] <= within * f->size[c];
		share[i] = nothing ? 0 : simple(k * measure, within) / measure;
	}
}

/* Replaces shares that are almost simple numbers by these, if the change is no larger than rounding. */
static void simplify(struct Arena *arena, struct Finding *f)
{
	static const double within[] = { 1e-3, 1e-6, 1e-9, 1e-12 };
	enum { TRIES = sizeof within / sizeof *within };
	struct ColumnBasis *basis = f->basis;
	double *share = ARENA_ARRAY(arena, double, basis->count);
	for (int c = 0; c < basis->vectors; c++) {
		int try = f->taken[c] ? TRIES : 0;
		for (; try < TRIES; try++) {
			almost(f, c, within[try], share);
			if (make_up(f, share, c))
				break;
		}
		for (int i = 0; i < basis->count && try < TRIES; i++)
			basis->share[i * basis->vectors + c] = share[i];
	}
}

/* Shares in the vectors' own units; numbers that were simple in these units become simple again. */
static void unmeasure(struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < basis->count && !f->taken[c]; i++)
			if (basis->share[i * basis->vectors + c] != 0)
				basis->share[i * basis->vectors + c] =
					simple(basis->share[i * basis->vectors + c] * f->unit[c] /
				                       f->unit[basis->own[i]],
				               4 * DBL_EPSILON);
}

static struct Finding begin(struct Arena *arena, struct ColumnBasis *basis)
{
	int most = basis->vectors < basis->length ? basis->vectors : basis->length;
	struct Finding f = { .basis = basis, .most = most, .range = ARENA_ARRAY(arena, struct Range, most) };
	f.Q = ARENA_TABLE(arena, double, most, basis->length);
	f.left = ARENA_TABLE(arena, double, basis->vectors, basis->length);
	f.taken = ARENA_ARRAY(arena, bool, basis->vectors);
	basis->count = 0;
	measure(arena, &f);
	choose(&f);
	return f;
}

void column_basis_count(struct Arena *arena, struct ColumnBasis *basis)
{
	begin(arena, basis);
}

void column_basis_find(struct Arena *arena, struct ColumnBasis *basis)
{
	struct Finding f = begin(arena, basis);
	f.R = ARENA_TABLE(arena, double, basis->count, basis->vectors);
	basis->own = ARENA_ARRAY(arena, int, basis->count);
	basis->share = ARENA_TABLE(arena, double, basis->count, basis->vectors);
	share_out(&f);
	bool changed = false;
	while (exchange_some(&f))
		changed = true;
	if (changed)
		share_out(&f);
	simplify(arena, &f);
	unmeasure(&f);
}
