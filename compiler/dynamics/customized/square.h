/* Solution of sparse square systems with few operations. Called by inverse dynamics under rows. Memory is the DAG's.
 *
 * Blocks. Let each equation be matched with an unknown whose coefficient is not zero by structure. Equations that need each other's
 * unknowns are a block, and blocks are solved one after the other.
 * In a block an unknown is eliminated if its coefficient is far from 0 at all postures of postures.c. Of what is left a 2 x 2 system is
 * solved by its determinant, a larger one by the modified Gram-Schmidt method: neither divides by a number that vanishes where the
 * system has a solution. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_SQUARE_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_SQUARE_H

#include "dynamics/tree/row_balance.h"

void square_solve_sparse(struct Dag *dag, const struct Tree *tree, Ref *A, int n, Ref *b, int columns);

#endif
