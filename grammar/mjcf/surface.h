/* Surfaces of meshes: triangles from binary .stl, from .obj and .msh, or from an element of the file.
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

/* Volume inside a surface, with first and second moments about its origin: integrals of x, and of x x^T. */
struct MjVolume {
	double volume, first[3], second[3][3];
};

/* What a file leaves open. */
struct SurfaceDoubt {
	size_t left_out; /* faces of groups after the first, which MuJoCo does not read */
	bool points;     /* the corners are points, not triangles: without faces, or where points are asked for */
	double bent;     /* volume between the triangles into which polygons that are not plane may be cut */
};

/* The triangles of a <mesh> in an arena, or its points where doubt->points asks for them. Returns what is wrong, or NULL. */
const char *mj_surface_read(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh, struct Surface *surface,
                            struct SurfaceDoubt *doubt);
/* Six times the volume of the tetrahedron between a point and three others, above 0 if their face looks away from it. */
double mj_six_volumes(const double from[3], const double a[3], const double b[3], const double c[3]);

#endif
