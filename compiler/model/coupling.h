/* Coordinates coupled to others: `joint right : prismatic(y) = -left`.
 * Called by the checker before motions are given. Memory is the arena's. */
#ifndef RIGIDC_COUPLING_H
#define RIGIDC_COUPLING_H

#include "dag/point.h"
#include "evaluate.h"
#include "model.h"

/* Can joints of the kind be coupled? False after a diagnostic. */
bool coupling_possible(struct Diags *diags, const struct JointKind *kind, struct Span span);
/* Gives every coupled joint its values, and every joint the coordinates that move it. Requires numbered coordinates. */
void couplings_give(struct Scope *scope, struct Model *model);

/* For those who show couplings. How it is written, in names of its own place; NULL: it is too deep for that. */
const char *coupling_text(struct Arena *arena, const struct Joint *joint);
/* Is the k-th coordinate the sum of multiples of those that it depends on and an offset? Parameters are at their defaults,
 * and `origin` is where all coordinates are 0. */
struct Point coupling_origin(const struct Model *model);
bool coupling_affine(const struct Model *model, const struct Joint *joint, int k, struct Point *origin, double *multiplier,
                     double *offset);

#endif
