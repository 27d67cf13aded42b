/* Geoms of MJCF as solids of uniform density.
 * Called by mass.c. */
#ifndef RIGIDC_MJCF_SHAPE_H
#define RIGIDC_MJCF_SHAPE_H

#include "mesh.h"

/* A geom that has a mass. */
struct MjSolid {
	const struct MjShape *shape;
	struct Figure size[3]; /* half sizes; radius, then half length */
	struct Figure given;   /* mass, or density */
	bool is_mass;
	double direction[3]; /* of `fromto`, a unit vector */
	bool from_to;
	bool is_mesh;
	struct MjVolume volume; /* of a mesh, in the axes of the geom */
	struct MadePlace place; /* on the body */
	struct Span span;
	int geom; /* its index */
};

/* Reads a geom. False: it has no mass, or after a diagnostic. */
bool mj_solid_read(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid);
/* Mass and principal moments. */
struct MjMass mj_solid_mass(const struct MjSolid *solid);
/* `solid box(...) at ...`, not for a mesh. */
struct Stmt *mj_solid_statement(struct Mjcf *m, const struct MjSolid *solid);

#endif
