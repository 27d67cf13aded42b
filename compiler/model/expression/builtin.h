/* The functions of the language, over evaluated arguments: a table, and one small function per row.
 * A new function is a new row.
 * Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_BUILTIN_H
#define RIGIDC_MODEL_EXPRESSION_BUILTIN_H

#include "applied.h"

/* The i-th row; NULL behind the last. */
const struct Builtin *builtin_row(size_t i);
/* The row of a name; NULL if it names no function. */
const struct Builtin *builtin_find(const char *name);
/* Can nothing of the model be named so? */
bool builtin_is_reserved(const char *name);
/* Does its slope jump somewhere? */
bool builtin_has_kink(const struct Builtin *builtin);
void builtins_nearest(struct Nearest *nearest);
/* Its value, which is finite, or an error after a diagnostic. Requires the arguments that the row does. */
struct Value builtin_apply(const struct Call *call);

#endif
