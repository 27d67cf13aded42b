/* From the order of the bodies, in which a function is computed, to the one that the model gives its coordinates (model/body/order.h).
 * Called by the column of compile.c where a program is made: what it returns before, what it reads behind, so that it is
 * the same program whatever the order. Without `order` nothing is done. */
#ifndef RIGIDC_PIPELINE_PERMUTE_COORDINATES_H
#define RIGIDC_PIPELINE_PERMUTE_COORDINATES_H

#include "job.h"

/* What a function returns, output by output, rows and columns of velocities in their places. The new list is the arena's. */
const Ref *permute_outputs(struct Arena *arena, const struct Model *model, const struct Generated *function, const Ref *value);
/* What it reads; and what limbs side by side read. */
void permute_inputs(const struct Model *model, struct Program *program);
void permute_limb_inputs(const struct Model *model, struct LimbFold *lanes);

#endif
