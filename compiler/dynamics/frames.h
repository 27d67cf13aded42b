/* The pass that chooses the frames of the links. Called by the pipeline on a tree of its own. */
#ifndef RIGIDC_FRAMES_H
#define RIGIDC_FRAMES_H

#include "plan.h"
#include "tree.h"

/* Requires constant placements and moments. Ensures z along the axis of every link that turns or slides;
 * moments, placements, coordinates and the places of wrenches follow. */
void frames_choose(struct Tree *tree, const struct Plan *plan);

#endif
