/* The external wrenches that a model declares as inputs.
 * Called by the checker, last. Memory is the arena's. */
#ifndef RIGIDC_WRENCH_H
#define RIGIDC_WRENCH_H

#include "resolve.h"

/* Requires bodies and frames in their order, and model->wrenches, the number of `wrench` statements in the AST;
 * leaves the number of those that are sound. */
void wrenches_declare(struct Model *model, struct Diags *diags, const struct Resolver *resolver,
                      const struct Ast *ast);

#endif
