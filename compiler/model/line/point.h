/* Points by their names: the origins of frames and bodies, and of the world.
 * Called where a statement or an expression names some. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_POINT_H
#define RIGIDC_MODEL_LINE_POINT_H

#include "model/part/resolve.h"
#include "model/expression/scope.h"

/* Who names points. */
struct Points {
	struct Model *model;
	const struct Resolver *resolver;
};

/* A frame: the body that it is on (-1: the world), where it is there, and its name in full; false after a diagnostic. */
bool place_named(struct Scope *scope, const struct Points *points, struct Ident name, int *body, struct Placement *at,
                 struct Ident *full);
/* Its origin, likewise. */
bool point_named(struct Scope *scope, const struct Points *points, struct Ident name, struct Point *point, struct Ident *full);
/* The points of `distance(A, B)`; likewise. */
bool points_of_distance(struct Scope *scope, const struct Points *points, const struct Expr *const name[2], struct Point end[2]);

#endif
