#include "table.h"

#include <math.h>

static struct Dim unit_dim(const struct Expr *unit)
{
	return unit ? unit->unit.dim : dim_none;
}

static size_t rows(const struct Table *table)
{
	return table->points->list.count / 2;
}

struct Table *table_new(struct Arena *arena, const struct Stmt *stmt)
{
	struct Table *table = ARENA_NEW(arena, struct Table);
	const struct Argument *parameter = &stmt->list.item[0];
	*table = (struct Table){ .name = stmt->name, .parameter = parameter->name, .points = stmt->value,
	                         .places = { .unit = parameter->value }, .values = { .unit = stmt->by } };
	return table;
}

bool table_begin(struct Table *table, struct Diags *diags)
{
	enum { MOST = 10000 };
	const struct Expr *points = table->points, *unit = table->places.unit;
	if (points->kind != EXPR_MATRIX || points->list.columns != 2 || rows(table) < 2 || rows(table) > MOST) {
		diag(diags, CHECK_KIND, points->span,
		     "a table has 2 to %d rows of a place and a value: [x1, y1; x2, y2]", MOST);
		return false;
	}
	table->places.item = ARENA_ARRAY(diags->arena, double, rows(table));
	table->values.item = ARENA_ARRAY(diags->arena, double, rows(table));
	return !unit || unit->kind == EXPR_UNIT; /* else reported already */
}

/* A constant of the dimension of its column, in the column's unit if it has none itself. */
bool table_entry(struct Table *table, struct Dag *dag, struct Diags *diags, size_t i, struct Value value)
{
	struct Column *column = i % 2 ? &table->values : &table->places;
	Ref ref;
	if (value.kind == VALUE_SCALAR && !column->unit && !dim_equal(value.item[0].dim, dim_none)) {
		struct Dim dim = value.item[0].dim;
		struct Diag *d = diag(diags, CHECK_DIMENSION, value.span,
		                      "this is %s in a column without a unit", dim_describe(diags->arena, dim));
		diag_help(diags, d, i % 2 ? "give the values their unit: table %s(%s): %s"
		                          : "give the places their unit: table %s(%s: %s)",
		          table->name.text, table->parameter.text, dim_symbol(diags->arena, dim));
		return false;
	}
	if (column->unit && value.kind == VALUE_SCALAR && value.item[0].bare)
		value = value_with_unit(dag, diags, value.span, value, &column->unit->unit);
	if (!value_scalar(diags, value, unit_dim(column->unit), &ref) ||
	    !value_constant(dag, diags, value, "a point of a table"))
		return false;
	column->item[i / 2] = dag_value(dag, ref);
	return true;
}

static bool places_rise(const struct Table *table, struct Diags *diags)
{
	const struct Argument *entry = table->points->list.item;
	const double *x = table->places.item;
	for (size_t i = 1; i < rows(table); i++)
		if (!(x[i] > x[i - 1])) {
			struct Diag *d = diag(diags, CHECK_UNDEFINED, entry[2 * i].value->span,
			                      "this place is %s; places rise from row to row",
			                      x[i] < x[i - 1] ? "before the last one" : "the last one again");
			diag_note(diags, d, entry[2 * i - 2].value->span, "the last one");
			return false;
		}
	return true;
}

static bool finite(const double *item, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(item[i]))
			return false;
	return true;
}

bool table_end(struct Table *table, struct Diags *diags)
{
	if (!places_rise(table, diags))
		return false;
	table->spline = spline_natural(diags->arena, table->places.item, table->values.item, (int)rows(table));
	bool smooth = true;
	for (int j = 0; j < 4; j++)
		smooth &= finite(table->spline.c[j], rows(table) + 1);
	if (!smooth)
		diag(diags, CHECK_UNDEFINED, table->points->span,
		     "the spline through these points has no finite slopes");
	return smooth;
}

struct Value table_value(const struct Table *table, struct Dag *dag, struct Diags *diags, struct Span span,
                         struct Value at)
{
	Ref x;
	if (!value_scalar(diags, at, unit_dim(table->places.unit), &x))
		return value_error(span);
	Ref y = spline_at(dag, &table->spline, x);
	return value_finite(dag, diags, value_number(dag, span, y, unit_dim(table->values.unit), false));
}
