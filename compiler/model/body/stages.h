/* Stages of the checker that complete bodies and their joints, in their order. Memory is the model's. */
#ifndef RIGIDC_MODEL_BODY_STAGES_H
#define RIGIDC_MODEL_BODY_STAGES_H

#include "base/request.h"
#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Marks joints that nothing drives, by the statement `idle JOINT, JOINT`. Requires numbered coordinates. */
void idle_declare(struct Scope *scope, struct Model *model, const struct Items *items);

/* Does --parametrize=none make constants of the model's parameters? */
bool parametrize_none(const struct Request *request);
/* Parameters made of a model's numbers by the command line, --parametrize=inertial and others: of joint offsets and
 * gravity, before bodies are merged. Checks the names in the request. */
void parametrize_offsets(struct Model *model, struct Diags *diags, const struct Request *request);
/* Those of masses, centres and inertias, after bodies are merged. */
void parametrize_inertias(struct Model *model, const struct Request *request);
/* Adds payloads to the model, with their parameters, after bodies are merged. */
void parametrize_payloads(struct Model *model, struct Diags *diags, const struct Request *request);

/* Declares all external wrenches, which are inputs. Requires bodies and frames in their order. */
void wrenches_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items);

/* Reads the shapes of all bodies, but for those of imported files. Requires all else of the model. */
void shapes_read(struct Scope *scope, struct Model *model);

#endif
