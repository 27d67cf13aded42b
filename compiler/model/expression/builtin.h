/* Functions of the language, over evaluated arguments: a table, with a small function for each row. A new function is
 * a new row. Called by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_BUILTIN_H
#define RIGIDC_MODEL_EXPRESSION_BUILTIN_H

#include "applied.h"

/* Row i of the table; NULL after the last. */
const struct Builtin *builtin_row(size_t i);
/* Row of a function by name; NULL: no such function. */
const struct Builtin *builtin_find(const char *name);
/* Default value of a parameter, z for an axis, 0 for an element of a tensor; NULL: it must be given. */
const char *builtin_default(const struct Builtin *builtin, size_t parameter);
/* Is the name forbidden for constants and functions of a model? */
bool builtin_is_reserved(const char *name);
/* Has the function a kink? */
bool builtin_has_kink(const struct Builtin *builtin);
void builtins_nearest(struct Nearest *nearest);
/* Value of a call, finite, or an error after a diagnostic. Requires arguments as in the row. */
struct Value builtin_apply(const struct Call *call);

#endif
