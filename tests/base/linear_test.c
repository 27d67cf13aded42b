/* Linear algebra of numbers: ranks, bases, least squares and factors of random matrices, beside the same in long double; scaled rows,
 * rows whose squares overflow, numbers that are not finite, and matrices without rows.
 *
 *   RIGIDC_SEED=s    of the matrices (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linear.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { MOST = 12 };

static struct Guard guard;
static struct Arena arena;
static uint64_t seed = 1;

static void setup(void)
{
	arena_init(&arena, &guard);
}

static void teardown(void)
{
	arena_free(&arena);
}

/* A matrix rows x width of this rank: the product of two random ones. */
struct Drawn {
	size_t rows, width, rank;
	double A[MOST * MOST];
};

static struct Drawn draw(uint64_t *random)
{
	struct Drawn d = { .rows = 1 + (size_t)random_below(random, MOST),
		           .width = 1 + (size_t)random_below(random, MOST) };
	size_t least = d.rows < d.width ? d.rows : d.width;
	double left[MOST * MOST], right[MOST * MOST];
	d.rank = (size_t)random_below(random, (int)least + 1);
	for (size_t i = 0; i < MOST * MOST; i++) {
		left[i] = random_between(random, -1, 1);
		right[i] = random_between(random, -1, 1);
	}
	for (size_t r = 0; r < d.rows; r++)
		for (size_t c = 0; c < d.width; c++)
			for (size_t k = 0; k < d.rank; k++)
				d.A[r * d.width + c] += left[r * MOST + k] * right[k * MOST + c];
	return d;
}

/* Rows times random powers of two. */
static void scale_rows(struct Drawn *d, uint64_t *random, int reach)
{
	for (size_t r = 0; r < d->rows; r++) {
		int power = random_below(random, 2 * reach + 1) - reach;
		for (size_t c = 0; c < d->width; c++)
			d->A[r * d->width + c] = ldexp(d->A[r * d->width + c], power);
	}
}

/* --- the same in long double --- */

static long double dot_of(const long double *x, const long double *y, size_t width)
{
	long double sum = 0;
	for (size_t i = 0; i < width; i++)
		sum += x[i] * y[i];
	return sum;
}

/* Length of the remainder of the last of `rows` unit rows beside the others, by Gram and Schmidt, three times. */
static long double exact_remainder(const struct Drawn *d, const size_t *order, size_t rows)
{
	long double Q[MOST][MOST] = { { 0 } };
	for (size_t r = 0; r < rows; r++) {
		for (size_t c = 0; c < d->width; c++)
			Q[r][c] = d->A[order[r] * d->width + c];
		long double length = sqrtl(dot_of(Q[r], Q[r], d->width));
		for (size_t c = 0; c < d->width; c++)
			Q[r][c] /= length;
		for (size_t k = 0; k < 3 * r; k++) {
			long double along = dot_of(Q[r], Q[k % r], d->width);
			for (size_t c = 0; c < d->width; c++)
				Q[r][c] -= along * Q[k % r][c];
		}
		length = sqrtl(dot_of(Q[r], Q[r], d->width));
		if (r + 1 == rows)
			return length;
		for (size_t c = 0; c < d->width; c++)
			Q[r][c] /= length;
	}
	return 1;
}

/* Determinant by elimination with the largest entry of each column. */
static long double exact_determinant(const double *A, size_t n)
{
	long double M[MOST][MOST], product = 1;
	for (size_t i = 0; i < n * n; i++)
		M[i / n][i % n] = A[i];
	for (size_t k = 0; k < n; k++) {
		size_t pivot = k;
		for (size_t r = k + 1; r < n; r++)
			pivot = fabsl(M[r][k]) > fabsl(M[pivot][k]) ? r : pivot;
		for (size_t c = 0; c < n && pivot != k; c++) {
			long double was = M[k][c];
			M[k][c] = M[pivot][c];
			M[pivot][c] = was;
		}
		product *= pivot != k ? -M[k][k] : M[k][k];
		for (size_t r = k + 1; r < n && M[k][k] != 0; r++)
			for (size_t c = n; c-- > k;)
				M[r][c] -= M[r][k] / M[k][k] * M[k][c];
	}
	return product;
}

/* --- ranks --- */

