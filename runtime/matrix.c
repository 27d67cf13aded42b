#include "matrix.h"

#include <math.h>
#include <string.h>

struct Matrix matrix_new(struct Arena *arena, int rows, int columns)
{
	return (struct Matrix){ rows, columns, ARENA_ARRAY(arena, long double, (size_t)rows *(size_t)columns) };
}

struct Matrix matrix_unit(struct Arena *arena, int size)
{
	struct Matrix unit = matrix_new(arena, size, size);
	for (int i = 0; i < size; i++)
		*matrix_at(unit, i, i) = 1;
	return unit;
}

void matrix_add(struct Matrix a, long double factor, struct Matrix b)
{
	for (int i = 0; i < a.rows * a.columns; i++)
		a.item[i] += factor * b.item[i];
}

struct Matrix matrix_product(struct Arena *arena, struct Matrix a, struct Matrix b)
{
	struct Matrix product = matrix_new(arena, a.rows, b.columns);
	for (int r = 0; r < a.rows; r++)
		for (int k = 0; k < a.columns; k++) {
			long double factor = *matrix_at(a, r, k);
			for (int c = 0; c < b.columns && factor != 0; c++)
				*matrix_at(product, r, c) += factor * *matrix_at(b, k, c);
		}
	return product;
}

/* --- linear equations --- */

static void swap_rows(struct Matrix a, int first, int second)
{
	for (int c = 0; c < a.columns && first != second; c++) {
		long double kept = *matrix_at(a, first, c);
		*matrix_at(a, first, c) = *matrix_at(a, second, c);
		*matrix_at(a, second, c) = kept;
	}
}

/* Row `to` less factor times row `from`. */
static void subtract_row(struct Matrix a, int to, long double factor, int from)
{
	for (int c = 0; c < a.columns && factor != 0; c++)
		*matrix_at(a, to, c) -= factor * *matrix_at(a, from, c);
}

/* Row of the largest entry of column k, from row k on. */
static int pivot_row(struct Matrix A, int k)
{
	int pivot = k;
	for (int r = k + 1; r < A.rows; r++)
		pivot = fabsl(*matrix_at(A, r, k)) > fabsl(*matrix_at(A, pivot, k)) ? r : pivot;
	return pivot;
}

static void divide_row(struct Matrix a, int row, long double by)
{
	for (int c = 0; c < a.columns; c++)
		*matrix_at(a, row, c) /= by;
}

/* B := A^-1 B by elimination with partial pivoting, which overwrites A. False: A is singular. */
static bool solve_in_place(struct Matrix A, struct Matrix B)
{
	for (int k = 0; k < A.rows; k++) {
		int pivot = pivot_row(A, k);
		swap_rows(A, k, pivot);
		swap_rows(B, k, pivot);
		long double own = *matrix_at(A, k, k);
		if (!(fabsl(own) > 0))
			return false;
		divide_row(A, k, own);
		divide_row(B, k, own);
		for (int r = 0; r < A.rows; r++) {
			long double factor = r == k ? 0 : *matrix_at(A, r, k);
			subtract_row(A, r, factor, k);
			subtract_row(B, r, factor, k);
		}
	}
	return true;
}

/* --- the exponential --- */

/* Largest sum of |entries| in a column. */
static long double one_norm(struct Matrix a)
{
	long double most = 0;
	for (int c = 0; c < a.columns; c++) {
		long double sum = 0;
		for (int r = 0; r < a.rows; r++)
			sum += fabsl(*matrix_at(a, r, c));
		most = sum > most || isnan(sum) ? sum : most;
	}
	return most;
}

/* e^A for |A| <= 2 by the Pade approximant [13/13], (V - U)^-1 (V + U), where V has the even and U the odd terms of sum c_k A^k; c_0 = 1,
 * c_k = c_(k-1) (14 - k) / ((27 - k) k). Its error is about 1e-27 |A|. */
static struct Matrix pade(struct Arena *arena, struct Matrix A)
{
	enum { ORDER = 13 };
	int n = A.rows;
	long double c = 1;
	struct Matrix power = matrix_unit(arena, n), below = matrix_new(arena, n, n), above = matrix_new(arena, n, n);
	for (int k = 0; k <= ORDER; k++) {
		c *= k ? (long double)(ORDER + 1 - k) / ((2 * ORDER + 1 - k) * k) : 1;
		matrix_add(above, c, power);
		matrix_add(below, k % 2 ? -c : c, power);
		power = matrix_product(arena, power, A);
	}
	if (!solve_in_place(below, above)) /* only for numbers that are not finite */
		matrix_add(above, NAN, power);
	return above;
}

