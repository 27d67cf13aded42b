/* Expressions to values: literals, names, calls, operators.
 * Called by whatever statement has an expression. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_EVALUATE_H
#define RIGIDC_MODEL_EXPRESSION_EVALUATE_H

#include "scope.h"

/* Reports every fault; then the value is a VALUE_ERROR. */
struct Value evaluate(struct Scope *scope, const struct Expr *expr);
/* Placements from left to right; a vector is a translation. False after a diagnostic. */
bool evaluate_placement(struct Scope *scope, const struct Arguments *list, struct Placement *out);
/* The same from a frame on, which is *out before, each by its mirror image (mirror.h). */
bool evaluate_on(struct Scope *scope, const struct Arguments *list, unsigned mirror, struct Placement *out);

/* The whole number that an expression is (path.h), false after a diagnostic; the text of a name of several steps, NULL after
 * one. */
bool evaluate_number(struct Scope *scope, const struct Expr *expr, const char *what, long *number);
const char *evaluate_path(struct Scope *scope, const struct Expr *path);

/* Goes on until what was pushed last (task.h) has its value. */
struct Value evaluate_pushed(struct Scope *scope);

/* A constant and the points of a table: once, here if nothing asked for them before. */
void evaluate_const(struct Scope *scope, struct Const *constant);
void evaluate_table(struct Scope *scope, struct Function *function);

#endif
