/* Meshes of files, for drawing: found, read, and reduced to few triangles.
 * Called by the page of `report`. Memory is that of the arena given; texts are borrowed. */
#ifndef RIGIDC_MESH_H
#define RIGIDC_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/pose.h"

struct MeshPoint {
	double x[3];
};

struct MeshTriangle {
	uint32_t corner[3];
	int colour; /* in the list of colours; -1: the file gives none */
};

struct MeshColour {
	double part[4]; /* red, green, blue, opacity */
};

struct Mesh {
	struct ARENA_LIST(struct MeshPoint) point;
	struct ARENA_LIST(struct MeshTriangle) triangle;
	struct ARENA_LIST(struct MeshColour) colour;
};

/* Most points and triangles that are read from one file. */
enum { MESH_MOST = 20000000 };

/* --- files --- */

/* Where files of a model are looked for. */
struct MeshFolders {
	const char *model;          /* path of the model's file; NULL: none */
	const char *const *folder;  /* of -I */
	const char *const *package; /* "NAME=DIR" of --package */
	size_t folders, packages;
};

/* The path of a file as the model names it: a path, or package://NAME/REST, model://NAME/REST, file://PATH. A package is a
 * folder of that name around the model's file or in a folder of -I, or that of --package. NULL: there is no such file. */
const char *mesh_find(struct Arena *arena, const struct MeshFolders *folders, const char *file);

/* --- contents, each reader gives what is wrong, or NULL --- */

/* Reads a mesh by the ending of its name: .stl, .obj, .dae or .vtp. */
const char *mesh_read(struct Arena *arena, const char *name, const char *text, size_t length, struct Mesh *mesh);
/* Binary or as text. */
const char *mesh_read_stl(struct Arena *arena, const char *text, size_t length, struct Mesh *mesh);
/* Polygons are fans. Materials are not read. */
const char *mesh_read_obj(struct Arena *arena, const char *text, size_t length, struct Mesh *mesh);
/* COLLADA: triangles and polygons of all nodes of the scene, in m, z up, with diffuse colours. */
const char *mesh_read_collada(struct Arena *arena, const char *name, const char *text, size_t length,
                              struct Mesh *mesh);

/* VTK's polygons in XML, with numbers as text. */
const char *mesh_read_vtp(struct Arena *arena, const char *name, const char *text, size_t length, struct Mesh *mesh);

/* --- parts of readers --- */

struct MeshNumbers ARENA_LIST(double);

/* All numbers of a text, up to what is none; no text has none. */
struct MeshNumbers mesh_numbers(struct Arena *arena, const char *text);

/* Appends a point; a triangle, unless a corner is no point. */
void mesh_add_point(struct Arena *arena, struct Mesh *mesh, const double x[3]);
bool mesh_add_triangle(struct Arena *arena, struct Mesh *mesh, const int64_t corner[3], int colour);
/* The next number after blanks and commas; false: none. The last digit may be off: it is only seen. */
bool mesh_number(const char **at, const char *end, double *number);

/* --- reduction --- */

/* Joins points until there are at most so many triangles. Returns how many triangles there were. */
size_t mesh_reduce(struct Arena *arena, struct Mesh *mesh, size_t most);
/* The box around all points: low, high. */
void mesh_box(const struct Mesh *mesh, double box[2][3]);

#endif