static void expect_basis(const double *Q, size_t rank, size_t width)
{
	for (size_t i = 0; i < rank; i++)
		for (size_t k = 0; k <= i; k++)
			ck_assert_double_le(fabs(linear_dot(Q + i * width, Q + k * width, width) - (i == k)), 1e-14);
}

static void expect_permutation(const size_t *order, size_t count)
{
	bool seen[MOST] = { false };
	for (size_t k = 0; k < count; k++) {
		ck_assert_uint_lt(order[k], count);
		ck_assert(!seen[order[k]]);
		seen[order[k]] = true;
	}
}

static void expect_rank(const struct Drawn *d)
{
	double work[MOST * MOST];
	size_t order[MOST];
	memcpy(work, d->A, sizeof work);
	struct LinearRank rank = linear_rank_of_unit(work, d->rows, d->width, LINEAR_DEPENDENT, order);
	ck_assert(rank.finite);
	ck_assert_uint_eq(rank.rank, d->rank);
	expect_permutation(order, d->rows);
	expect_basis(work, rank.rank, d->width);
	long double exact = exact_remainder(d, order, rank.rank);
	ck_assert_double_le(fabs(rank.least - (double)exact), 1e-13);
}

TEST(random_rows_have_their_rank)
{
	uint64_t random = seed;
	for (int n = 0; n < by_level(200, 2000, 20000); n++) {
		struct Drawn d = draw(&random);
		expect_rank(&d);
	}
}

TEST(scaled_rows_have_the_same_rank)
{
	uint64_t random = seed;
	for (int n = 0; n < by_level(200, 2000, 20000); n++) {
		struct Drawn d = draw(&random);
		scale_rows(&d, &random, 900); /* squares overflow and vanish */
		expect_rank(&d);
	}
}

TEST(a_rounding_has_the_unit_of_its_vectors)
{
	static const double unit[] = { 1, 1e-300, 1e300 };
	for (size_t k = 0; k < sizeof unit / sizeof *unit; k++) {
		double vector[] = { unit[k], 0, unit[k], 1e-7 * unit[k] };
		struct LinearRank fine = linear_rank(vector, 2, 2, 1e-8 * unit[k], NULL);
		ck_assert_uint_eq(fine.rank, 2);
		ck_assert_double_le(fabs(fine.least / unit[k] - 1e-7), 1e-15);
		double again[] = { unit[k], 0, unit[k], 1e-7 * unit[k] };
		ck_assert_uint_eq(linear_rank(again, 2, 2, 1e-6 * unit[k], NULL).rank, 1);
	}
}

TEST(lengths_do_not_overflow)
{
	const double x[] = { 3e200, 4e200 }, y[] = { 3e-200, 4e-200 }, z[] = { 0, 0 };
	ck_assert_double_le(fabs(linear_length(x, 2) / 5e200 - 1), 1e-15);
	ck_assert_double_le(fabs(linear_length(y, 2) / 5e-200 - 1), 1e-15);
	ck_assert_double_eq(linear_length(z, 2), 0);
	ck_assert_double_eq(linear_length(z, 0), 0);
}

/* --- a basis, one vector after the other --- */

static struct LinearQr basis_of(const struct Drawn *d, size_t *own)
{
	struct LinearQr qr = linear_qr(&arena, d->rows, d->width);
	for (size_t r = 0; r < d->rows; r++) {
		size_t before = qr.count;
		double part = linear_qr_add(&qr, d->A + r * d->width, LINEAR_DEPENDENT);
		ck_assert_double_le(part, 1 + 1e-15);
		if (qr.count > before)
			own[before] = r;
	}
	return qr;
}

/* A x = e, and x is a combination of the rows. */
static void expect_shortest(const struct Drawn *d, const struct LinearQr *qr, const size_t *own, uint64_t *random)
{
	double e[MOST], given[MOST], x[MOST], share[MOST];
	for (size_t k = 0; k < qr->count; k++)
		given[k] = e[k] = random_between(random, -1, 1);
	linear_qr_solve(qr, e, x);
	double length = linear_length(x, d->width);
	for (size_t k = 0; k < qr->count; k++) {
		const double *row = d->A + own[k] * d->width;
		double size = 1 + linear_length(row, d->width) * length;
		ck_assert_double_le(fabs(linear_dot(row, x, d->width) - given[k]), 1e-13 * size);
	}
	linear_qr_shares(qr, x, share);
	ck_assert_double_le(linear_length(x, d->width), 1e-13 * length);
}

