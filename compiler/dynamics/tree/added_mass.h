/* Added mass in M, in the kinetic energy, in the Coriolis matrix and in momentum. Its part of inverse dynamics is a law.
 * With the Jacobian J of a body in its own axes, v = J qd, and the block A of added mass (model/added.h):
 *   M += J^T A J,   kinetic += v^T A v / 2,
 *   C += J^T (A dJ/dt + B J),   2 B x = A (v x x) + v x* (A x) + x x* (A v),
 * where B is skew, and B v = v x* A v. Called by joint_map.c and by momentum. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_ADDED_MASS_H
#define RIGIDC_DYNAMICS_TREE_ADDED_MASS_H

#include "tree.h"

/* M (nv x nv), C (nv x nv) and kinetic energy gain those of added mass. */
void added_inertia(struct Dag *dag, const struct Tree *tree, Ref *M);
void added_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C);
Ref added_energy(struct Dag *dag, const struct Tree *tree);
/* Momentum of the fluid about the origin of the world, in its axes. */
struct Spatial added_world_momentum(struct Dag *dag, const struct Tree *tree);
/* Of a momentum that is linear in qd: its column for velocity v, and its rate at qdd = 0. */
struct Spatial added_column(struct Dag *dag, struct Spatial momentum, int v);
/* Adds all of its columns to a matrix (6 x nv). */
void added_columns(struct Dag *dag, const struct Tree *tree, struct Spatial momentum, Ref *A);
struct Spatial added_rate(struct Dag *dag, const struct Tree *tree, struct Spatial momentum);

#endif