/* Scaling and squaring: N. J. Higham, "The scaling and squaring method for the matrix exponential revisited", SIAM J. Matrix Anal. Appl.
 * 26(4), 2005. e^A = (e^(A / 2^s))^(2^s). */
struct Matrix matrix_exponential(struct Arena *arena, struct Matrix A)
{
	enum { MOST = 16000 }; /* a long double has no larger power of 2 */
	const long double within = 2;
	int halvings = 0;
	long double norm = one_norm(A);
	struct Matrix scaled = matrix_new(arena, A.rows, A.rows);
	while (halvings < MOST && ldexpl(norm, -halvings) > within)
		halvings++;
	matrix_add(scaled, ldexpl(1, -halvings), A);
	struct Matrix exponential = pade(arena, scaled);
	for (int i = 0; i < halvings; i++)
		exponential = matrix_product(arena, exponential, exponential);
	return exponential;
}

/* --- eigenvalues --- */

/* Rotates columns p and q of a by (c, s). */
static void rotate_columns(struct Matrix a, int p, int q, long double c, long double s)
{
	for (int r = 0; r < a.rows; r++) {
		long double x = *matrix_at(a, r, p), y = *matrix_at(a, r, q);
		*matrix_at(a, r, p) = c * x - s * y;
		*matrix_at(a, r, q) = s * x + c * y;
	}
}

static void rotate_rows(struct Matrix a, int p, int q, long double c, long double s)
{
	for (int k = 0; k < a.columns; k++) {
		long double x = *matrix_at(a, p, k), y = *matrix_at(a, q, k);
		*matrix_at(a, p, k) = c * x - s * y;
		*matrix_at(a, q, k) = s * x + c * y;
	}
}

/* Makes the entry (p, q) of a symmetric matrix 0: Golub, Van Loan, Matrix Computations, 8.5. */
static void rotate(struct Matrix A, struct Matrix vectors, int p, int q)
{
	long double off = *matrix_at(A, p, q);
	if (off == 0)
		return;
	long double tau = (*matrix_at(A, q, q) - *matrix_at(A, p, p)) / (2 * off);
	long double t = (tau < 0 ? -1 : 1) / (fabsl(tau) + sqrtl(1 + tau * tau)), c = 1 / sqrtl(1 + t * t);
	rotate_columns(A, p, q, c, t * c);
	rotate_rows(A, p, q, c, t * c);
	rotate_columns(vectors, p, q, c, t * c);
}

/* Eigenvalues on the diagonal of A, eigenvectors as columns, by Jacobi's rotations: quadratic convergence, so the sweeps suffice. */
static struct Matrix diagonalize(struct Arena *arena, struct Matrix A)
{
	enum { SWEEPS = 20 };
	struct Matrix vectors = matrix_unit(arena, A.rows);
	for (int n = 0; n < SWEEPS; n++)
		for (int p = 0; p < A.rows; p++)
			for (int q = p + 1; q < A.rows; q++)
				rotate(A, vectors, p, q);
	return vectors;
}

void matrix_shortest(struct Arena *arena, struct Matrix A, const long double *b, long double least, long double *x)
{
	struct Matrix values = matrix_new(arena, A.rows, A.rows);
	long double most = 0;
	matrix_add(values, 1, A);
	struct Matrix vectors = diagonalize(arena, values);
	memset(x, 0, (size_t)A.rows * sizeof *x);
	for (int k = 0; k < A.rows; k++)
		most = fmaxl(most, fabsl(*matrix_at(values, k, k)));
	for (int k = 0; k < A.rows; k++) {
		long double value = *matrix_at(values, k, k), along = 0;
		for (int r = 0; r < A.rows; r++)
			along += *matrix_at(vectors, r, k) * b[r];
		for (int r = 0; r < A.rows && fabsl(value) > least * most; r++)
			x[r] += along / value * *matrix_at(vectors, r, k);
	}
}
