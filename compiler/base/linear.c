#include "linear.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

/* --- vectors --- */

double linear_dot(const double *x, const double *y, size_t width)
{
	double sum = 0;
	for (size_t i = 0; i < width; i++)
		sum += x[i] * y[i];
	return sum;
}

double linear_largest(const double *x, size_t width)
{
	double most = 0;
	for (size_t i = 0; i < width; i++)
		most = fabs(x[i]) > most || isnan(x[i]) ? fabs(x[i]) : most;
	return most;
}

bool linear_is_finite(const double *x, size_t width)
{
	return isfinite(linear_largest(x, width));
}

void linear_range(const double *x, size_t width, size_t *begin, size_t *end)
{
	*begin = 0;
	while (*begin < width && x[*begin] == 0)
		++*begin;
	*end = width;
	while (*end > *begin && x[*end - 1] == 0)
		--*end;
}

/* Divides x by a power of two, so that squares neither overflow nor vanish. Returns the power: 0 for usual numbers. */
static int reduce(double *x, size_t width, bool *finite)
{
	const double least = 1e-100, most = 1e100;
	int power = 0;
	double largest = linear_largest(x, width);
	*finite = isfinite(largest);
	if (!*finite || largest == 0 || (largest > least && largest < most))
		return 0;
	frexp(largest, &power);
	for (size_t i = 0; i < width; i++)
		x[i] = ldexp(x[i], -power);
	return power;
}

double linear_length(const double *x, size_t width)
{
	const double least = 1e-200, most = 1e200;
	double square = linear_dot(x, x, width), largest = linear_largest(x, width);
	if ((square > least && square < most) || !(largest > 0) || !isfinite(largest))
		return largest > 0 ? sqrt(square) : largest;
	square = 0;
	for (size_t i = 0; i < width; i++)
		square += (x[i] / largest) * (x[i] / largest);
	return largest * sqrt(square);
}

/* Divides a vector by its length, unless this is 0 or not finite. */
static void normalize(double *x, size_t width)
{
	bool finite;
	reduce(x, width, &finite);
	double length = linear_length(x, width);
	if (!finite || length == 0)
		return;
	for (size_t i = 0; i < width; i++)
		x[i] /= length;
}

static void swap_numbers(size_t *x, size_t a, size_t b)
{
	size_t was = x[a];
	x[a] = x[b];
	x[b] = was;
}

static void swap_vectors(double *vector, size_t width, size_t a, size_t b)
{
	for (size_t i = 0; i < width; i++) {
		double was = vector[a * width + i];
		vector[a * width + i] = vector[b * width + i];
		vector[b * width + i] = was;
	}
}

static void count_up(size_t *order, size_t count)
{
	for (size_t k = 0; k < count; k++)
		order[k] = k;
}

/* --- Q R --- */

/* Subtracts from x its component along q, which is 0 beyond its range. Returns this component. */
static double take_off(double *x, const double *q, size_t begin, size_t end)
{
	double along = linear_dot(x + begin, q + begin, end - begin);
	if (along == 0)
		return 0;
	for (size_t i = begin; i < end; i++)
		x[i] -= along * q[i];
	return along;
}

/* The vector with the largest square. */
static size_t longest_of(const double *vector, size_t first, size_t count, size_t width, double *most)
{
	size_t longest = first;
	*most = 0;
	for (size_t k = first; k < count; k++) {
		double square = linear_dot(vector + k * width, vector + k * width, width);
		longest = square > *most ? k : longest;
		*most = fmax(*most, square);
	}
	return longest;
}

/* Makes vector k the next of Q. A short remainder is orthogonal to Q only up to the rounding of what it remains from.
 * Vectors of different branches of a tree have disjoint ranges. */
static void take_vector(double *vector, size_t k, size_t count, size_t width)
{
	size_t begin, end;
	double *q = vector + k * width;
	linear_range(q, width, &begin, &end);
	for (size_t j = 0; j < k; j++) {
		const double *before = vector + j * width;
		if (linear_dot(q + begin, before + begin, end - begin) == 0)
			continue;
		take_off(q, before, 0, width);
		begin = 0;
		end = width;
	}
	normalize(q, width);
	linear_range(q, width, &begin, &end);
	for (size_t j = k + 1; j < count; j++)
		take_off(vector + j * width, q, begin, end);
}

struct LinearRank linear_rank(double *vector, size_t count, size_t width, double rounding, size_t *order)
{
	struct LinearRank out = { .least = 1, .finite = true };
	int power = reduce(vector, count * width, &out.finite);
	if (order)
		count_up(order, count);
	while (out.finite && out.rank < count) {
		double most;
		size_t longest = longest_of(vector, out.rank, count, width, &most);
		if (!(most > elementary_square(ldexp(rounding, -power))))
			break;
		most = ldexp(sqrt(most), power);
		out.least = out.rank ? fmin(out.least, most) : most;
		swap_vectors(vector, width, out.rank, longest);
		if (order)
			swap_numbers(order, out.rank, longest);
		take_vector(vector, out.rank++, count, width);
	}
	return out;
}

