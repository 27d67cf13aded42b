/* Parameters made of a model's numbers by the command line: --parametrize=inertial and others. Called by the checker.
 * Memory is the model's arena. */
#ifndef RIGIDC_MODEL_BODY_PARAMETRIZE_H
#define RIGIDC_MODEL_BODY_PARAMETRIZE_H

#include "model/model.h"
#include "base/request.h"

/* Makes parameters of joint offsets and gravity, before bodies are merged. Checks the names in the request. */
void parametrize_offsets(struct Model *model, struct Diags *diags, const struct Request *request);
/* Makes parameters of masses, centres and inertias, after bodies are merged. */
void parametrize_inertias(struct Model *model, const struct Request *request);
/* Adds payloads to the model, with their parameters, after bodies are merged. */
void parametrize_payloads(struct Model *model, struct Diags *diags, const struct Request *request);

#endif
