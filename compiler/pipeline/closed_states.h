/* States at which loops are closed, for choices that hold there alone. Called when a job is prepared. Memory is the model's. */
#ifndef RIGIDC_PIPELINE_CLOSED_STATES_H
#define RIGIDC_PIPELINE_CLOSED_STATES_H

#include "dynamics/tree/tree.h"

/* Sets tree->closed. None: the loops could not be closed beside the poses of the model. */
void closed_states(struct Tree *tree, const struct Model *model);

#endif
