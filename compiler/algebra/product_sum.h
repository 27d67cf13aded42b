/* Polynomials in the form that readers expect: with products of sines and cosines where they are shorter than sums.
 *   cos a + cos b = 2 cos((a + b)/2) cos((a - b)/2), if both halves are whole: 1 - cos 2q = 2 sin(q)^2
 * Terms are in the order of readers: without sines first, then by angles, then by symbols.
 * Called by printers of formulas. Memory is the arena's. */
#ifndef RIGIDC_PRODUCT_SUM_H
#define RIGIDC_PRODUCT_SUM_H

#include "polynomial.h"

enum { TURN_FACTORS = 6 };

/* A power of a sine or cosine. */
struct TurnFactor {
	uint32_t angle;
	bool sine;
	int power;
};

struct ProductTerm {
	struct Coefficient coefficient;
	uint32_t product;
	struct TurnFactor turn[TURN_FACTORS];
	int turns;
};

struct ProductSum {
	struct ProductTerm *term;
	size_t count;
};

struct ProductSum product_sum(struct Algebra *algebra, struct Polynomial a, struct Arena *arena);

#endif
