/* Rows as combinations of orthonormal rows, J = L Q: which are independent, and the least x with J x = e.
 * Called by the rows and contacts of sim. Memory is the caller's arena. */
#ifndef RIGIDC_ROW_BASIS_H
#define RIGIDC_ROW_BASIS_H

#include "base/arena.h"

struct RowBasis {
	size_t count, most, nv;
	double *Q; /* (count x nv) orthonormal rows */
	double *L; /* (count x most) lower triangle */
};

struct RowBasis row_basis_new(struct Arena *arena, size_t most, size_t nv);
/* Length of the part of a row that is no combination of the rows of the basis, over the length of the row; 0 for a row of
 * zeros. A row of which this is at least `least` is added. */
double row_basis_add(struct RowBasis *basis, const double *row, double least);
double row_basis_length(const double *row, size_t nv);
/* The shortest x with J x = e, for the rows in the order in which they were added. `e` is overwritten. */
void row_basis_solve(const struct RowBasis *basis, double *e, double *x);

#endif
