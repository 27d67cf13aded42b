/* Expressions to values: literals, names, calls, operators.
 * Called by whatever statement has an expression. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_EVALUATE_H
#define RIGIDC_MODEL_EXPRESSION_EVALUATE_H

#include "scope.h"

/* Value of an expression. Reports every mistake; then the value is a VALUE_ERROR. */
struct Value evaluate(struct Scope *scope, const struct Expr *expr);
/* Placement composed from left to right; a vector is a translation. False after a diagnostic. */
bool evaluate_placement(struct Scope *scope, const struct Arguments *list, struct Placement *out);
/* Placement composed onto *out, each argument by its mirror image (mirror.h). */
bool evaluate_on(struct Scope *scope, const struct Arguments *list, unsigned mirror, struct Placement *out);

/* Whole number from an expression (path.h), false after a diagnostic; full text of a path, NULL after a diagnostic. */
bool evaluate_number(struct Scope *scope, const struct Expr *expr, const char *what, long *number);
const char *evaluate_path(struct Scope *scope, const struct Expr *path);

/* Runs tasks until the task pushed last (task.h) has its value. */
struct Value evaluate_pushed(struct Scope *scope);

/* Evaluates a constant, and the points of a table, unless done before. */
void evaluate_const(struct Scope *scope, struct Const *constant);
void evaluate_table(struct Scope *scope, struct Function *function);

#endif
