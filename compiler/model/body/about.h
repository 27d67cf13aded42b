/* An inertia that is given about another point than the centre of mass.
 * Called by the checker: as bodies are declared, and once it is known where frames are. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_ABOUT_H
#define RIGIDC_MODEL_BODY_ABOUT_H

#include "model/part/resolve.h"

/* `about origin`: that of the body's frame. In quotes it is a frame of that name. */
bool about_is_origin(struct Ident about);
/* The body's inertia is about a point from which the centre of mass m is at r: it is about the centre then. */
void about_to_com(struct Dag *dag, struct Body *body, Ref m, struct Vec r);
/* Those that are about frames; a diagnostic for each that is not fixed to its body. Requires ordered bodies. */
void about_frames(struct Model *model, struct Diags *diags, const struct Resolver *resolver);

#endif
