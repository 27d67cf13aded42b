/* Absolute angles of joints with parallel axes. Called by the elimination of kkt.c. Memory is the DAG's.
 *
 * Let the axis of joint i be fixed in the link of joint p, parallel to the axis of p. With the rate w_i = x_i + w_p in place of x_i,
 * x_i = w_i - w_p, so columns of M and J and generalised forces become
 *   column p less the columns of all such i.
 * A body turns by its own angle alone then: column p moves the bodies beyond i without turning them, and what they have alone,
 * their moments of inertia, leaves M_pp and M_pi. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ABSOLUTE_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ABSOLUTE_H

#include "dynamics/plan/plan.h"
#include "dynamics/tree/tree.h"

/* By velocity: the velocity p of its joint, where the plan measures the joint absolutely; -1: it stays as it is. */
int *absolute_bases(struct Dag *dag, const struct Tree *tree, const struct Plan *plan);
/* Columns or forces of the velocities, `stride` apart, to absolute rates. */
void absolute_take(struct Dag *dag, const int *base, int nv, Ref *column, int stride);
/* Absolute rates back to those of the joints. */
void absolute_return(struct Dag *dag, const int *base, int nv, Ref *rate);

#endif
