/* Choice of the link frames. Called by the pipeline on its own copy of the tree, and for base parameters; offset_multiple by
 * transform.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_PLAN_FRAMES_H
#define RIGIDC_DYNAMICS_PLAN_FRAMES_H

#include "plan.h"
#include "dynamics/tree/tree.h"

/* Requires constant rotations; offsets and moments may depend on parameters. Ensures z along the axis of every link
 * with an axis. Moments, placements, coordinates, sites and wrenches follow their links. */
void frames_choose(struct Tree *tree, const struct Plan *plan);

/* Multiple of u that, taken from the offset p, leaves the most zeros. Candidates are `first`, then the multiples of at most
 * `most` that make p_z, p_y or p_x zero, then 0. `counted`: a multiple of 0 counts as a zero itself. */
double offset_multiple(const double p[3], const double u[3], double first, double most, bool counted);

#endif
