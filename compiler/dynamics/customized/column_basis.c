/* Vectors are measured by their rounding. Each row is divided by the largest rounding in it, then each vector by its own largest: 1
 * is then what rounding may add to an entry. A vector is made up by others if what they leave of it is rounding. Any other vector is
 * independent, however little is left.
 *
 * The rank is found by orthogonalisation (modified Gram-Schmidt) with the largest rest next. A short rest is orthogonal to the
 * vectors before it but for rounding, and subtracting along it would bring that rounding into others. Taken last, it does no harm.
 * Vectors of this basis are then exchanged for earlier ones that they make up, so that the basis is the one that taking the vectors
 * in turn would give. With V = Q R of the basis, a vector v_c outside of it is
 *   v_c = sum k_i v_i,   R k = Q^T v_c. */
#include "column_basis.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double
	rounding = 30,      /* what it may leave; in 400 random trees it left up to 5, and independent vectors 1e11 and more */
	least_share = 1e-3, /* of a vector in another for which it is exchanged: other shares grow by its inverse */
	tiny = 3e-5;        /* the unit of a vector beside that of the largest */

/* The entries that may not be zero: vectors of different branches of a tree have none in common. */
struct Range { int begin, end; };

struct Finding {
	struct ColumnBasis *basis;
	double *V;                   /* the vectors, measured by their rounding (vectors x length) */
	double *unit, *size;         /* of each, in rows measured so; and its largest entry in that unit */
	double *Q;                   /* orthonormal (most x length) */
	struct Range *range, *among; /* of those, and of vectors */
	double *R;                   /* (most x vectors) */
	double *left;                /* (vectors x length), or one */
	int most;
	bool *taken;                 /* is a vector of the basis? */
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

/* --- by their rounding --- */

static void measure(struct Arena *arena, struct Finding *f)
{
	const struct ColumnBasis *basis = f->basis;
	int length = basis->length;
	double *row = ARENA_ARRAY(arena, double, length);
	f->V = ARENA_ARRAY(arena, double, basis->vectors * length);
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
			f->V[c * length + i] = row[i] > 0 && f->unit[c] > 0 ? basis->vector[c * length + i] / row[i] / f->unit[c] : 0;
		f->size[c] = largest(f->V + c * length, length);
		f->among[c] = range_of(f->V + c * length, length);
	}
}

/* --- how many --- */

/* Takes from x, which has entries in `own`, what is along the first vectors of Q. How much that is is added to every entry number
 * `step` of part[]. */
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

/* Q gets one more vector: what is left of x, which is all but orthogonal to those before. */
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

/* --- of what others are made up --- */

/* R_c = Q^T v_c; twice, since after one pass a short rest is not orthogonal to Q within rounding. */
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

/* R k = R_c, by back substitution. */
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

/* Shares of the basis in all vectors, of which those of the basis itself are 1. */
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

/* Vector c becomes one of the basis, in place of number i of it. */
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

/* How many times over a vector is tiny beside the largest. Shares in a tiny one are large, and so is what they make of its rounding. */
static double times_tiny(const struct Finding *f, int c)
{
	return floor(log(f->unit[c]) / log(tiny));
}

/* Vectors are taken in turn, tiny ones last. */
static bool comes_before(const struct Finding *f, int c, int d)
{
	double size = times_tiny(f, c), other = times_tiny(f, d);
	return size == other ? c < d : size < other;
}

/* The later vector in whose place an earlier one can be; -1: none. */
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

/* Whole numbers and halves. */
static double simple(double k, double within)
{
	double near = round(2 * k) / 2;
	return fabs(k - near) <= within ? near : k;
}

/* Do these shares make up vector c but for rounding, their own included? */
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

/* The shares in vector c as simple numbers in the vectors' own measure, where they are so near to these. */
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

/* What is almost a simple number is one, if that changes no more than rounding does. */
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

/* In the vectors' own measure; what was a simple number there is one again. */
static void unmeasure(struct Finding *f)
{
	struct ColumnBasis *basis = f->basis;
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < basis->count && !f->taken[c]; i++)
			if (basis->share[i * basis->vectors + c] != 0)
				basis->share[i * basis->vectors + c] =
					simple(basis->share[i * basis->vectors + c] * f->unit[c] / f->unit[basis->own[i]], 4 * DBL_EPSILON);
}

static struct Finding begin(struct Arena *arena, struct ColumnBasis *basis)
{
	int most = basis->vectors < basis->length ? basis->vectors : basis->length;
	struct Finding f = { .basis = basis, .most = most, .range = ARENA_ARRAY(arena, struct Range, most) };
	f.Q = ARENA_ARRAY(arena, double, most * basis->length);
	f.left = ARENA_ARRAY(arena, double, basis->vectors * basis->length);
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
	f.R = ARENA_ARRAY(arena, double, basis->count * basis->vectors);
	basis->own = ARENA_ARRAY(arena, int, basis->count);
	basis->share = ARENA_ARRAY(arena, double, basis->count * basis->vectors);
	share_out(&f);
	bool changed = false;
	while (exchange_some(&f))
		changed = true;
	if (changed)
		share_out(&f);
	simplify(arena, &f);
	unmeasure(&f);
}
