/* Assertions of a model: `assert rod.end = boom.pin within 1 um`, frames that closed forms make coincide. Called by
 * the checker, last. Memory is the model's, or freed. */
#ifndef RIGIDC_MODEL_CHECK_ASSERTION_H
#define RIGIDC_MODEL_CHECK_ASSERTION_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Checks assertions at random states. Requires motions and bodies in their order. */
void assertions_check(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items);

#endif
