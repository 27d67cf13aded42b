/* Numbers of a finished model that the command line makes parameters: --params=inertial and the like.
 * Called by the checker. Memory is the model's arena. */
#ifndef RIGIDC_MODEL_BODY_MADE_PARAMETERS_H
#define RIGIDC_MODEL_BODY_MADE_PARAMETERS_H

#include "model/model.h"
#include "base/request.h"

/* Offsets of joints, gravity: before bodies are merged. What the request names is checked here. */
void given_places(struct Model *model, struct Diags *diags, const struct Request *request);
/* Masses, centres and inertias: after it. */
void given_inertias(struct Model *model, const struct Request *request);

#endif
