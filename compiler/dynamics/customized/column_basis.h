/* Which of some vectors of numbers are made up by others.
 * Called by the base parameters. Memory is the caller's arena. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_COLUMN_BASIS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_COLUMN_BASIS_H

#include "base/arena.h"

struct ColumnBasis {
	int vectors, length;
	const double *vector; /* (vectors x length) */
	const double *error;  /* how far rounding takes each entry, about */
	/* what is found */
	int count, *own;      /* the vectors that those before do not make up */
	double *share;        /* (count x vectors): vector c is the sum of share[i][c] times own[i] */
};

/* How many make up all of them. */
void column_basis_count(struct Arena *arena, struct ColumnBasis *basis);
/* And which: those before if they can be. */
void column_basis_find(struct Arena *arena, struct ColumnBasis *basis);

#endif
