/* Added mass: inertia of the fluid around a body (Kirchhoff; Fossen, Handbook of Marine Craft, ch. 6). The momentum of the
 * fluid is P = [A B; B^T C] (v, w), for the velocity of the origin of the body's frame, in the axes of the body.
 * Made by the checker (model/part/property.c, model/line/added.c); read by the tree and by printers. All memory is the
 * arena's. */
#ifndef RIGIDC_ADDED_H
#define RIGIDC_ADDED_H

#include "base/source.h"
#include "dag/spatial.h"

struct AddedMass {
	struct Mat A, B, C; /* kg, kg m, kg m^2 */
	struct Span span;
};

/* A body with added mass that moves. Vectors are in its axes, about its origin, as functions of q, qd and qdd. */
struct AddedBody {
	int body;
	struct AddedMass mass;
	struct Spatial v;    /* its velocity */
	struct Spatial rate; /* d/dt of its components */
	struct Spatial f;    /* wrench of the fluid on it, -(dP/dt + v x* P) */
};

/* P of a velocity. */
struct Spatial added_momentum(struct Dag *dag, const struct AddedMass *mass, const struct Spatial *v);

#endif
