/* Inertias given about another point than the centre of mass. Called by the checker: as bodies are declared, and after
 * frames are known. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_ABOUT_H
#define RIGIDC_MODEL_BODY_ABOUT_H

#include "model/part/resolve.h"

/* Is it `about origin`, the origin of the body's frame? In quotes, "origin" is the name of a frame. */
bool about_is_origin(struct Ident about);
/* Converts the body's inertia about a point to its inertia about the centre of mass, which is at r from the point; m
 * is the mass. */
void about_to_com(struct Dag *dag, struct Body *body, Ref m, struct Vec r);
/* Converts inertias about frames; reports each frame not fixed to its body. Requires ordered bodies. */
void about_frames(struct Model *model, struct Diags *diags, const struct Resolver *resolver);

#endif
