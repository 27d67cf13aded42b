/* Names of several steps, as text: `FL.hip`, `leg[k].hip`.
 * Called where statements name what parts and loops made, and by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_PATH_H
#define RIGIDC_PATH_H

#include "scope.h"

/* Bytes of such a name. */
enum { PATH_LONGEST = 256 };

/* Is the expression names, components and elements and nothing else? */
bool path_is(const struct Expr *path);
/* The path with its numbers: "leg[3].hip". NULL after a diagnostic. */
const char *path_text(struct Scope *scope, const struct Expr *path);

/* The whole number that the expression is, which counts something; `what` is the word for it. False after a diagnostic. */
bool path_number(struct Scope *scope, const struct Expr *expr, const char *what, long *number);

#endif