/* The remainder of least squares is orthogonal to the rows. */
static void expect_least_squares(const struct Drawn *d, const struct LinearQr *qr, const size_t *own, uint64_t *random)
{
	double x[MOST], rest[MOST], share[MOST];
	for (size_t i = 0; i < d->width; i++)
		x[i] = rest[i] = random_between(random, -1, 1);
	linear_qr_shares(qr, rest, share);
	for (size_t k = 0; k < qr->count; k++) {
		const double *row = d->A + own[k] * d->width;
		ck_assert_double_le(fabs(linear_dot(row, rest, d->width)), 1e-14 * linear_length(row, d->width));
		for (size_t i = 0; i < d->width; i++)
			x[i] -= share[k] * row[i];
	}
	double size = 1;
	for (size_t k = 0; k < qr->count; k++)
		size += fabs(share[k]) * linear_length(d->A + own[k] * d->width, d->width);
	for (size_t i = 0; i < d->width; i++)
		ck_assert_double_le(fabs(x[i] - rest[i]), 1e-13 * size);
}

TEST(rows_one_by_one_make_a_basis)
{
	uint64_t random = seed;
	for (int n = 0; n < by_level(200, 2000, 20000); n++) {
		struct Drawn d = draw(&random);
		size_t own[MOST];
		scale_rows(&d, &random, 20);
		struct LinearQr qr = basis_of(&d, own);
		ck_assert_uint_eq(qr.count, d.rank);
		expect_basis(qr.Q, qr.count, d.width);
		expect_shortest(&d, &qr, own, &random);
		expect_least_squares(&d, &qr, own, &random);
		arena_empty(&arena);
	}
}

TEST(a_row_beside_the_basis_is_not_added)
{
	const double x[] = { 1, 0, 0 }, y[] = { 1, 1e-10, 0 }, zero[3] = { 0 };
	struct LinearQr qr = linear_qr(&arena, 2, 3);
	ck_assert_double_eq(linear_qr_add(&qr, zero, 0), 0);
	ck_assert_double_eq(linear_qr_add(&qr, x, 0), 1);
	ck_assert_double_le(fabs(linear_qr_add(&qr, y, LINEAR_DEPENDENT) - 1e-10), 1e-20);
	ck_assert_uint_eq(qr.count, 1);
	linear_qr_add(&qr, y, 0);
	ck_assert_uint_eq(qr.count, 2);
}

/* --- symmetric matrices --- */

/* B^T B, width x width, with the rank of B. */
static void square_of(const struct Drawn *d, double *A)
{
	memset(A, 0, d->width * d->width * sizeof *A);
	for (size_t r = 0; r < d->rows; r++)
		for (size_t i = 0; i < d->width; i++)
			for (size_t k = 0; k < d->width; k++)
				A[i * d->width + k] += d->A[r * d->width + i] * d->A[r * d->width + k];
}

/* A = L D L^T in the order, and A x = 0 for each D = 0 that has an x. */
static void expect_factor(const double *A, const double *L, size_t n, const size_t *order, bool choose, size_t rank)
{
	double x[MOST], size = linear_largest(A, n * n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k <= i; k++) {
			double sum = 0;
			for (size_t j = 0; j <= k && (!choose || j < rank); j++) {
				double right = k == j ? 1 : L[order[k] * n + order[j]];
				double left = i == j ? 1 : L[order[i] * n + order[j]];
				sum += left * right * L[order[j] * (n + 1)];
			}
			ck_assert_double_le(fabs(sum - A[order[i] * n + order[k]]), 1e-6 * size);
		}
	for (size_t k = 0; k < n && (!choose || k <= rank); k++) {
		if (L[order[k] * (n + 1)] != 0)
			continue;
		linear_ldl_null(L, n, order, k, x);
		ck_assert_double_eq(x[order[k]], 1);
		for (size_t r = 0; r < n; r++)
			ck_assert_double_le(fabs(linear_dot(A + r * n, x, n)), 1e-4 * size * linear_largest(x, n));
	}
}

