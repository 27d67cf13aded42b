/* Points by their names: the origins of frames, bodies and the world. Called for statements and expressions with names
 * of points. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_POINT_H
#define RIGIDC_MODEL_LINE_POINT_H

#include "model/part/resolve.h"
#include "model/expression/scope.h"
#include "model/strut.h"

/* Context of names of points. */
struct Points {
	struct Model *model;
	const struct Resolver *resolver;
};

/* Frame by name: its body (-1: the world), its placement there, and its full name; false after a diagnostic. */
bool place_named(struct Scope *scope, const struct Points *points, struct Ident name, int *body, struct Placement *at,
                 struct Ident *full);
/* Likewise, with the placement `at` on the frame, as a statement in the scope has it. */
bool place_on(struct Scope *scope, const struct Points *points, struct Ident name, const struct Arguments *list,
              int *body, struct Placement *at, struct Ident *full);
/* Name that an expression is: `tip`, `leg[2].foot`. Its text is NULL if the expression is no name. */
struct Ident place_of(const struct Expr *expr);
/* Origin of a frame by name; false after a diagnostic. */
bool point_named(struct Scope *scope, const struct Points *points, struct Ident name, struct Point *point,
                 struct Ident *full);
/* The same for a point at `p` in the frame, which may depend on coordinates. */
bool point_at(struct Scope *scope, const struct Points *points, struct Ident name, struct Vec p, struct Point *point,
              struct Ident *full);
/* Points of `distance(A, B)`; false after a diagnostic. */
bool points_of_distance(struct Scope *scope, const struct Points *points, const struct Expr *const name[2],
                        struct Point end[2]);

#endif
