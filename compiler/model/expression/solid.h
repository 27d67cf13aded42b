/* Solids of uniform material: the functions box, cylinder, ... of the language, and the solids of a body. Called from
 * the table of functions, and by the checker for `solid` statements. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_SOLID_H
#define RIGIDC_MODEL_EXPRESSION_SOLID_H

#include "applied.h"
#include "model/model.h"

/* VALUE_SOLID: mass and moments of inertia about the centre, in the solid's own axes. The first parameter is the mass,
 * or a density: mass by volume, area (a shell) or length (a rod). The others are lengths, and an axis. */
struct Value solid_box(const struct Call *call);       /* mass, x, y, z: edges */
struct Value solid_cylinder(const struct Call *call);  /* mass, radius, length, axis */
struct Value solid_capsule(const struct Call *call);   /* mass, radius, length between the centres of the caps, axis */
struct Value solid_rod(const struct Call *call);       /* mass, length, axis */
struct Value solid_sphere(const struct Call *call);    /* mass, radius */
struct Value solid_shell(const struct Call *call);     /* mass, radius */
struct Value solid_ellipsoid(const struct Call *call); /* mass, a, b, c: semi-axes along x, y, z */

/* Adds the solids of a body to its mass, centre of mass and inertia. */
void solids_join(struct Dag *dag, struct Diags *diags, struct Body *body);

#endif
