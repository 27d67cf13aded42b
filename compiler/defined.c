/* The functions that a model defines: by an expression, or as a table of points. */
#include "value.h"

#include <math.h>

enum { CALL_LEVELS = 4 }; /* of SCOPE_DEEPEST: a call needs the stack of so many operators */

struct Function *scope_function(struct Scope *scope, const char *name)
{
	int index = names_find(&scope->functions.names, name);
	return index < 0 ? NULL : &scope->functions.item[index];
}

/* An argument as its parameter: of the dimension that is declared, if one is. */
static bool bind_parameter(struct Scope *scope, const struct Argument *parameter, const struct Expr *given,
                           struct Local *local)
{
	struct Value value = value_of(scope, given);
	Ref ref;
	if (value.kind == VALUE_ERROR)
		return false;
	if (parameter->value && parameter->value->kind == EXPR_UNIT) {
		struct Dim dim = parameter->value->unit.dim;
		if (!value_scalar(scope, value, dim, &ref))
			return false;
		value = value_number(scope, value.span, ref, dim, false);
	}
	*local = (struct Local){ parameter->name.text, value };
	return true;
}

/* --- tables --- */

/* A column of a table: its places, or its values. */
struct Column {
	const struct Expr *unit; /* or NULL */
	double *item;
	const char *help;        /* how its unit would be given: of the table's name, the parameter's, the unit's */
};

static struct Dim unit_dim(const struct Expr *unit)
{
	return unit ? unit->unit.dim : dim_none;
}

/* One entry: a constant of the dimension of its column, in the column's unit if it has none itself. */
static bool table_entry(struct Scope *scope, const struct Function *table, const struct Column *column,
                        const struct Expr *entry, double *number)
{
	struct Value value = value_of(scope, entry);
	Ref ref;
	if (value.kind == VALUE_SCALAR && !column->unit && !dim_equal(value.item[0].dim, dim_none)) {
		struct Diag *d = diag(scope->diags, CHECK_DIMENSION, value.span, "this is %s in a column without a unit",
		                      dim_describe(scope->arena, value.item[0].dim));
		diag_help(scope->diags, d, column->help, table->name.text, table->parameter->item[0].name.text,
		          dim_symbol(scope->arena, value.item[0].dim));
		return false;
	}
	if (column->unit && value.kind == VALUE_SCALAR && value.item[0].bare)
		value = value_with_unit(scope, value.span, value, &column->unit->unit);
	if (!value_scalar(scope, value, unit_dim(column->unit), &ref))
		return false;
	*number = dag_value(scope->dag, ref);
	return true;
}

static bool places_rise(struct Scope *scope, const struct Expr *points, const double *x, size_t rows)
{
	for (size_t i = 1; i < rows; i++)
		if (!(x[i] > x[i - 1])) {
			struct Diag *d = diag(scope->diags, CHECK_UNDEFINED, points->list.item[2 * i].value->span,
			                      "this place is %s; places rise from row to row",
			                      x[i] < x[i - 1] ? "before the last one" : "the last one again");
			diag_note(scope->diags, d, points->list.item[2 * i - 2].value->span, "the last one");
			return false;
		}
	return true;
}

static bool finite(const double *item, int count)
{
	for (int i = 0; i < count; i++)
		if (!isfinite(item[i]))
			return false;
	return true;
}

