/* Convex hulls of points.
 * Called by mesh.c. Memory is the arena's. */
#ifndef RIGIDC_MJCF_HULL_H
#define RIGIDC_MJCF_HULL_H

#include "surface.h"

/* The hull as triangles that look outward. False: the points are in a plane. */
bool mj_hull(struct Arena *arena, const struct Surface *points, struct Surface *hull);

#endif
