/* Expressions that readers of other formats make: numbers with units, vectors, calls, turns.
 * Called by those readers. Memory is the arena's. */
#ifndef RIGIDC_MADE_H
#define RIGIDC_MADE_H

#include "grammar/ast.h"
#include "base/request.h"
#include "figure.h"

/* The number as written, with a unit such as "N m s", or NULL for none. */
struct Expr *made_scalar(struct Diags *diags, const struct Figure *number, const char *unit);
/* A number of the given digits, which are not in the source. */
struct Expr *made_digits(struct Diags *diags, struct Span span, const char *digits, bool negative, const char *unit);
/* A computed number. */
struct Expr *made_number(struct Diags *diags, struct Span span, double value, const char *unit);
struct Expr *made_unit(struct Diags *diags, struct Expr *of, const char *unit);
struct Expr *made_vector(struct Diags *diags, struct Span span, const struct Figure *number, int count,
                         const char *unit);
struct Expr *made_name(struct Diags *diags, struct Span span, const char *name);
struct Expr *made_call(struct Diags *diags, struct Span span, const char *name, struct Arguments list);
/* Appends an argument, or an item of a placement, without a name. */
void made_push(struct Diags *diags, struct Arguments *list, struct Expr *value);
/* `NAME VALUE` in a block. */
struct Stmt *made_property(struct Diags *diags, const char *name, struct Span span, struct Expr *value);
/* `gravity (g[0], g[1], g[2]) m/s^2`. `inclusion`: the file is included. */
struct Stmt *made_gravity(struct Diags *diags, struct Span span, const struct Figure *g, bool inclusion);
/* a + b or a - b, where b may be negative; a may be NULL. */
struct Expr *made_sum(struct Diags *diags, struct Expr *a, struct Expr *b);
/* A name that the table does not have yet: `wanted`, or with the suffix, or with a number. It is added. */
const char *made_free_name(struct Diags *diags, struct NameTable *table, const char *wanted, const char *suffix);
/* An angle as written, or in whole quarter turns. */
struct Expr *made_angle(struct Diags *diags, const struct Request *request, const struct Figure *number, bool degrees);
/* The smallest rotation that takes one direction to another, or its inverse (`back`); NULL: none is needed. */
struct Expr *made_turn(struct Diags *diags, struct Span span, const double from[3], const double to[3], bool back);

#endif
