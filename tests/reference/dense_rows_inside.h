/* Shared by the files of the reference of constraints.
 * The caller owns every array; returned arrays are freed by the caller. */
#ifndef DENSE_ROWS_INSIDE_H
#define DENSE_ROWS_INSIDE_H

#include "dense_inside.h"
#include "dense_rows.h"

/* The direction t of a row in the world's axes. R: of the frames in the world, row by row; d: from a to b. */
void dense_rows_direction(const struct dense_row *row, const real *R_a, const real *R_b, const real *d, real t[3]);
/* Its time derivative, for angular velocities w of the frames and the derivative of d. */
void dense_rows_turning(const struct dense_row *row, const real *R_a, const real *R_b, const real *d, const real *w_a,
                        const real *w_b, const real *d_rate, real rate[3]);

/* Rows that are neither dropped nor zero; active (n). */
void dense_rows_active(const struct dense_constraints *c, const real *q, bool *active);

/* x := G^T x, from velocities of the tree to independent ones, in place; size likewise, without signs. */
void dense_rows_project(const struct dense_constraints *c, real *x);
void dense_rows_project_sizes(const struct dense_constraints *c, real *size);

/* The terms of a solution x of K x = b, whose entries have terms of `size`, all (nv + n): K = [M J^T; J 0]. */
void dense_rows_bounds(const struct dense_constraints *c, const real *q, const real *x, const real *size,
                       real *condition, real scale[2]);

/* Condition of K (n x n, overwritten) with rows and columns multiplied by s, and sum of |K^-1| (size + |K| |x|) for
 * each entry of x, in place of size. */
void dense_terms(real *K, int n, const real *s, const real *x, real *size, real *condition);

/* J (n x nv) of rows, which of them count, and their weights: 0 of loops. idle (nv). */
struct dense_rows_balance {
	int n, nv;
	const real *J, *weight;
	const bool *active, *idle;
};

/* lambda that balances tau (nv) at idle velocities, with the least sum of weight lambda^2, then the least sum of the squares of what
 * is left of tau elsewhere. False: no lambda balances every tau. spread: condition of the problems, their product. */
bool dense_rows_balanced(const struct dense_rows_balance *b, const real *tau, real *lambda, real *spread);

#endif
