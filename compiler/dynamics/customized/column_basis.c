/* Vectors are measured in units of their rounding. Each row is divided by the largest rounding in it, then each vector
 * by its own largest, so 1 is the rounding of an entry. A vector is dependent if its remainder is only rounding. Any
 * other vector is independent, however small its remainder is.
 *
 * The rank is that of base/linear.h. Then vectors of the basis are exchanged for earlier
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

struct Finding {
	struct ColumnBasis *basis;
	double *V;           /* vectors in units of their rounding (vectors x length) */
	double *unit, *size; /* by vector: its unit, in rows so measured; and its largest entry in this unit */
	struct LinearQr qr;  /* of the basis */
	double *share;       /* of the basis in one vector */
	double *left;        /* remainders (vectors x length), or one remainder */
	bool *taken;         /* by vector: is it in the basis? */
};

/* --- units of rounding --- */

static void measure(struct Arena *arena, struct Finding *f)
{
	const struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	double *row = ARENA_ARRAY(arena, double, length);
	f->V = ARENA_TABLE(arena, double, basis->vectors, length);
	f->unit = ARENA_ARRAY(arena, double, basis->vectors);
	f->size = ARENA_ARRAY(arena, double, basis->vectors);
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < length; i++)
			row[i] = fmax(row[i], basis->error[c * length + i]);
	for (int c = 0; c < basis->vectors; c++) {
		for (int i = 0; i < length; i++)
			f->unit[c] = row[i] > 0 ? fmax(f->unit[c], basis->error[c * length + i] / row[i]) : f->unit[c];
		for (int i = 0; i < length; i++)
			f->V[c * length + i] =
				row[i] > 0 && f->unit[c] > 0 ? basis->vector[c * length + i] / row[i] / f->unit[c] : 0;
		f->size[c] = linear_largest(f->V + c * length, (size_t)length);
	}
}

/* --- rank --- */

static void choose(struct Arena *arena, struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	size_t vectors = (size_t)basis->vectors, length = (size_t)basis->length;
	size_t *order = ARENA_ARRAY(arena, size_t, vectors);
	memcpy(f->left, f->V, vectors * length * sizeof *f->left);
	struct LinearRank rank = linear_rank(f->left, vectors, length, rounding * sqrt((double)length), order);
	basis->count = (int)rank.rank;
	for (size_t k = 0; k < rank.rank; k++)
		f->taken[order[k]] = true;
}

/* --- shares --- */

/* Shares of the basis in all vectors; for a basis vector the share in itself is 1. */
static void share_out(struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	int n = basis->vectors, count = 0;
	f->qr.count = 0;
	for (int c = 0; c < n; c++) {
		if (!f->taken[c])
			continue;
		linear_qr_add(&f->qr, f->V + c * basis->length, 0);
		basis->own[count++] = c;
	}
	for (int c = 0; c < n; c++) {
		if (f->taken[c]) {
			for (int i = 0; i < count; i++)
				basis->share[i * n + c] = basis->own[i] == c;
			continue;
		}
		memcpy(f->left, f->V + c * basis->length, (size_t)basis->length * sizeof *f->left);
		linear_qr_shares(&f->qr, f->left, f->share);
		for (int i = 0; i < count; i++)
			basis->share[i * n + c] = f->share[i];
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
		for (int k = 0; k < length; k++)
			f->left[k] -= share[i] * f->V[basis->own[i] * length + k];
	}
	return linear_largest(f->left, (size_t)length) <= rounding * may;
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
	struct Finding f = { .basis = basis };
	f.left = ARENA_TABLE(arena, double, basis->vectors, basis->length);
	f.taken = ARENA_ARRAY(arena, bool, basis->vectors);
	measure(arena, &f);
	choose(arena, &f);
	return f;
}

void column_basis_count(struct Arena *arena, struct ColumnBasis *basis)
{
	begin(arena, basis);
}

void column_basis_find(struct Arena *arena, struct ColumnBasis *basis)
{
	struct Finding f = begin(arena, basis);
	f.qr = linear_qr(arena, (size_t)basis->count, (size_t)basis->length);
	f.share = ARENA_ARRAY(arena, double, basis->count);
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
