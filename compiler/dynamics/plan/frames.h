/* The pass that chooses the frames of the links. Called by the pipeline on a tree of its own. */
#ifndef RIGIDC_DYNAMICS_PLAN_FRAMES_H
#define RIGIDC_DYNAMICS_PLAN_FRAMES_H

#include "plan.h"
#include "dynamics/tree/tree.h"

/* Requires constant rotations; offsets and moments may be given at run time. Ensures z along the axis of every link that turns or
 * slides; moments, placements, coordinates and all that is on links follow. */
void frames_choose(struct Tree *tree, const struct Plan *plan);

#endif
