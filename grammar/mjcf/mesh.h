/* Meshes of MJCF as solids of uniform density. A mesh is read only if a mass depends on it.
 * Called by shape.c. */
#ifndef RIGIDC_MJCF_MESH_H
#define RIGIDC_MJCF_MESH_H

#include "surface.h"

/* An asset of the file of `user`, by its name: as written, else that of its own file without folder and ending. NULL: there
 * is none. */
const struct XmlElement *mj_asset(struct Mjcf *m, const struct XmlElement *user, const char *kind, const char *wanted);
/* Reads the mesh that a geom names. False after a diagnostic. */
bool mj_mesh_read(struct Mjcf *m, const struct MjGeom *geom, struct MjVolume *volume);

#endif
