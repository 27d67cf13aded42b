/* The functions of the language, over evaluated arguments: a table, and one small function per row.
 * A new function is a new row.
 * Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_BUILTIN_H
#define RIGIDC_BUILTIN_H

#include "value.h"

enum { BUILTIN_PARAMETERS = 6 };

struct Call {
	const struct Builtin *builtin;
	struct Dag *dag;
	struct Diags *diags;
	struct Span span;
	const struct Value *arg; /* one for each parameter; VALUE_ERROR: not given */
	size_t placed;           /* so many of them are given by place, the others by name */
};

struct Builtin {
	const char *name;
	const char *parameter[BUILTIN_PARAMETERS]; /* NULL behind the last */
	size_t required;
	struct Value (*apply)(const struct Call *call);
	enum Op op;                                /* what it computes, if that is one operation */
};

/* The row of a name; NULL if it names no function. */
const struct Builtin *builtin_find(const char *name);
void builtins_nearest(struct Nearest *nearest);
/* Its value, which is finite, or an error after a diagnostic. Requires the arguments that the row does. */
struct Value builtin_apply(const struct Call *call);

#endif
