/* Names of several steps: `FL.hip`, `leg[k].hip`.
 * Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_PATH_H
#define RIGIDC_MODEL_EXPRESSION_PATH_H

#include "grammar/ast.h"
#include "model/value.h"

/* Bytes of such a name. */
enum { PATH_LONGEST = 256 };

/* Is the expression names, components and elements and nothing else? */
bool path_is(const struct Expr *path);
/* The expressions that say which elements, from left to right. */
const struct Expr **path_elements(struct Arena *arena, const struct Expr *path, size_t *count);
/* The path with its numbers: "leg[3].hip". NULL after a diagnostic. */
const char *path_text(struct Diags *diags, const struct Expr *path, const long *number);

/* The whole number that a value is, which counts something; `what` is the word for it. False after a diagnostic. */
bool path_number(struct Dag *dag, struct Diags *diags, struct Value value, const char *what, long *number);

#endif
