/* Volumes of surfaces that have none by themselves, as MuJoCo counts them: open ones, and shells.
 * Called by mesh.c. */
#ifndef RIGIDC_MJCF_VOLUME_H
#define RIGIDC_MJCF_VOLUME_H

#include "surface.h"

/* How tetrahedra between a point and the faces count: VOLUME_SIZE all above 0, VOLUME_SIGN below 0 for faces that look to the
 * point. VOLUME_SHELL: the faces alone, with their areas. */
enum MjCounting { VOLUME_SIZE, VOLUME_SIGN, VOLUME_SHELL };

/* Adds the tetrahedron between the origin and a triangle. */
void mj_tetrahedron_add(const struct Corner corner[3], struct MjVolume *v);
/* Volume, or area, with its moments about the origin. False: it is not above 0, of tetrahedra from the centre of the faces. */
bool mj_volume_count(const struct Surface *surface, enum MjCounting counting, struct MjVolume *v);
/* Volume of the tetrahedra below 0 from MuJoCo's centre of a mesh. */
double mj_volume_hidden(const struct Surface *surface);

#endif
