/* Names of several steps: `FL.hip`, `leg[k].hip`. Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_PATH_H
#define RIGIDC_MODEL_EXPRESSION_PATH_H

#include "grammar/ast.h"
#include "model/value.h"

/* Largest length of a path, in bytes. */
enum { PATH_LONGEST = 256 };

/* Does the expression consist of names, components and elements only? */
bool path_is(const struct Expr *path);
/* Expressions of the element numbers, from left to right. */
const struct Expr **path_elements(struct Arena *arena, const struct Expr *path, size_t *count);
/* Path with its numbers: "leg[3].hip". NULL after a diagnostic. */
const char *path_text(struct Diags *diags, const struct Expr *path, const long *number);

/* Whole number from a value. Messages call it a number of `what`. False after a diagnostic. */
bool path_number(struct Dag *dag, struct Diags *diags, struct Value value, const char *what, long *number);

#endif
