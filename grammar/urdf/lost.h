/* Ignored elements of a URDF that should not be lost: masses and springs as other tools write them.
 * Called by document.c for every element it ignores; losses go to the list in struct Urdf. All memory is the
 * arena's. */
#ifndef RIGIDC_URDF_LOST_H
#define RIGIDC_URDF_LOST_H

#include "model.h"

/* An ignored element in which losses are sought. */
struct UrdfWatch {
	struct Arena *arena;
	struct Urdf *urdf;
	const struct XmlElement *outer;
	const struct UrdfItem *item; /* the enclosing link or joint, or NULL */
};

/* Adds a mass or a spring, `outer` or an element inside of it, to the list of losses. False: the element is neither. */
bool urdf_lost(struct UrdfWatch *watch, const struct XmlElement *element);
/* The same of the element and all inside of it, but for what a loss contains. */
void urdf_lost_within(struct UrdfWatch *watch, const struct XmlElement *element);

#endif
