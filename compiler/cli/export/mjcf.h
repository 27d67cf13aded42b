/* Parts of an MJCF file, and helpers that they share.
 * Called by export_mjcf. Memory is the model's. */
#ifndef RIGIDC_EXPORT_MJCF_H
#define RIGIDC_EXPORT_MJCF_H

#include "export.h"
#include "base/text.h"

/* A mesh in <asset>. */
struct MjcfMesh {
	const char *name;
	const struct Shape *shape; /* one that has its file and scale */
};

struct Mjcf {
	const struct Robot *robot;
	const struct ExportLoss *loss;
	struct Text *out;
	struct Arena *arena;
	int *child, *sibling;    /* by body: its first child, and the next child of its parent; -1: none */
	struct NameTable frames; /* names of frames, which are sites */
	struct NameTable mesh_keys, mesh_names; /* to the list: file and scale; name */
	struct ARENA_LIST(struct MjcfMesh) mesh;
	int roots;    /* first body on the world */
	bool balance; /* MuJoCo balances inertias of no solid body itself */
};

/* --- what is in <worldbody> (mjcf_bodies.c) --- */

void mjcf_bodies(struct Mjcf *m);
/* The <asset> section with the meshes of all bodies, if there are any. */
void mjcf_meshes(struct Mjcf *m);

/* --- what is between bodies (mjcf_between.c) --- */

void mjcf_tendons(struct Mjcf *m);
/* Couplings, and loops if they are closed. */
void mjcf_equalities(struct Mjcf *m, bool closed);
void mjcf_motors(struct Mjcf *m);

/* --- poses (mjcf_keys.c) --- */

void mjcf_keys(struct Mjcf *m);

/* --- helpers --- */

/* The next body in the order of the file; -1 after the last. */
int mjcf_next(const struct Mjcf *m, int body);
void mjcf_indent(struct Mjcf *m, int depth);
/* Place in another frame, without what is the default. */
void mjcf_place(struct Mjcf *m, const struct Pose *at);
/* An attribute, unless it is 0. */
void mjcf_some(struct Mjcf *m, const char *attribute, double number);
/* Collects the output in `inside` until mjcf_end_section, which gets the result. */
struct Text *mjcf_begin_section(struct Mjcf *m, struct Text *inside);
/* Adds the collected section to `out`, unless it is empty. */
void mjcf_end_section(struct Mjcf *m, const char *name, struct Text *out);
/* What MuJoCo lacks of a strut's path; NULL: nothing. */
const char *mjcf_lacks_path(const struct Dag *dag, const struct Strut *strut);
/* Site of the side that a strut passes a wrap on, which is one of its points. */
const char *mjcf_side_name(const struct Mjcf *m, const struct Strut *strut, int point);
/* Sites of a strut's points, or geoms of its wraps, from 0; of the ends of a loop, 0 and 1. */
const char *mjcf_point_name(const struct Mjcf *m, const struct Strut *strut, int point);
const char *mjcf_end_name(const struct Mjcf *m, const struct Loop *loop, int end);
bool mjcf_keeps_distance(const struct Loop *loop);

#endif
