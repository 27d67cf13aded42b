/* What a statement gives by velocity of a joint: armatures, forces.
 * Called for the properties of joints and their passive forces. No memory of its own. */
#ifndef RIGIDC_MODEL_PART_VELOCITY_H
#define RIGIDC_MODEL_PART_VELOCITY_H

#include "model/joint.h"
#include "model/value.h"

/* One number for a joint with one velocity, else a vector; false after a diagnostic, or silently without a
 * kind. `dim` is what a velocity along a line asks for; one about a line asks for that times `turning` more
 * metres. `what` is the word for it: a fixed joint has no WHAT. */
bool velocity_numbers(struct Diags *diags, const struct JointKind *kind, const char *what, struct Value value,
                      struct Dim dim, int turning, Ref *out);

#endif
