/* Tables of points that a model gives, and the curve through them. Their entries come evaluated, one by one.
 * Called where tables are declared and by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_TABLE_H
#define RIGIDC_MODEL_EXPRESSION_TABLE_H

#include "dag/spline.h"
#include "grammar/ast.h"
#include "model/value.h"

struct Column {
	const struct Expr *unit; /* or NULL */
	double *item;            /* by row */
};

struct Table {
	struct Ident name, parameter, kind;
	const struct Expr *points;    /* [x1, y1; x2, y2] */
	struct Column places, values;
	const struct Curve *curve;    /* once it is known to be one */
	struct Spline spline;
};

/* From a statement `table NAME(PARAMETER) KIND = POINTS`, nothing of it read yet. */
struct Table *table_new(struct Arena *arena, const struct Stmt *stmt);

/* The three steps of reading it, each false after a diagnostic. Has it rows of a place and a value? */
bool table_begin(struct Table *table, struct Diags *diags);
/* Entry i of table->points, by rows. */
bool table_entry(struct Table *table, struct Dag *dag, struct Diags *diags, size_t i, struct Value value);
/* Requires all entries. Ensures a spline with finite slopes. */
bool table_end(struct Table *table, struct Diags *diags);

/* The curve at a place. Requires that all three steps succeeded. */
struct Value table_value(const struct Table *table, struct Dag *dag, struct Diags *diags, struct Span span,
                         struct Value at);

#endif
