/* K = [M J^T; J 0] of the rows that do not hold by themselves, eliminated. Called by the functions of rows and their derivatives.
 * Memory is the DAG's.
 *
 * Loops with one frame B, as where several links meet at a pin: the rows of the later loops may be taken less those of the first
 * loop. What moves B alone has no part in them then. Forces of the first loop are
 *   lambda_1 = lambda'_1 - sum of the others' lambda'. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ROW_SYSTEM_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ROW_SYSTEM_H

#include "kkt.h"
#include "row_motion.h"

struct RowSystem {
	const struct Tree *tree;
	struct RowMotion motion; /* whose axes the rows are in */
	struct Kkt kkt;
	const Ref *J;     /* of the kept rows */
	const int *place; /* their places in lambda */
	const int *less;  /* by kept row: the subtracted kept row; -1: none */
};

/* M (nv x nv) is changed where rows brace it. */
struct RowSystem row_system(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                            struct RowMotion motion, Ref *M);
/* Solves for x and lambda of all rows. Requires `right` of nv + kept rows; x takes the place of its first nv numbers. */
void row_system_solve(const struct RowSystem *s, Ref *right, Ref *lambda);

#endif