TEST(symmetric_matrices_have_factors)
{
	uint64_t random = seed;
	for (int n = 0; n < by_level(400, 4000, 20000); n++) {
		struct Drawn d = draw(&random);
		double A[MOST * MOST], L[MOST * MOST], square[MOST];
		size_t order[MOST];
		bool choose = n % 2;
		square_of(&d, A);
		memcpy(L, A, sizeof L);
		for (size_t k = 0; k < d.width; k++) {
			order[k] = d.width - 1 - k;
			square[k] = 1e-13 * linear_largest(A, d.width * d.width);
		}
		struct LinearRank rank = linear_ldl(L, d.width, square, choose, order);
		ck_assert(rank.finite);
		if (choose) /* small pivots in another order leave rounding behind them */
			ck_assert_uint_eq(rank.rank, d.rank);
		expect_permutation(order, d.width);
		expect_factor(A, L, d.width, order, choose, rank.rank);
	}
}

/* L L^T = A. Zeros at the beginning of rows stay. */
TEST(positive_matrices_have_roots)
{
	uint64_t random = seed;
	for (int trial = 0; trial < by_level(200, 2000, 20000); trial++) {
		struct Drawn d = draw(&random);
		size_t n = d.width, first[MOST], cut = (size_t)random_below(&random, (int)n);
		double A[MOST * MOST], L[MOST * MOST], x[MOST], b[MOST];
		square_of(&d, A);
		for (size_t i = 0; i < n * n; i++)
			A[i] = (i / n < cut) == (i % n < cut) ? A[i] + (i % (n + 1) == 0) : 0;
		memcpy(L, A, sizeof L);
		ck_assert(linear_cholesky(L, n, n, 0, first));
		for (size_t r = cut; r < n; r++)
			ck_assert_uint_ge(first[r], cut);
		for (size_t i = 0; i < n; i++)
			x[i] = b[i] = random_between(&random, -1, 1);
		linear_forward(L, n, n, first, x);
		linear_backward(L, n, n, first, x);
		for (size_t r = 0; r < n; r++)
			ck_assert_double_le(fabs(linear_dot(A + r * n, x, n) - b[r]), 1e-11);
	}
}

TEST(small_pivots_are_raised)
{
	double A[] = { 4, 0, 2, 1 };
	size_t first[2];
	ck_assert(linear_cholesky(A, 2, 2, 0.25, first));
	ck_assert_double_eq(A[0], 2);
	ck_assert_double_eq(A[2], 1);
	ck_assert_double_eq(A[3], 0.5);
}

/* --- elimination --- */

TEST(pivots_are_as_many_as_the_rank)
{
	uint64_t random = seed;
	for (int n = 0; n < by_level(200, 2000, 20000); n++) {
		struct Drawn d = draw(&random);
		long double A[MOST * MOST];
		double preference[MOST];
		for (size_t i = 0; i < d.rows * d.width; i++)
			A[i] = d.A[i];
		for (size_t c = 0; c < d.width; c++)
			preference[c] = c % 2 ? 1 : 1e-4;
		struct LinearPivots p = linear_pivots(&arena, A, d.rows, d.width, preference, 1e-9);
		ck_assert(p.finite);
		ck_assert_uint_eq(p.rank, d.rank);
		for (size_t k = 0; k < p.rank; k++) {
			ck_assert(p.taken[p.column[k]]);
			for (size_t r = 0; r < d.rows; r++)
				ck_assert(fabsl(A[r * d.width + p.column[k]] - (r == p.row[k])) < 1e-15L);
		}
		arena_empty(&arena);
	}
}

TEST(preferred_columns_have_the_pivots)
{
	long double A[] = { 9, 1, 1 };
	const double preference[] = { 1e-4, 0.5, 0.25 };
	struct LinearPivots p = linear_pivots(&arena, A, 1, 3, preference, 0);
	ck_assert_uint_eq(p.rank, 1);
	ck_assert_uint_eq(p.column[0], 1);
}

TEST(equations_and_signs)
{
	uint64_t random = seed;
	for (int trial = 0; trial < by_level(200, 2000, 20000); trial++) {
		size_t n = (size_t)random_below(&random, MOST + 1);
		double A[MOST * MOST];
		long double M[MOST * MOST], x[MOST], b[MOST];
		for (size_t i = 0; i < n * n; i++)
			M[i] = A[i] = random_between(&random, -1, 1);
		for (size_t i = 0; i < n; i++)
			x[i] = b[i] = random_between(&random, -1, 1);
		long double determinant = exact_determinant(A, n), most = 0;
		ck_assert(linear_solve(&arena, M, n, x, 1));
		for (size_t i = 0; i < n; i++)
			most = fmaxl(most, fabsl(x[i]));
		for (size_t r = 0; r < n; r++) {
			long double sum = -b[r];
			for (size_t c = 0; c < n; c++)
				sum += A[r * n + c] * x[c];
			ck_assert(fabsl(sum) <= 1e-16L * (1 + most));
		}
		ck_assert_int_eq(linear_sign(&arena, M, n), determinant < 0 ? -1 : 1);
		arena_empty(&arena);
	}
}

