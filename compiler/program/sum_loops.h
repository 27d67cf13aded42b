/* Loops over sums of products. The entries of a product of matrices, such as those of M^-1, are sums of equally many
 * products,
 *     x = a0*b0 + (a1*b1 + (a2*b2 + ...)),
 * where many sums have the factors a0, a1, ... of one row of a matrix, and many the factors b0, b1, ... of another. Such
 * sums are computed by a loop in the middle of the function:
 *
 *     before:  each row is stored in an array, its factors side by side
 *     loop:    the sums, by a table of the places of their rows
 *
 * Signs of products pass to the factors in the arrays, so that all sums of a loop have the same signs. The sums have their
 * products in the same order as without the loop.
 *
 * Called by the printers. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_SUM_LOOPS_H
#define RIGIDC_PROGRAM_SUM_LOOPS_H

#include "program.h"

/* A loop: statements from `first` up to `end`, a sum each. Their steps have no operands. */
struct SumLoop {
	uint32_t first, end;
	uint32_t terms;
	bool lanes[2];      /* of the rows on the left and on the right: limbs in lanes */
	bool negative;      /* the results are the negative of the sums */
	uint32_t (*row)[2]; /* by sum: the places of its rows */
	uint32_t place;     /* of the first sum; the others follow it */
};

struct SumLoops {
	struct Program program; /* stores for loops have arrays outputs (numbers) and outputs + 1 (limbs in lanes) */
	struct SumLoop *loop;   /* in order of their statements */
	uint32_t loops;
	uint32_t places[2]; /* lengths of the two arrays */
};

/* Finds the loops of a program with so many outputs. `places`: of both arrays, that others use. */
struct SumLoops sum_loops_find(const struct Program *program, uint32_t outputs, const uint32_t *places);

#endif