struct LinearRank linear_rank_of_unit(double *vector, size_t count, size_t width, double rounding, size_t *order)
{
	for (size_t k = 0; k < count; k++)
		normalize(vector + k * width, width);
	return linear_rank(vector, count, width, rounding, order);
}

struct LinearQr linear_qr(struct Arena *arena, size_t most, size_t width)
{
	size_t rows = most + 1; /* a vector that is not added needs a place too */
	return (struct LinearQr){ .most = rows,
		                  .width = width,
		                  .Q = ARENA_ARRAY(arena, double, rows *width),
		                  .L = ARENA_ARRAY(arena, double, rows *rows),
		                  .begin = ARENA_ARRAY(arena, size_t, rows),
		                  .end = ARENA_ARRAY(arena, size_t, rows) };
}

/* Takes the basis off x, and adds the components to part. Twice: once leaves a part along the basis where the rest is
 * small. */
static void take_basis_off(const struct LinearQr *qr, double *x, double *part)
{
	for (int twice = 0; twice < 2; twice++)
		for (size_t k = 0; k < qr->count; k++)
			part[k] += take_off(x, qr->Q + k * qr->width, qr->begin[k], qr->end[k]);
}

double linear_qr_add(struct LinearQr *qr, const double *x, double least)
{
	size_t k = qr->count, width = qr->width;
	double *q = qr->Q + k * width, *l = qr->L + k * qr->most;
	double length = linear_length(x, width);
	memcpy(q, x, width * sizeof *q);
	memset(l, 0, qr->most * sizeof *l);
	take_basis_off(qr, q, l);
	l[k] = linear_length(q, width);
	double part = length == 0 ? 0 : isfinite(length) ? l[k] / length : NAN;
	if (!(part > 0 && part >= least))
		return part;
	normalize(q, width);
	linear_range(q, width, &qr->begin[k], &qr->end[k]);
	qr->count++;
	return part;
}

/* x = Q^T y with L y = e */
void linear_qr_solve(const struct LinearQr *qr, double *e, double *x)
{
	linear_forward(qr->L, qr->count, qr->most, NULL, e);
	memset(x, 0, qr->width * sizeof *x);
	for (size_t k = 0; k < qr->count; k++)
		for (size_t i = qr->begin[k]; i < qr->end[k]; i++)
			x[i] += e[k] * qr->Q[k * qr->width + i];
}

/* L^T share = Q x */
void linear_qr_shares(const struct LinearQr *qr, double *x, double *share)
{
	memset(share, 0, qr->count * sizeof *share);
	take_basis_off(qr, x, share);
	linear_backward(qr->L, qr->count, qr->most, NULL, share);
}

/* --- symmetric matrices --- */

/* Position of the largest |D|, from k on. */
static size_t largest_pivot(const double *A, size_t n, size_t k, const size_t *order)
{
	size_t most = k;
	for (size_t i = k + 1; i < n; i++)
		if (fabs(A[order[i] * (n + 1)]) > fabs(A[order[most] * (n + 1)]))
			most = i;
	return most;
}

/* A_ij -= A_ik A_kj / D for i, j > k; column k becomes that of L. */
static void eliminate(double *A, size_t n, size_t k, const size_t *order)
{
	const double *row = A + order[k] * n;
	double D = row[order[k]];
	for (size_t i = k + 1; i < n; i++) {
		double *other = A + order[i] * n, factor = other[order[k]] / D;
		other[order[k]] = factor;
		if (factor == 0)
			continue;
		for (size_t j = k + 1; j < n; j++)
			other[order[j]] -= factor * row[order[j]];
	}
}

static void leave_out(double *A, size_t n, size_t k, const size_t *order)
{
	for (size_t i = k; i < n; i++)
		A[order[i] * n + order[k]] = 0;
}

struct LinearRank linear_ldl(double *A, size_t n, const double *square, bool choose, size_t *order)
{
	struct LinearRank out = { .least = 1, .finite = linear_is_finite(A, n * n) };
	if (!out.finite)
		return out;
	for (size_t k = 0; k < n; k++) {
		if (choose)
			swap_numbers(order, k, largest_pivot(A, n, k, order));
		double D = fabs(A[order[k] * (n + 1)]);
		if (!isfinite(D))
			return (struct LinearRank){ .least = 1 };
		if (D > square[order[k]]) {
			out.rank++;
			eliminate(A, n, k, order);
			continue;
		}
		leave_out(A, n, k, order);
		if (choose)
			break;
	}
	return out;
}

void linear_ldl_null(const double *A, size_t n, const size_t *order, size_t k, double *x)
{
	memset(x, 0, n * sizeof *x);
	x[order[k]] = 1;
	for (size_t j = k; j-- > 0;) {
		size_t column = order[j];
		if (A[column * (n + 1)] == 0)
			continue;
		for (size_t i = j + 1; i <= k; i++)
			x[column] -= A[order[i] * n + column] * x[order[i]];
	}
}

