/* Numbers by velocity of a joint: armatures, forces. Called for the properties of joints and their passive forces. No
 * memory of its own. */
#ifndef RIGIDC_MODEL_PART_VELOCITY_H
#define RIGIDC_MODEL_PART_VELOCITY_H

#include "model/joint_kind.h"
#include "model/value.h"

/* Conversion of a value: a number for a joint with one velocity, else a vector. False after a diagnostic, or silently
 * without a kind. `dim` is the dimension for a velocity along a line; for a velocity about an axis it has `turning`
 * more powers of the metre. `what` names the quantity in messages: a fixed joint has no WHAT. */
bool velocity_numbers(struct Diags *diags, const struct JointKind *kind, const char *what, struct Value value,
                      struct Dim dim, int turning, Ref *out);

#endif
