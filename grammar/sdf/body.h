/* Links as bodies: their masses, the joints that carry them, frames.
 * Called by sdf.c after the tree. */
#ifndef RIGIDC_SDF_BODY_H
#define RIGIDC_SDF_BODY_H

#include "model.h"

/* Adds bodies depth first, children in the order of their joints, then frames. */
void sdf_bodies_add(struct Sdf *s);
/* Name of a link's body, or `world`. */
struct Ident sdf_body_name(const struct Sdf *s, int link, struct Span span);

#endif
