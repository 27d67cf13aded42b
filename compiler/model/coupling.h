/* Couplings for printing: as written, and as linear functions where they are linear. Called by the printers of headers
 * and of `info`. Memory is the arena's. */
#ifndef RIGIDC_COUPLING_H
#define RIGIDC_COUPLING_H

#include "dag/posture.h"
#include "model.h"

/* Coupling as written, with names relative to its part; NULL: nested too deeply to print. */
const char *coupling_text(struct Arena *arena, const struct Joint *joint);
/* Is coordinate k an offset plus finite multiples of the coordinates it depends on? Parameters have their default
 * values. `origin` is the posture with all coordinates 0. */
struct Posture coupling_origin(const struct Model *model);
bool coupling_affine(const struct Model *model, const struct Joint *joint, int k, struct Posture *origin,
                     double *multiplier, double *offset);

#endif