bool linear_cholesky(double *A, size_t n, size_t width, double least, size_t *first)
{
	for (size_t r = 0; r < n; r++) {
		double *row = A + r * width;
		first[r] = 0;
		while (first[r] < r && row[first[r]] == 0)
			first[r]++;
		for (size_t s = first[r]; s <= r; s++) {
			size_t from = first[r] > first[s] ? first[r] : first[s];
			if (from < s)
				row[s] -= linear_dot(row + from, A + s * width + from, s - from);
			if (!isfinite(row[s]))
				return false;
			row[s] = r > s ? row[s] / A[s * width + s] : sqrt(fmax(row[s], least));
		}
	}
	return true;
}

void linear_forward(const double *L, size_t n, size_t width, const size_t *first, double *x)
{
	for (size_t r = 0; r < n; r++) {
		size_t from = first ? first[r] : 0;
		x[r] = (x[r] - linear_dot(L + r * width + from, x + from, r - from)) / L[r * width + r];
	}
}

void linear_backward(const double *L, size_t n, size_t width, const size_t *first, double *x)
{
	for (size_t r = n; r-- > 0;) {
		x[r] /= L[r * width + r];
		for (size_t s = first ? first[r] : 0; s < r; s++)
			x[s] -= L[r * width + s] * x[r];
	}
}

/* --- elimination by the largest entries --- */

struct Elimination {
	long double *A;
	size_t rows, columns;
	bool *used; /* by row */
};

/* Next pivot among the rows and columns without one; false: all entries are at most `least`. */
static bool find_pivot(const struct Elimination *e, const double *preference, double least, struct LinearPivots *p)
{
	long double most = 0;
	for (size_t i = 0; i < e->rows * e->columns; i++) {
		size_t row = i / e->columns, column = i % e->columns;
		long double entry = fabsl(e->A[i]), own = entry * (preference ? preference[column] : 1);
		if (e->used[row] || p->taken[column] || !(entry > least) || !(own > most))
			continue;
		most = own;
		p->row[p->rank] = row;
		p->column[p->rank] = column;
	}
	return most > 0;
}

static void take_pivot(const struct Elimination *e, size_t row, size_t column)
{
	long double *own = e->A + row * e->columns, pivot = own[column];
	for (size_t c = 0; c < e->columns; c++)
		own[c] /= pivot;
	for (size_t r = 0; r < e->rows; r++) {
		long double *other = e->A + r * e->columns, factor = r == row ? 0 : other[column];
		if (factor == 0)
			continue;
		for (size_t c = 0; c < e->columns; c++)
			other[c] -= factor * own[c];
	}
}

static bool all_finite(const long double *A, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(A[i]))
			return false;
	return true;
}

struct LinearPivots linear_pivots(struct Arena *arena, long double *A, size_t rows, size_t columns,
                                  const double *preference, double least)
{
	size_t most = rows < columns ? rows : columns;
	struct Elimination e = { A, rows, columns, ARENA_ARRAY(arena, bool, rows) };
	struct LinearPivots p = { .row = ARENA_ARRAY(arena, size_t, most),
		                  .column = ARENA_ARRAY(arena, size_t, most),
		                  .taken = ARENA_ARRAY(arena, bool, columns),
		                  .finite = all_finite(A, rows * columns) };
	while (p.finite && find_pivot(&e, preference, least, &p)) {
		size_t row = p.row[p.rank], column = p.column[p.rank];
		e.used[row] = p.taken[column] = true;
		p.negative ^= A[row * columns + column] < 0;
		p.rank++;
		take_pivot(&e, row, column);
	}
	return p;
}

static bool is_odd(const size_t *permutation, size_t n)
{
	bool odd = false;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			odd ^= permutation[k] < permutation[i];
	return odd;
}

int linear_sign(struct Arena *arena, long double *A, size_t n)
{
	struct LinearPivots p = linear_pivots(arena, A, n, n, NULL, 0);
	if (p.rank < n)
		return 0;
	return p.negative ^ is_odd(p.row, n) ^ is_odd(p.column, n) ? -1 : 1;
}

/* [A B] is eliminated with pivots in A alone. */
bool linear_solve(struct Arena *arena, const long double *A, size_t n, long double *B, size_t columns)
{
	size_t width = n + columns;
	double *preference = ARENA_ARRAY(arena, double, width);
	long double *both = ARENA_ARRAY(arena, long double, n *width);
	for (size_t r = 0; r < n; r++) {
		preference[r] = 1;
		memcpy(both + r * width, A + r * n, n * sizeof *A);
		memcpy(both + r * width + n, B + r * columns, columns * sizeof *B);
	}
	struct LinearPivots p = linear_pivots(arena, both, n, width, preference, 0);
	for (size_t k = 0; k < p.rank; k++)
		memcpy(B + p.column[k] * columns, both + p.row[k] * width + n, columns * sizeof *B);
	return p.rank == n && all_finite(B, n * columns);
}
