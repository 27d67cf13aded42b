/* Factorization M = L^T D L of a symmetric matrix, L unit lower triangular. It goes from the last row to the first, so
 * entries between different branches of a tree stay zero (Featherstone, RBDA, section 6.5). Rows list their structural
 * non-zeros, so the work grows with their number. Called by the algorithms. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_LTDL_H
#define RIGIDC_DYNAMICS_TREE_LTDL_H

#include "rewrite/stages.h"

/* Columns of the non-zeros in a row of L, in order. */
struct LtdlRow {
	int *column;
	int count;
};

struct LtdlFactor {
	struct Dag *dag;
	int size;
	Ref *L; /* by rows; only below the diagonal */
	Ref *D;
	Ref *over; /* 1 / D, one division for each row */
	struct LtdlRow *row;
};

struct LtdlFactor ltdl_make(struct Dag *dag, const Ref *M, int size);
/* Solution M^-1 b, in place of b. */
void ltdl_solve(const struct LtdlFactor *factor, Ref *b);
/* Solutions M^-1 B in place of B, size x columns by rows, for a multiple of `size` columns. Branched trees with zeros in B take fewer operations. Columns
 * with the same zeros become members of `stages` if there are enough; NULL: none do. */
void ltdl_solve_branched(const struct LtdlFactor *factor, Ref *B, int columns, struct Stages *stages);
/* Inverse M^-1 by rows; the second function takes fewer operations for branched trees. Entries between
 * limbs become results of `stages` if that saves enough; NULL: none do. */
void ltdl_inverse(const struct LtdlFactor *factor, Ref *inverse);
void ltdl_inverse_branched(const struct LtdlFactor *factor, Ref *inverse, struct Stages *stages);

#endif
