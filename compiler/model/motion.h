/* How joints move: the elementary motions of their kinds for their coordinates; passive forces.
 * Called by the checker, at the end. Memory is the arena's. */
#ifndef RIGIDC_MOTION_H
#define RIGIDC_MOTION_H

#include "evaluate.h"
#include "model.h"

/* What the block of a joint's definition may hold; said once, not for every joint of the kind. */
void motions_check(const struct JointKinds *kinds, struct Diags *diags);
/* Motions and passive forces of a joint, whose coupling has been given. */
void motions_give(struct Scope *scope, struct Joint *joint, bool moves);

#endif
