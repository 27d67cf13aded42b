#include "dense_matrix.h"

#include <math.h>
#include <string.h>

#include "base/linear.h"

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
	size_t count = (size_t)a.rows * (size_t)a.columns;
	for (size_t i = 0; i < count; i++)
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

/* e^A for |A| <= 2 by the Pade approximant [13/13], (V - U)^-1 (V + U), where V has the even and U the odd terms of
 * sum c_k A^k; c_0 = 1, c_k = c_(k-1) (14 - k) / ((27 - k) k). Its error is about 1e-27 |A|. */
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
	size_t size = (size_t)n;
	if (!linear_solve(arena, below.item, size, above.item, size)) /* only for numbers that are not finite */
		matrix_add(above, NAN, power);
	return above;
}

/* Scaling and squaring: N. J. Higham, "The scaling and squaring method for the matrix exponential revisited", SIAM J.
 * Matrix Anal. Appl. 26(4), 2005. e^A = (e^(A / 2^s))^(2^s). */
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

/* --- least squares --- */

/* Rows of A have a basis Q. The shortest x is Q^T y with (Q A Q^T) y = Q b, for a symmetric A. */
bool matrix_shortest(struct Arena *arena, struct Matrix A, const long double *b, long double least, long double *x)
{
	size_t n = (size_t)A.rows;
	double *Q = ARENA_ARRAY(arena, double, n *n), most = 0;
	for (size_t i = 0; i < n * n; i++)
		Q[i] = (double)A.item[i];
	for (size_t r = 0; r < n; r++)
		most = fmax(most, linear_length(Q + r * n, n));
	int rank = (int)linear_rank(Q, n, n, (double)least * most, NULL).rank;
	struct Matrix basis = matrix_new(arena, rank, A.rows), across = matrix_new(arena, A.rows, rank);
	struct Matrix right = matrix_new(arena, A.rows, 1);
	for (int r = 0; r < rank; r++)
		for (int c = 0; c < A.rows; c++)
			*matrix_at(basis, r, c) = *matrix_at(across, c, r) = Q[(size_t)r * n + (size_t)c];
	memcpy(right.item, b, n * sizeof *b);
	struct Matrix own = matrix_product(arena, matrix_product(arena, basis, A), across);
	struct Matrix y = matrix_product(arena, basis, right);
	if (!linear_solve(arena, own.item, (size_t)rank, y.item, 1))
		return false;
	memcpy(x, matrix_product(arena, across, y).item, n * sizeof *x);
	return true;
}
