/* Permutation from the order of the bodies, used in computation, to the coordinate order of the model
 * (model/body/order.h).
 * Called by compile.c where a program is made. Outputs are permuted before lowering and inputs after it, so that the
 * program does not depend on `order`. Without `order` nothing is done. */
#ifndef RIGIDC_PIPELINE_PERMUTE_COORDINATES_H
#define RIGIDC_PIPELINE_PERMUTE_COORDINATES_H

#include "job.h"

/* Permutes the values of a function, output by output: rows and columns of velocities. The new list is the arena's. */
const Ref *permute_outputs(struct Arena *arena, const struct Model *model, const struct Generated *function, const Ref *value);
/* Permutes the inputs of a program, and of limbs in lanes. */
void permute_inputs(const struct Model *model, struct Program *program);
void permute_limb_inputs(const struct Model *model, struct LimbFold *lanes);

#endif
