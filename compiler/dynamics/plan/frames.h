/* Choice of the link frames. Called by the pipeline on its own copy of the tree. */
#ifndef RIGIDC_DYNAMICS_PLAN_FRAMES_H
#define RIGIDC_DYNAMICS_PLAN_FRAMES_H

#include "plan.h"
#include "dynamics/tree/tree.h"

/* Requires constant rotations; offsets and moments may depend on parameters. Ensures z along the axis of every link
 * with an axis. Moments, placements, coordinates, sites and wrenches follow their links. */
void frames_choose(struct Tree *tree, const struct Plan *plan);

#endif