TEST(singular_equations_have_no_solution)
{
	long double A[] = { 1, 2, 2, 4 }, b[] = { 1, 1 };
	ck_assert(!linear_solve(&arena, A, 2, b, 1));
	ck_assert_int_eq(linear_sign(&arena, A, 2), 0);
}

/* --- numbers that are not finite --- */

static void expect_an_end(const double *A, size_t n)
{
	double work[MOST * MOST], x[MOST] = { 0 }, square[MOST] = { 0 };
	long double wide[MOST * MOST], right[MOST] = { 0 };
	size_t order[MOST], bytes = n * n * sizeof *A;
	for (size_t i = 0; i < n * n; i++)
		wide[i] = A[i];
	for (size_t k = 0; k < n; k++)
		order[k] = k;
	struct LinearRank rank = linear_rank(memcpy(work, A, bytes), n, n, 0, NULL);
	ck_assert(!rank.finite && rank.rank == 0);
	rank = linear_rank_of_unit(memcpy(work, A, bytes), n, n, 0, NULL);
	ck_assert(!rank.finite && rank.rank == 0);
	rank = linear_ldl(memcpy(work, A, bytes), n, square, true, order);
	ck_assert(!rank.finite && rank.rank == 0);
	ck_assert(!linear_cholesky(memcpy(work, A, bytes), n, n, 1, order));
	ck_assert(!linear_solve(&arena, wide, n, right, 1));
	struct LinearPivots p = linear_pivots(&arena, wide, n, n, NULL, 0);
	ck_assert(!p.finite && p.rank == 0);
	struct LinearQr qr = linear_qr(&arena, n, n);
	bool any = false;
	for (size_t r = 0; r < n; r++)
		any |= isnan(linear_qr_add(&qr, A + r * n, 0)) != 0;
	ck_assert(any);
	for (size_t i = 0; i < n; i++)
		x[i] = 1;
	linear_qr_shares(&qr, x, square);
	ck_assert(isfinite(linear_largest(square, n)));
}

TEST(no_number_that_is_not_finite_passes)
{
	static const double odd[] = { NAN, INFINITY, -INFINITY };
	for (size_t n = 1; n < 6; n++)
		for (size_t at = 0; at < n * n; at++)
			for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
				double A[MOST * MOST];
				for (size_t i = 0; i < n * n; i++)
					A[i] = i % (n + 1) ? 0.1 : 4;
				A[at] = A[at % n * n + at / n] = odd[k];
				expect_an_end(A, n);
				arena_empty(&arena);
			}
}

TEST(nothing_has_rank_0)
{
	double none[1], zeros[4] = { 0 };
	size_t order[2] = { 0, 1 };
	struct LinearRank rank = linear_rank_of_unit(none, 0, 3, LINEAR_DEPENDENT, order);
	ck_assert(rank.finite && rank.rank == 0);
	rank = linear_rank(none, 3, 0, 0, NULL);
	ck_assert(rank.finite && rank.rank == 0);
	rank = linear_rank(zeros, 2, 2, 0, order);
	ck_assert(rank.finite && rank.rank == 0);
	rank = linear_ldl(zeros, 2, zeros, true, order);
	ck_assert(rank.finite && rank.rank == 0);
	ck_assert(linear_cholesky(none, 0, 0, 0, order));
	ck_assert_uint_eq(linear_pivots(&arena, NULL, 0, 3, NULL, 0).rank, 0);
	ck_assert(linear_solve(&arena, NULL, 0, NULL, 1));
	ck_assert_int_eq(linear_sign(&arena, NULL, 0), 1);
}

int main(void)
{
	const char *given = getenv("RIGIDC_SEED");
	seed = given ? strtoull(given, NULL, 10) : 1;
	printf("# RIGIDC_SEED=%llu\n", (unsigned long long)seed);
	return suite_run("linear", setup, teardown);
}
