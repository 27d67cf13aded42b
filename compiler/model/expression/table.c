#include "table.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hints.h"

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
	*table = (struct Table){ .name = stmt->name,
		                 .parameter = parameter->name,
		                 .kind = stmt->curve,
		                 .points = stmt->value,
		                 .places = { .unit = parameter->value },
		                 .values = { .unit = stmt->by } };
	return table;
}

/* Curve of the table's kind, or NULL after a diagnostic. */
static const struct Curve *curve_of(const struct Table *table, struct Diags *diags)
{
	if (!table->kind.text)
		return &curve_table[0];
	for (int i = 0; i < CURVES; i++)
		if (strcmp(curve_table[i].name, table->kind.text) == 0)
			return &curve_table[i];
	struct Nearest nearest = diags_nearest(diags, table->kind.text);
	NEAREST_EACH(&nearest, curve_table, CURVES, name);
	struct Text names = text_new(diags->arena);
	for (int i = 0; i < CURVES; i++)
		text_format(&names, "%s%s", i == 0 ? "" : i == CURVES - 1 ? " or " : ", ", curve_table[i].name);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_CURVE, table->kind.span,
	                      "there is no kind of table '%s'; kinds are %s", table->kind.text, text_string(&names));
	hint_or_nearest(diags, d, HINT_CURVE, &nearest);
	return NULL;
}

/* Has a matrix a unit after it, or a factor? */
static bool is_scaled(const struct Expr *points)
{
	bool scaled = points->kind == EXPR_UNIT || points->kind == EXPR_MUL;
	return scaled && (points->a->kind == EXPR_MATRIX || (points->b && points->b->kind == EXPR_MATRIX));
}

/* Reports points that are no rows of a place and a value. */
static bool no_rows(const struct Table *table, struct Diags *diags, size_t fewest, int most)
{
	bool named = table->kind.text != NULL;
	struct Diag *d = diag(diags, CHECK_KIND, table->points->span,
	                      "a %s%stable has %zu to %d rows of a place and a value: [x1, y1; x2, y2%s]",
	                      named ? table->curve->name : "", named ? " " : "", fewest, most,
	                      table->curve->closed ? "; x3, y1" : "");
	if (is_scaled(table->points))
		diag_help(diags, d,
		          "units of the columns stand before the points: table %s(%s: deg): mm = [x1, y1; x2, y2]",
		          table->name.text, table->parameter.text);
	return false;
}

bool table_begin(struct Table *table, struct Diags *diags)
{
	enum { MOST = 10000 };
	const struct Expr *points = table->points, *unit = table->places.unit;
	table->curve = curve_of(table, diags);
	if (!table->curve)
		return false;
	size_t fewest = (size_t)table->curve->fewest;
	if (points->kind != EXPR_MATRIX || points->columns != 2 || rows(table) < fewest || rows(table) > MOST)
		return no_rows(table, diags, fewest, MOST);
	table->places.item = ARENA_ARRAY(diags->arena, double, rows(table));
	table->values.item = ARENA_ARRAY(diags->arena, double, rows(table));
	return !unit || unit->kind == EXPR_UNIT; /* any other unit is reported already */
}

/* Reads a constant of its column's dimension; a constant without a unit has the column's unit. */
bool table_entry(struct Table *table, struct Dag *dag, struct Diags *diags, size_t i, struct Value value)
{
	struct PointColumn *column = i % 2 ? &table->values : &table->places;
	Ref ref;
	if (value.kind == VALUE_SCALAR && !column->unit && !dim_equal(value.item[0].dim, dim_none)) {
		struct Dim dim = value.item[0].dim;
		struct Diag *d = diag(diags, CHECK_DIMENSION, value.span, "this is %s in a column without a unit",
		                      dim_describe(diags->arena, dim));
		diag_help(diags, d,
		          i % 2 ? "give the values their unit: table %s(%s): %s"
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

/* Are two places too near? Then their differences, and the sums of a curve's coefficients, have no digits left. */
static bool too_near(double a, double b)
{
	const double roundings = 16;
	return !(b - a > roundings * DBL_EPSILON * fmax(fabs(a), fabs(b)));
}

static bool places_rise(const struct Table *table, struct Diags *diags)
{
	const struct Argument *entry = table->points->list.item;
	const double *x = table->places.item;
	for (size_t i = 1; i < rows(table); i++)
		if (too_near(x[i - 1], x[i])) {
			struct Diag *d = diag(diags, CHECK_UNDEFINED, entry[2 * i].value->span,
			                      "this place is %s; places rise from row to row",
			                      x[i] < x[i - 1]   ? "before the last one"
			                      : x[i] > x[i - 1] ? "within rounding of the last one"
			                                        : "the last one again");
			diag_note(diags, d, entry[2 * i - 2].value->span, "the last one");
			return false;
		}
	return true;
}

/* Is the last value equal to the first? They may differ by rounding and are made equal. */
static bool values_close(const struct Table *table, struct Diags *diags)
{
	const double roundings = 1e-12;
	const struct Argument *entry = table->points->list.item;
	double *y = table->values.item, largest = 0;
	size_t last = rows(table) - 1;
	for (size_t i = 0; i <= last; i++)
		largest = fmax(largest, fabs(y[i]));
	if (!(fabs(y[last] - y[0]) <= roundings * largest)) {
		struct Diag *d =
			diag(diags, CHECK_OPEN_PERIOD, entry[2 * last + 1].value->span,
		             "this is not the first value, and a %s table ends where it began", table->curve->name);
		diag_note(diags, d, entry[1].value->span, "the first value");
		diag_help(diags, d,
		          "the period is from the first place to the last: does a row with the first value follow?");
		return false;
	}
	y[last] = y[0];
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
	if (!places_rise(table, diags) || (table->curve->closed && !values_close(table, diags)))
		return false;
	struct Spline *spline = &table->spline;
	*spline = spline_through(diags->arena, table->curve, table->places.item, table->values.item, (int)rows(table));
	bool smooth = !table->curve->closed || (isfinite(spline->period) && isfinite(1 / spline->period));
	for (int j = 0; j < SPLINE_ORDER; j++)
		smooth &= finite(spline->c[j], rows(table) + 1);
	if (!smooth)
		diag(diags, CHECK_UNDEFINED, table->points->span,
		     "the curve through these points has no finite slopes");
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
