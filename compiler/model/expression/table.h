/* Tables of points in a model, and the curve through them. Entries are evaluated by the caller. Called by declarations
 * of tables and by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_TABLE_H
#define RIGIDC_MODEL_EXPRESSION_TABLE_H

#include "dag/spline.h"
#include "grammar/ast.h"
#include "model/value.h"

struct PointColumn {
	const struct Expr *unit; /* or NULL */
	double *item;            /* by row */
};

struct Table {
	struct Ident name, parameter, kind;
	const struct Expr *points; /* [x1, y1; x2, y2] */
	struct PointColumn places, values;
	const struct Curve *curve; /* NULL until its kind is known */
	struct Spline spline;
};

/* Makes a table from a statement `table NAME(PARAMETER) KIND = POINTS`; its points are read later. */
struct Table *table_new(struct Arena *arena, const struct Stmt *stmt);

/* Reading in three steps, each false after a diagnostic. The first checks for rows of a place and a value. */
bool table_begin(struct Table *table, struct Diags *diags);
/* Reads entry i of table->points, by rows. */
bool table_entry(struct Table *table, struct Dag *dag, struct Diags *diags, size_t i, struct Value value);
/* Finishes the table. Requires all entries; ensures a spline with finite slopes. */
bool table_end(struct Table *table, struct Diags *diags);

/* Value of the curve at a place. Requires that all three steps succeeded. */
struct Value table_value(const struct Table *table, struct Dag *dag, struct Diags *diags, struct Span span,
                         struct Value at);

#endif
