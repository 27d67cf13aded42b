/* What is left out of a URDF, or missing in it: one message for all elements of a kind.
 * Called by the files of this room. Memory is the arena's. */
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
/* Counts a loss; `name` of the link, or NULL. */
void urdf_lose(struct UrdfReader *r, enum UrdfLossId id, struct Span span, const char *name);

#endif
