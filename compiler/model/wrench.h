/* The external wrenches that a model declares as inputs.
 * Called by the checker, last. Memory is the arena's. */
#ifndef RIGIDC_WRENCH_H
#define RIGIDC_WRENCH_H

#include "expand.h"
#include "resolve.h"

/* Requires bodies and frames in their order. */
void wrenches_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items);

#endif
