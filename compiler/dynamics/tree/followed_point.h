/* Forces and inertias of links that move by a point of a closed form (struct TreePoint), by way of the point: with dy/dr, the levers L
 * of its links, and r' = T z, z = B qd,
 *     F = T^T L^T tau_y,  tau += B^T F,    N = T^T L^T H L T,  M += B^T N B.
 * The velocities z of all points follow those of the model in wide arrays. Called by the algorithms. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_FOLLOWED_POINT_H
#define RIGIDC_DYNAMICS_TREE_FOLLOWED_POINT_H

#include "tree.h"

/* Copy whose links move by velocities r' of their points; the tree itself if it has no points. */
const struct Tree *tree_by_points(const struct Tree *tree);
/* tau from the forces of the wide tree. `wide` is changed. */
void tree_fold_forces(struct Dag *dag, const struct Tree *tree, Ref *wide, Ref *tau);
/* M from the matrix of the wide tree. `wide` is changed. */
void tree_fold_inertia(struct Dag *dag, const struct Tree *tree, Ref *wide, Ref *M);

#endif