static bool read_table(struct Scope *scope, struct Function *table)
{
	enum { MOST = 10000 };
	const struct Expr *points = table->value;
	size_t rows = points->list.count / 2;
	if (points->kind != EXPR_MATRIX || points->list.columns != 2 || rows < 2 || rows > MOST) {
		diag(scope->diags, CHECK_KIND, points->span, "a table has 2 to %d rows of a place and a value: [x1, y1; x2, y2]",
		     MOST);
		return false;
	}
	struct Column column[2] = {
		{ table->parameter->item[0].value, ARENA_ARRAY(scope->arena, double, rows),
		  "give the places their unit: table %s(%s: %s)" },
		{ table->unit, ARENA_ARRAY(scope->arena, double, rows), "give the values their unit: table %s(%s): %s" },
	};
	if (column[0].unit && column[0].unit->kind != EXPR_UNIT) /* reported already */
		return false;
	for (size_t i = 0; i < points->list.count; i++)
		if (!table_entry(scope, table, &column[i % 2], points->list.item[i].value, &column[i % 2].item[i / 2]))
			return false;
	if (!places_rise(scope, points, column[0].item, rows))
		return false;
	table->spline = spline_natural(scope->arena, column[0].item, column[1].item, (int)rows);
	bool smooth = true;
	for (int j = 0; j < 4; j++)
		smooth &= finite(table->spline.c[j], (int)rows + 1);
	if (!smooth)
		diag(scope->diags, CHECK_UNDEFINED, points->span, "the spline through these points has no finite slopes");
	return smooth;
}

void table_check(struct Scope *scope, struct Function *table)
{
	const struct Scope outside = *scope;
	if (table->state != CONST_NEW)
		return;
	table->state = CONST_BUSY;
	scope->locals = 0;
	scope->lookup = NULL;
	scope->depth += CALL_LEVELS + table->value->depth;
	table->sound = read_table(scope, table);
	scope->depth = outside.depth;
	scope->locals = outside.locals;
	scope->lookup = outside.lookup;
	table->state = CONST_DONE;
}

static struct Value table_value(struct Scope *scope, struct Function *table, struct Value at, struct Span span)
{
	Ref x;
	table_check(scope, table);
	if (table->state == CONST_BUSY)
		diag(scope->diags, CHECK_CONST_CYCLE, span, "table '%s' depends on itself", table->name.text);
	if (table->state == CONST_BUSY || !table->sound ||
	    !value_scalar(scope, at, unit_dim(table->parameter->item[0].value), &x))
		return value_error(span);
	return value_number(scope, span, spline_at(scope->dag, &table->spline, x), unit_dim(table->unit), false);
}

/* --- calls --- */

struct Value function_call(struct Scope *scope, struct Function *function, const struct Expr *call)
{
	const struct Expr *places[FUNCTION_PARAMETERS] = { 0 };
	const char *names[FUNCTION_PARAMETERS];
	struct Local local[FUNCTION_PARAMETERS];
	size_t count = function->parameter->count;
	int levels = CALL_LEVELS + function->value->depth;
	for (size_t i = 0; i < count; i++)
		names[i] = function->parameter->item[i].name.text;
	bool deep = scope->depth + levels > SCOPE_DEEPEST;
	if (function->busy)
		diag(scope->diags, CHECK_CONST_CYCLE, call->span, "function '%s' depends on itself", function->name.text);
	else if (deep && !scope->was_too_deep)
		diag(scope->diags, CHECK_TOO_DEEP, call->span, "the calls that lead to '%s' are nested too deeply",
		     function->name.text);
	scope->was_too_deep |= deep;
	if (function->busy || deep)
		return value_error(call->span);
	if (!bind_arguments(scope, function->name.text, call->span, &call->list, names, count, count, places))
		return value_error(call->span);
	for (size_t i = 0; i < count; i++)
		if (!bind_parameter(scope, &function->parameter->item[i], places[i], &local[i]))
			return value_error(call->span);
	if (function->is_table)
		return value_finite(scope, table_value(scope, function, local[0].value, call->span));
	const struct Scope outside = *scope;
	scope->local = local;
	scope->locals = (int)count;
	scope->lookup = NULL;
	scope->depth += levels;
	function->busy = true;
	struct Value result = value_of(scope, function->value);
	function->busy = false;
	scope->depth -= levels;
	scope->local = outside.local;
	scope->locals = outside.locals;
	scope->lookup = outside.lookup;
	result.span = call->span;
	return result;
}
