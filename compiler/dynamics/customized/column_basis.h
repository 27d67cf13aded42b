/* Basis of a set of numeric vectors: the vectors that are not combinations of others. Called by the base parameters.
 * Memory is the caller's arena. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_COLUMN_BASIS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_COLUMN_BASIS_H

#include "base/linear.h"

struct ColumnBasis {
	int vectors, length;
	const double *vector; /* (vectors x length) */
	const double *error;  /* approximate rounding error of each entry */
	/* results: */
	int count, *own; /* vectors of the basis, earlier vectors where possible */
	double *share;   /* (count x vectors): vector c is the sum of share[i][c] times own[i] */
};

/* Counts the vectors of a basis. */
void column_basis_count(struct Arena *arena, struct ColumnBasis *basis);
/* Finds the basis, with earlier vectors where possible. */
void column_basis_find(struct Arena *arena, struct ColumnBasis *basis);

#endif
