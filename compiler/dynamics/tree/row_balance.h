/* Forces of rows that balance idle velocities, for inverse dynamics under rows. Called by the algorithms of rows. Memory is the
 * DAG's.
 *
 * With r = rnea at the idle velocities and B = J there, B^T lambda = r. Of all such lambda those count that have the least sum of
 * weight lambda^2 over contacts, and of these the one with the least sum of tau^2 over the other velocities, the drives.
 *
 * Pairs. The numbers of pipeline/check_balance.c choose as many rows R of loops as there are independent ones in B, and as many idle
 * velocities I: the block A = J_RI^T has an inverse. With the other rows of loops F and the rows of contacts C
 *   lambda_R = A^-1 (r_I - J_FI^T lambda_F - J_CI^T lambda_C).
 * Inserted, the rows F and C lose their entries at I, and those of F at all idle velocities:
 *   J' = J - (A^-1 J_I^T)^T J_R,  tau' = tau - J_R^T A^-1 r_I.
 * The other idle velocities O are left to the contacts, and the drives D to the rows F:
 *   J'_CO^T lambda_C = r'_O:  lambda_C = W^-1 J'_CO y,  (J'_CO^T W^-1 J'_CO) y = r'_O
 *   J'_FD J'_FD^T lambda_F = J'_FD (tau' - J'_C^T lambda_C)_D. */
#ifndef RIGIDC_DYNAMICS_TREE_ROW_BALANCE_H
#define RIGIDC_DYNAMICS_TREE_ROW_BALANCE_H

#include "row_set.h"

/* Solution of A x = b for each column of b, in place of b: A is n x n, b is n x columns, by rows. A is overwritten. */
typedef void SquareSolve(struct Dag *dag, const struct Tree *tree, Ref *A, int n, Ref *b, int columns);

/* By the modified Gram-Schmidt method, which needs no order of pivots. */
void square_solve_orthogonal(struct Dag *dag, const struct Tree *tree, Ref *A, int n, Ref *b, int columns);

/* From tau = rnea and J (rows x nv), 0 in rows that hold by themselves: tau less the forces of the rows, 0 at idle velocities, in
 * place; and lambda (rows). */
void row_balance(struct Dag *dag, const struct Tree *tree, const Ref *J, SquareSolve *solve, Ref *tau, Ref *lambda);
/* Are there rows of loops that drives load against each other? */
bool row_balance_is_redundant(struct Arena *arena, const struct RowSet *set);

#endif
