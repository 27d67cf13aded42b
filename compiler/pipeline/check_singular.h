/* Is M singular in every configuration? Then forward dynamics has no value.
 * Called by compile.c: for a model, and before any function is built. */
#ifndef RIGIDC_PIPELINE_CHECK_SINGULAR_H
#define RIGIDC_PIPELINE_CHECK_SINGULAR_H

#include "job.h"

/* Warns of joints that can move without moving any inertia, unless another check has told of them. A model without any inertia
 * is of use for its kinematics, and gets no warning. Nor is it an error where M is singular at the defaults of parameters alone, as a
 * program may set them: that is a warning which names them. Requires a model without errors. */
void check_inertia(struct Diags *diags, const struct Model *model);

/* Reports such joints as errors, if a function needs the inverse of M. */
void check_singular(struct Diags *diags, const struct Job *job);

#endif
