/* Statements of an OpenSim model in the making, and the names and places in them.
 * Called by osim.c and its helpers. Memory is the arena's. */
#ifndef RIGIDC_OSIM_PLACE_H
#define RIGIDC_OSIM_PLACE_H

#include "grammar/import/made_loop.h"
#include "grammar/import/made_pose.h"
#include "model.h"

/* Statements of a model, in the order of the output. */
struct OsimModel {
	struct Osim *o;
	struct StmtList tables, kinds, bodies, frames, loops;
	struct NameTable names;       /* bodies, frames, loops */
	struct NameTable joint_names; /* joints */
	struct Arguments moving;      /* joints with coordinates, in the order of bodies */
	struct Arguments listed;      /* those of each body in the order of the file */
	struct Arguments pose;        /* positions that are not 0 */
};

/* Adds a line to the comment that an import has before a statement. */
void osim_comment(struct Osim *o, struct Stmt *stmt, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Items of a place on its body, or of its inverse. */
void osim_push_place(struct Osim *o, const struct OsimPlace *place, bool inverse, struct Arguments *at);
/* The body of a place. */
struct Ident osim_body_name(struct Osim *o, const struct OsimPlace *place, struct Span span);
/* The place as a frame on its body, or on the world, has it. */
struct MadeEnd osim_end(struct Osim *o, const struct OsimPlace *place, struct Span span);
/* Appends a turn about a coordinate axis, unless its angle is 0; a shift or its inverse, unless it is 0. */
void osim_push_turn(struct Osim *o, int axis, const struct Figure *angle, struct Arguments *at);
void osim_push_shift(struct Osim *o, const struct Figure shift[3], bool back, struct Arguments *at);

#endif
