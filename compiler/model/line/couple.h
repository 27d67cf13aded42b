/* Coupled coordinates, as expressions in independent ones.
 * Called by the checker, between the numbering of coordinates and the motions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_COUPLE_H
#define RIGIDC_MODEL_LINE_COUPLE_H

#include "model/part/resolve.h"
#include "model/expression/scope.h"

/* Can joints of this kind be coupled? False after a diagnostic. */
bool coupling_possible(struct Diags *diags, const struct JointKind *kind, struct Span span);
/* Evaluates all couplings; also finds the coordinates that move each joint. */
void coordinates_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver);

#endif
