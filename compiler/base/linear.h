/* Linear algebra of numbers: which vectors depend on others, and equations. Called by checks of rows and inertias,
 * assembly, sim and linearize. Memory is the caller's, or that of the arena it gives.
 *
 * One rule says what is dependent. Let Q be an orthonormal basis of the vectors before a_k. The remainder a_k - Q^T Q
 * a_k has the length R_kk. The vector a_k depends on those before it if
 *   R_kk <= rounding_k.
 * The caller knows the rounding of its vectors:
 * - A row of loops, constraints or contacts has the length 1, in the metric of the diagonal of M or in units of the
 *   linkage. With LINEAR_DEPENDENT at random states the row depends on others at every state. With LINEAR_SINGULAR at
 *   a single state this state is near one at which the row depends on others.
 * - A row that closes within a tolerance (--closure) has the rounding of 20 tolerances (pipeline/rounded_rows.c).
 * - A symmetric A = B^T B has the pivots D_k = R_kk^2 of the columns of B: D_k <= rounding_k^2. The rounding of A
 *   hides remainders up to about sqrt(DBL_EPSILON).
 *
 * A number that is not finite ends each elimination: the result is not `finite`, and the rank is 0. */
#ifndef RIGIDC_BASE_LINEAR_H
#define RIGIDC_BASE_LINEAR_H

#include "arena.h"

#define LINEAR_DEPENDENT 1e-9
#define LINEAR_DEPENDENT_FLOAT 1e-4 /* of numbers computed in float */
#define LINEAR_SINGULAR 1e-6

struct LinearRank {
	size_t rank;
	double least; /* of linear_rank: the least remainder of the independent vectors; 1 without any */
	bool finite;
};

/* --- vectors --- */

double linear_dot(const double *x, const double *y, size_t width);
/* Largest absolute value; NaN if there is one. */
double linear_largest(const double *x, size_t width);
bool linear_is_finite(const double *x, size_t width);
/* Range of a vector beyond which it is 0. */
void linear_range(const double *x, size_t width, size_t *begin, size_t *end);
/* Length. Squares do not overflow on the way. */
double linear_length(const double *x, size_t width);

/* --- Q R, the longest remainder first --- */

/* Rank of `count` vectors of `width` numbers, all with the same rounding. The vectors are permuted: the first become
 * Q, the others their remainders. order: this permutation; NULL: not wanted. */
struct LinearRank linear_rank(double *vector, size_t count, size_t width, double rounding, size_t *order);
/* The same, after each vector was divided by its length. */
struct LinearRank linear_rank_of_unit(double *vector, size_t count, size_t width, double rounding, size_t *order);

/* --- Q R, one vector after the other --- */

/* Vectors a_k = sum_j L_kj Q_j. */
struct LinearQr {
	size_t count, most, width;
	double *Q;           /* (count x width): orthonormal */
	double *L;           /* (count x most): lower triangle */
	size_t *begin, *end; /* by vector of Q: the range beyond which it is 0 */
};

struct LinearQr linear_qr(struct Arena *arena, size_t most, size_t width);
/* Remainder of x over the length of x: 0 for zeros, NaN if a number is not finite. The vector is added if the
 * remainder is at least `least`, and not 0. */
double linear_qr_add(struct LinearQr *qr, const double *x, double least);
/* The shortest x with a_k . x = e_k for all k. `e` is overwritten. */
void linear_qr_solve(const struct LinearQr *qr, double *e, double *x);
/* The shares with the least |x - sum_k share_k a_k|. x becomes this remainder. */
void linear_qr_shares(const struct LinearQr *qr, double *x, double *share);

/* --- symmetric matrices, n x n --- */

/* A = L D L^T, where row order[k] is the k-th. A[order[i]][order[k]] becomes L_ik for i > k, and A[order[k]][order[k]]
 * becomes D_k, or 0 if |D_k| <= square[order[k]], the square of a rounding. With `choose` the largest |D_k| comes
 * first, and the first 0 ends the elimination. */
struct LinearRank linear_ldl(double *A, size_t n, const double *square, bool choose, size_t *order);
/* For D_k = 0: the x with A x = 0, x[order[k]] = 1, and zeros where D is 0 or not computed. */
void linear_ldl_null(const double *A, size_t n, const size_t *order, size_t k, double *x);

/* A = L L^T, in place in the lower triangle; rows are `width` numbers apart. Pivots below `least` are raised to it.
 * first: by row, where its entries begin. Zeros before it are skipped. False: a number is not finite. */
bool linear_cholesky(double *A, size_t n, size_t width, double least, size_t *first);
/* x := L^-1 x; first: NULL for full rows. */
void linear_forward(const double *L, size_t n, size_t width, const size_t *first, double *x);
/* x := L^-T x */
void linear_backward(const double *L, size_t n, size_t width, const size_t *first, double *x);

/* --- elimination by the largest entries --- */

/* Pivots of a matrix in the order of elimination. */
struct LinearPivots {
	size_t rank, *row, *column;
	bool *taken;   /* by column: it has a pivot */
	bool negative; /* the product of the pivots is */
	bool finite;
};

/* Makes the columns of pivots those of the unit matrix. Of the entries beyond `least`, the pivot is the largest one
 * times the preference of its column. preference: NULL for 1. */
struct LinearPivots linear_pivots(struct Arena *arena, long double *A, size_t rows, size_t columns,
                                  const double *preference, double least);
/* Sign of the determinant of a square matrix, which is overwritten: -1, 0 or 1. */
int linear_sign(struct Arena *arena, long double *A, size_t n);
/* B := A^-1 B, for A (n x n) and B (n x columns). False: A is singular, or a number is not finite. */
bool linear_solve(struct Arena *arena, const long double *A, size_t n, long double *B, size_t columns);

#endif
