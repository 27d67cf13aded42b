/* The state space of a tree: coordinates moved along velocities, displacements between coordinates, and steps of time. Numeric
 * coordinates are added and subtracted. Free and spherical joints move by the exponential of their twist in body axes. Called by the
 * algorithms. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_STATE_SPACE_H
#define RIGIDC_DYNAMICS_TREE_STATE_SPACE_H

#include "tangent.h"

/* Velocities of a free or spherical joint among x (nv): v of a free one, else 0, and w. */
struct Spatial link_twist(struct Dag *dag, const struct Link *link, const Ref *x);
void link_put_twist(const struct Link *link, const struct Spatial *twist, Ref *x);
/* Coordinates (nq) after unit time at the velocities x (nv), from the coordinates q. */
void tree_move(struct Dag *dag, const struct Tree *tree, const Ref *q, const Ref *x, Ref *out);
/* The velocities (nv) at which unit time leads from the coordinates q0 to q1. */
void tree_displacement(struct Dag *dag, const struct Tree *tree, const Ref *q0, const Ref *q1, Ref *out);
/* Coordinates (nq) with quaternions of length 1. */
void tree_normalize(struct Dag *dag, const struct Tree *tree, const Ref *q, Ref *out);

#endif
