/* Shared by the files of the reference of constraints.
 * The caller owns every array; returned arrays are freed by the caller. */
#ifndef DENSE_ROWS_INSIDE_H
#define DENSE_ROWS_INSIDE_H

#include "dense_inside.h"
#include "dense_rows.h"

/* Rows that are neither dropped nor zero; active (n). */
void dense_rows_active(const struct dense_constraints *c, const real *q, bool *active);

/* x := G^T x, from velocities of the tree to independent ones, in place; size likewise, without signs. */
void dense_rows_project(const struct dense_constraints *c, real *x);
void dense_rows_project_sizes(const struct dense_constraints *c, real *size);

/* M (nv x nv) of independent velocities. */
void dense_rows_inertia(const struct dense_constraints *c, const real *q, real *M);

/* The terms of a solution x of K x = b, whose entries have terms of `size`, all (nv + n): K = [M J^T; J 0]. */
void dense_rows_bounds(const struct dense_constraints *c, const real *q, const real *x, const real *size,
                       real *condition, real scale[2]);

/* Condition of K (n x n, overwritten) with rows and columns multiplied by s, and sum of |K^-1| (size + |K| |x|) for
 * each entry of x, in place of size. */
void dense_terms(real *K, int n, const real *s, const real *x, real *size, real *condition);

#endif
