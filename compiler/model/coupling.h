/* What is said of couplings: how they are written, and what they are where they are linear.
 * Called by the printers of headers and of `info`. Memory is the arena's. */
#ifndef RIGIDC_COUPLING_H
#define RIGIDC_COUPLING_H

#include "dag/posture.h"
#include "model.h"

/* How it is written, in the names of its own place; NULL: it is too deep for that. */
const char *coupling_text(struct Arena *arena, const struct Joint *joint);
/* Is the k-th coordinate the sum of finite multiples of those that it depends on and an offset? Parameters are at their
 * defaults, and `origin` is where all coordinates are 0. */
struct Posture coupling_origin(const struct Model *model);
bool coupling_affine(const struct Model *model, const struct Joint *joint, int k, struct Posture *origin, double *multiplier,
                     double *offset);

#endif
