/* Wraps: shapes of bodies around which tendons run. Made by the checker; read by tendons and by writers of other formats.
 * All memory is the arena's. */
#ifndef RIGIDC_MODEL_WRAP_H
#define RIGIDC_MODEL_WRAP_H

#include "dag/spatial.h"
#include "grammar/ast.h"

/* Kind of wraps: its word, and the names of its sizes, the first of which it must have. */
struct WrapKind {
	const char *name, *size[2];
	size_t sizes;
	bool round; /* a sphere: tendons run in planes through its centre. Else a cylinder about z */
	const char *summary;
};

extern const struct WrapKind wrap_kinds[];
extern const int wrap_kind_count;

struct Wrap {
	struct Ident name;
	const struct WrapKind *kind;
	int body;            /* -1: the world */
	struct Placement at; /* in the body's frame */
	unsigned mirror;     /* the reflection that it is declared in (model/expression/mirror.h) */
	Ref radius;
	Ref length; /* of a cylinder, about the middle; 0: it has no end */
	bool used;  /* by a tendon */
};

/* Way of a tendon around a wrap. */
struct Around {
	const struct Wrap *wrap;                             /* NULL: this place of the tendon is a point */
	enum WrapSide { SIDE_ANY, SIDE_HELD, SIDE_BY } side; /* which way: the shorter one, on a side, by a direction */
	struct Vec direction;                                /* of the side, in the axes of the wrap */
	Ref apart;     /* negative where the points before and after it are outside */
	Ref unsettled; /* of wraps in a row: square of what the last sweep changed, lengths in m; 0 of one wrap */
};

#endif
