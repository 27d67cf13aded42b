/* Forces of the pins over which masses were moved (plan/pins.h). Called by forward dynamics with rows. Memory is the DAG's.
 *
 * With the Jacobians JA, JB of the origins of A and B in world axes, and mu moved from A's body to B's,
 *   M = M' + mu (JA^T JA - JB^T JB)    M qdd + h = M' qdd + h' + mu JA^T (aA - g) - mu JB^T (aB - g).
 * A closed state, with J qd = 0 and J qdd + d = 0, has aA = aB = a. The linear rows are R_A^T (JB - JA) there, with R_A from the axes of the rows to
 * the world, so M' qdd + h' = tau + J^T lambda' with the same qdd and
 *   lambda = lambda' - mu R_A^T (a - g).
 * Rows that hold by themselves are 0 in J and keep lambda = 0. At other states aA and aB differ: a is that of the end with fewer links. */
#ifndef RIGIDC_DYNAMICS_TREE_PIN_FORCES_H
#define RIGIDC_DYNAMICS_TREE_PIN_FORCES_H

#include "row_set.h"

/* Acceleration of a site less gravity, in the axes of frame A of its block, for a tree with its accelerations. */
typedef struct Vec PinAcceleration(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, int site,
                                   const void *options);

/* lambda' (rows) becomes lambda. The accelerations of `tree` are at qdd = 0; qdd (nv) is added to them. */
void pin_forces(struct Dag *dag, const struct Tree *tree, const Ref *qdd, PinAcceleration *acceleration,
                const void *options, Ref *lambda);

#endif
