/* Poses whose loops or constraints are open. Called by compile_model before the checks of rows. Memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_CHECK_POSES_H
#define RIGIDC_PIPELINE_CHECK_POSES_H

#include "model/model.h"

/* Assembles open poses in place, and notes what moves. A pose that cannot be closed is an error. */
void check_poses(struct Diags *diags, struct Model *model);

#endif
