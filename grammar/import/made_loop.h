/* Closed loops that readers of other formats make: frames at the ends, and the statement.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_LOOP_H
#define RIGIDC_MADE_LOOP_H

#include "made.h"

/* A place on a body. */
struct MadeEnd {
	struct Ident on;     /* the body, or a frame that the format names */
	struct Arguments at; /* placement on it, which may be empty */
	struct Stmt *body;   /* its block gets the frame; NULL: the frame is a statement of its own */
};

struct MadeLoop {
	struct Span span;
	struct Ident name;
	const char *kind;
	struct Expr *argument; /* of the kind, or NULL */
	struct MadeEnd end[2]; /* from, to */
};

/* Adds a frame to the block of its body, or to the statements. */
void made_frame(struct Diags *diags, struct Ident name, const struct MadeEnd *end, struct StmtList *statements);
/* The statement of a loop. An end with a placement gets a frame, NAME_from or NAME_to, which is added to the statements.
 * `names`: of bodies, frames and loops. */
struct Stmt *made_loop(struct Diags *diags, const struct MadeLoop *loop, struct NameTable *names,
                       struct StmtList *statements);

#endif
