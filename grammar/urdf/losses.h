/* Losses of a URDF: elements left out or missing, a message for each kind.
 * Called by the files of this room, which count losses by losses_add. Memory is the arena's. */
#ifndef RIGIDC_URDF_LOSSES_H
#define RIGIDC_URDF_LOSSES_H

#include "value.h"

enum UrdfLossId {
#define LOSS(id, check, noun, what, help) LOSS_##id,
#include "left_out.def"
#undef LOSS
	LOSSES
};

void urdf_losses_init(struct UrdfReader *r);

#endif
