/* Which of some vectors of numbers are made up by others.
 * Called by the base parameters. Memory is the caller's arena. */
#ifndef RIGIDC_BASIS_H
#define RIGIDC_BASIS_H

#include "base/arena.h"

struct Basis {
	int vectors, length;
	const double *vector; /* (vectors x length) */
	const double *size;   /* of the terms that the entries are sums of, for what is rounding; or NULL */
	/* what is found */
	int count, *own;      /* the vectors that those before do not make up */
	double *share;        /* (count x vectors): vector c is the sum of share[i][c] times own[i] */
};

/* Fills in what is found, by taking the vectors in turn. */
void basis_find(struct Arena *arena, struct Basis *basis);

#endif
