/* External wrenches, declared by a model as inputs. Called by the checker, last. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_WRENCH_H
#define RIGIDC_MODEL_BODY_WRENCH_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Declares all wrenches. Requires bodies and frames in their order. */
void wrenches_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items);

#endif
