/* Regrouping of inertial parameters. Called by the pipeline on its own copy of the tree, and for base parameters. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_PLAN_REGROUP_H
#define RIGIDC_DYNAMICS_PLAN_REGROUP_H

#include "plan.h"
#include "dynamics/tree/tree.h"

/* Requires constant rotations; offsets and moments may depend on parameters. Ensures the same tau and M from fewer mass
 * properties. They are those of links and no longer of bodies: masses may be negative. */
void regroup_moments(struct Tree *tree, const struct Plan *plan);

#endif
