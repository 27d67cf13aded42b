/* Forces and inertias of links, assembled into those of the model: tau = G^T tau_y and M = G^T H G. Called by the algorithms. Memory is
 * the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_JOINT_MAP_H
#define RIGIDC_DYNAMICS_TREE_JOINT_MAP_H

#include "tree.h"

/* Joint-space terms, added to tau, and to M. */
void tree_add_terms(struct Dag *dag, const struct Tree *tree, Ref *tau);
void tree_add_terms_inertia(struct Dag *dag, const struct Tree *tree, Ref *M);
/* Energy of joint-space terms, added: kinetic of armatures, potential of springs. */
void tree_add_terms_energy(struct Dag *dag, const struct Tree *tree, Ref *kinetic, Ref *potential);
/* M += G_a^T H G_b for the entry H of column k of link a and column l of link b, and its mirror image. */
void tree_assemble(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M);
/* M += G_a^T H G_b without the mirror image. */
void tree_assemble_entry(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref *M);
/* tau += G_k^T force for the force along column k of a link. */
void tree_assemble_force(struct Dag *dag, const struct Link *link, int k, Ref force, Ref *tau);
/* Column k of a link, in a matrix of the first `rows` rows by nv: matrix += column G_k. */
void tree_assemble_column(struct Dag *dag, const struct Tree *tree, const struct Link *link, int k,
                          const struct Spatial *column, int rows, Ref *matrix);
/* C += G_a^T (H G_b + M Gdot_b) for the entries H and M in row k of link a and column l of link b. */
void tree_assemble_coriolis(struct Dag *dag, const struct Tree *tree, int a, int k, int b, int l, Ref H, Ref M, Ref *C);
/* Joint-space terms, added to C. */
void tree_add_terms_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C);

#endif
