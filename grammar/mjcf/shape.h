/* Geoms of MJCF as solids of uniform density, and their meshes. A mesh is read only if a mass depends on it.
 * Called by mass.c, and by the files of meshes. Memory is the arena's. */
#ifndef RIGIDC_MJ_SHAPE_H
#define RIGIDC_MJ_SHAPE_H

#include "model.h"

/* --- surfaces of meshes: triangles from binary .stl, from .obj and .msh, or from an element of the file --- */

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

/* The triangles of a <mesh> in an arena, or its points where doubt->points asks for them. Returns what is wrong, or
 * NULL. */
const char *mj_surface_read(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh, struct Surface *surface,
                            struct SurfaceDoubt *doubt);
/* Six times the volume of the tetrahedron between a point and three others, above 0 if their face looks away from
 * it. */
double mj_six_volumes(const double from[3], const double a[3], const double b[3], const double c[3]);

/* --- volumes of surfaces that have none by themselves, as MuJoCo counts them: open ones, and shells --- */

/* How tetrahedra between a point and the faces count: VOLUME_SIZE all above 0, VOLUME_SIGN below 0 for faces that look
 * to the point. VOLUME_SHELL: the faces alone, with their areas. */
enum MjCounting { VOLUME_SIZE, VOLUME_SIGN, VOLUME_SHELL };

/* Adds the tetrahedron between the origin and a triangle. */
void mj_tetrahedron_add(const struct Corner corner[3], struct MjVolume *v);
/* Volume, or area, with its moments about the origin. False: it is not above 0, of tetrahedra from the centre of the
 * faces. */
bool mj_volume_count(const struct Surface *surface, enum MjCounting counting, struct MjVolume *v);
/* Volume of the tetrahedra below 0 from MuJoCo's centre of a mesh. */
double mj_volume_hidden(const struct Surface *surface);

/* The path of the file of a mesh, as the settings of its document have it. */
const char *mj_mesh_path(const struct Mjcf *m, struct XmlValue file);

/* --- convex hulls of points --- */

/* The hull as triangles that look outward. False: the points are in a plane. */
bool mj_hull(struct Arena *arena, const struct Surface *points, struct Surface *hull);

/* --- meshes as solids --- */

/* An asset of the file of `user`, by its name: as written, else that of its own file without folder and ending. NULL:
 * there is none. */
const struct XmlElement *mj_asset(struct Mjcf *m, const struct XmlElement *user, const char *kind, const char *wanted);
/* Reads the mesh that a geom names. False after a diagnostic. */
bool mj_mesh_read(struct Mjcf *m, const struct MjGeom *geom, struct MjVolume *volume);

/* --- geoms --- */

/* A geom that has a mass. */
struct MjSolid {
	const struct MjShape *shape;
	struct Figure size[3]; /* half sizes; radius, then half length */
	struct Figure given;   /* mass, or density */
	bool is_mass;
	double direction[3]; /* of `fromto`, a unit vector */
	bool from_to;
	bool is_mesh;
	struct MjVolume *volume; /* of a mesh, in the axes of the geom */
	struct MadePlace place;  /* on the body */
	struct Span span;
	int geom; /* its index */
};

/* Reads the form and the place of a geom, without its mass; of a mesh the place alone. False: a form that a model does not
 * have, or after a diagnostic. */
bool mj_form_read(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid);
/* The word of the language for it, not for a mesh; its sizes, with an axis that is not z. */
const char *mj_form_name(const struct MjSolid *solid);
struct Arguments mj_form_sizes(struct Mjcf *m, const struct MjSolid *solid);

/* Reads a geom. False: it has no mass, or after a diagnostic. */
bool mj_solid_read(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid);
/* Mass and principal moments. */
struct MjMass mj_solid_mass(const struct MjSolid *solid);
/* `solid box(...) at ...`, not for a mesh. */
struct Stmt *mj_solid_statement(struct Mjcf *m, const struct MjSolid *solid);

#endif
