/* The functions that a model defines: by an expression, or as a table of points. */
#include "value.h"

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
	if (parameter->value) {
		struct Dim dim = parameter->value->unit.dim;
		if (!value_scalar(scope, value, dim, &ref))
			return false;
		value = value_number(scope, value.span, ref, dim, false);
	}
	*local = (struct Local){ parameter->name.text, value };
	return true;
}

/* --- tables --- */

/* One column of a row: a constant of the dimension of what it stands for, in its unit if it has none itself. */
static bool table_entry(struct Scope *scope, const struct Expr *entry, const struct Expr *unit, double *number)
{
	struct Value value = value_of(scope, entry);
	Ref ref;
	if (unit && value.kind == VALUE_SCALAR && value.item[0].bare)
		value = value_with_unit(scope, value.span, value, &unit->unit);
	if (!value_scalar(scope, value, unit ? unit->unit.dim : dim_none, &ref) ||
	    !value_constant(scope, value, "a table"))
		return false;
	*number = dag_value(scope->dag, ref);
	return true;
}

static bool read_table(struct Scope *scope, struct Function *table)
{
	enum { MOST = 10000 };
	const struct Expr *points = table->value;
	const struct Expr *unit[2] = { table->parameter->item[0].value, table->unit };
	size_t rows = points->list.count / 2;
	if (points->kind != EXPR_MATRIX || points->list.columns != 2 || rows < 2 || rows > MOST) {
		diag(scope->diags, CHECK_KIND, points->span, "a table has 2 to %d rows of a place and a value: [x1, y1; x2, y2]",
		     MOST);
		return false;
	}
	double *column[2] = { ARENA_ARRAY(scope->arena, double, rows), ARENA_ARRAY(scope->arena, double, rows) };
	for (size_t i = 0; i < points->list.count; i++)
		if (!table_entry(scope, points->list.item[i].value, unit[i % 2], &column[i % 2][i / 2]))
			return false;
	for (size_t i = 1; i < rows; i++)
		if (!(column[0][i] > column[0][i - 1])) {
			diag(scope->diags, CHECK_UNDEFINED, points->list.item[2 * i].value->span,
			     "the places of a table rise from row to row");
			return false;
		}
	table->spline = spline_natural(scope->arena, column[0], column[1], (int)rows);
	return true;
}

void table_check(struct Scope *scope, struct Function *table)
{
	const struct Scope outside = *scope;
	if (table->state != CONST_NEW)
		return;
	table->state = CONST_BUSY;
	scope->locals = 0;
	scope->lookup = NULL;
	table->sound = read_table(scope, table);
	scope->locals = outside.locals;
	scope->lookup = outside.lookup;
	table->state = CONST_DONE;
}

static struct Value table_value(struct Scope *scope, struct Function *table, struct Value at, struct Span span)
{
	table_check(scope, table);
	if (table->state == CONST_BUSY)
		diag(scope->diags, CHECK_CONST_CYCLE, span, "table '%s' depends on itself", table->name.text);
	if (table->state == CONST_BUSY || !table->sound || !value_is(scope, at, VALUE_SCALAR))
		return value_error(span);
	Ref x;
	if (!value_scalar(scope, at, at.item[0].dim, &x))
		return value_error(span);
	return value_number(scope, span, spline_at(scope->dag, &table->spline, x),
	                    table->unit ? table->unit->unit.dim : dim_none, false);
}

/* --- calls --- */

struct Value function_call(struct Scope *scope, struct Function *function, const struct Expr *call)
{
	const struct Expr *places[FUNCTION_PARAMETERS] = { 0 };
	const char *names[FUNCTION_PARAMETERS];
	struct Local local[FUNCTION_PARAMETERS];
	size_t count = function->parameter->count;
	int levels = 1 + function->value->depth;
	for (size_t i = 0; i < count; i++)
		names[i] = function->parameter->item[i].name.text;
	if (function->busy || scope->depth + levels > SCOPE_DEEPEST) {
		diag(scope->diags, function->busy ? CHECK_CONST_CYCLE : CHECK_TOO_DEEP, call->span,
		     function->busy ? "function '%s' depends on itself" : "the calls that lead to '%s' are nested too deeply",
		     function->name.text);
		return value_error(call->span);
	}
	if (!bind_arguments(scope, function->name.text, call->span, &call->list, names, count, count, places))
		return value_error(call->span);
	for (size_t i = 0; i < count; i++)
		if (!bind_parameter(scope, &function->parameter->item[i], places[i], &local[i]))
			return value_error(call->span);
	if (function->is_table)
		return table_value(scope, function, local[0].value, call->span);
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
