/* Coordinates coupled to others: `joint right : prismatic(y) = -left`.
 * Called by the checker before motions are given. Memory is the arena's. */
#ifndef RIGIDC_COUPLING_H
#define RIGIDC_COUPLING_H

#include "evaluate.h"
#include "model.h"

/* Can joints of the kind be coupled? False after a diagnostic. */
bool coupling_possible(struct Diags *diags, const struct JointKind *kind, struct Span span);
/* Gives every coupled joint its values, and every joint the coordinates that move it. Requires numbered coordinates. */
void couplings_give(struct Scope *scope, struct Model *model);

#endif
