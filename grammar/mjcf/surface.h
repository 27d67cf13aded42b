/* Surfaces of meshes: triangles from binary .stl, from .obj, or from an element of the file.
 * Called by mesh.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_SURFACE_H
#define RIGIDC_MJCF_SURFACE_H

#include "model.h"

struct Corner {
	double x[3];
	size_t at; /* its place among all corners */
};

/* Corners, three a triangle. */
struct Surface ARENA_LIST(struct Corner);

/* The triangles of a <mesh>. Returns what is wrong, or NULL. */
const char *mj_surface_read(struct Mjcf *m, const struct MjElement *mesh, struct Surface *surface);

#endif
