/* Matrices of long double: products, linear equations, the exponential.
 * Called by linearize. Memory is the arena's. */
#ifndef RIGIDC_NUMERICS_DENSE_MATRIX_H
#define RIGIDC_NUMERICS_DENSE_MATRIX_H

#include "base/arena.h"

struct Matrix {
	int rows, columns;
	long double *item; /* by rows */
};

/* Zeros. */
struct Matrix matrix_new(struct Arena *arena, int rows, int columns);
struct Matrix matrix_unit(struct Arena *arena, int size);
static inline long double *matrix_at(struct Matrix a, int row, int column)
{
	return &a.item[(size_t)row * (size_t)a.columns + (size_t)column];
}
/* a += factor b */
void matrix_add(struct Matrix a, long double factor, struct Matrix b);
struct Matrix matrix_product(struct Arena *arena, struct Matrix a, struct Matrix b);
/* e^A */
struct Matrix matrix_exponential(struct Arena *arena, struct Matrix A);
/* The shortest x of those with the least |A x - b|, for a symmetric A. Rows depend on others up to a remainder of
 * `least` of the longest. False: it is not finite, and x stays. */
bool matrix_shortest(struct Arena *arena, struct Matrix A, const long double *b, long double least, long double *x);

#endif
