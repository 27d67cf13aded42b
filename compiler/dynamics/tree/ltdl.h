/* M = L^T D L of a symmetric matrix, L unit lower: from the last row to the first, so that what belongs to different
 * branches of a tree stays zero (Featherstone, RBDA, section 6.5). Rows list their entries that are not zero by structure, so
 * that work grows with those. Called by the algorithms. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_LTDL_H
#define RIGIDC_DYNAMICS_TREE_LTDL_H

#include "dag/dag.h"

/* The columns where a row of L is not zero, in order. */
struct LtdlRow {
	int *column;
	int count;
};

struct LtdlFactor {
	struct Dag *dag;
	int size;
	Ref *L;     /* by rows; below the diagonal only */
	Ref *D;
	Ref *over;  /* 1 / D, one division a row */
	struct LtdlRow *row;
};

struct LtdlFactor ltdl_make(struct Dag *dag, const Ref *M, int size);
/* b becomes M^-1 b. */
void ltdl_solve(const struct LtdlFactor *factor, Ref *b);
/* So does every column of B, size x columns by rows; in fewer operations for branched trees, where columns have zeros. */
void ltdl_solve_branched(const struct LtdlFactor *factor, Ref *B, int columns);
/* M^-1 by rows; in fewer operations for branched trees. */
void ltdl_inverse(const struct LtdlFactor *factor, Ref *inverse);
void ltdl_inverse_branched(const struct LtdlFactor *factor, Ref *inverse);

#endif
