/* Joints between links: their types and axes, which of them carry a link, and which model is read.
 * Called by sdf.c after all is placed. */
#ifndef RIGIDC_SDF_TREE_H
#define RIGIDC_SDF_TREE_H

#include "model.h"

/* Chooses the model, and makes a tree of its links. False after a diagnostic. */
bool sdf_tree_read(struct Sdf *s);
/* Is the entity in the model that is read? */
bool sdf_is_chosen(const struct Sdf *s, int entity);
/* The entity of a link, or WORLD. */
int sdf_link_entity(const struct Sdf *s, int link);
/* Does the axis slide? Both of a joint do, or none. */
static inline bool sdf_slides(const struct SdfJoint *joint)
{
	return joint->type->slides;
}

#endif
