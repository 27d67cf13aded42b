/* Loop over the parts of expressions, through the constants, functions and tables named in them. */
#include "evaluate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "task.h"
#include "mirror.h"
#include "operator.h"
#include "path.h"

/* --- constants --- */

static const char *cycle_path(struct Scope *scope, const struct Const *last)
{
	enum { SHOWN = 8 };
	int steps = 0;
	struct Text path = text_new(scope->arena);
	/* from the last constant to the first, each needed by the next here */
	for (const struct Const *c = scope->busy; c; c = c == last ? NULL : c->user)
		if (steps++ < SHOWN)
			text_format(&path, "%s for ", c->name.text);
	text_format(&path, "%s%s", steps > SHOWN ? "... for " : "", last->name.text);
	return steps > 1 ? text_print(scope->arena, ": %s needed by %s", last->name.text, text_string(&path)) : "";
}

/* Value from -D, with the dimension of the model's constant if it has no unit. */
static struct Value replacement(struct Scope *scope, const struct Const *constant, struct Value value)
{
	struct Value old = constant->declared;
	Ref ref;
	if (value.kind == VALUE_ERROR || old.kind == VALUE_ERROR || !value_is(scope->diags, value, old.kind))
		return value_error(value.span);
	if (value.kind != VALUE_SCALAR)
		return value;
	return value_scalar(scope->diags, value, old.item[0].dim, &ref)
	               ? value_number(scope->dag, value.span, ref, old.item[0].dim, false)
	               : value_error(value.span);
}

/* May the evaluation begin? A constant must not depend on itself, nor be nested too deeply. */
static bool may_begin(struct Scope *scope, const struct Const *constant, int levels)
{
	bool cycle = constant->state == CONST_BUSY, deep = scope->depth + levels > SCOPE_DEEPEST;
	if (cycle)
		diag(scope->diags, CHECK_CONST_CYCLE, constant->name.span, "'%s' depends on itself%s",
		     constant->name.text, cycle_path(scope, constant));
	else if (deep && !scope->was_too_deep)
		diag(scope->diags, CHECK_TOO_DEEP, constant->name.span,
		     "too many constants in a row depend on each other");
	scope->was_too_deep |= deep;
	return !cycle && !deep;
}

/* Value of a constant. It has a fixed dimension, except for a plain 0, which fits everywhere. The numbers are copied,
 * since other callers may share the result of a call. */
static struct Value own(struct Scope *scope, struct Value value)
{
	struct Scalar *item = value_array(scope->arena, value.count);
	for (size_t i = 0; i < value.count; i++) {
		item[i] = value.item[i];
		item[i].bare = item[i].bare && dag_is_zero(scope->dag, item[i].ref);
		item[i].digits = NULL;
	}
	value.item = item;
	return value;
}

static bool constant(struct Scope *scope, struct Task *task, struct Value *value)
{
	struct Const *constant = task->of;
	if (task->done == 0) {
		int levels = 1 + task->expr->depth;
		if (!may_begin(scope, constant, levels)) {
			constant->state = CONST_DONE;
			constant->result = value_error(constant->name.span);
			return true;
		}
		constant->state = CONST_BUSY;
		constant->user = scope->busy;
		scope->busy = constant;
		/* hides the caller's coordinates */
		task_enter(scope, task, (struct Locals){ .env = constant->env }, levels);
		return task_ask(task, task->expr);
	}
	task_leave(scope, task);
	scope->busy = constant->user;
	if (constant->state == CONST_BUSY) { /* else it depends on itself */
		if (constant->unit)
			constant->result = value_in_dimension(scope->diags, *value, constant->unit->unit.dim);
		else if (!constant->parameter)
			constant->result =
				own(scope, constant->replacement ? replacement(scope, constant, *value) : *value);
		else if (constant->replacement)
			constant->result = parameter_constant(scope->dag, scope->diags, constant->parameter, *value);
		else
			constant->result = parameter_value(scope->dag, scope->diags, &scope->parameters,
			                                   constant->parameter, *value);
		constant->result = value_kept(scope->arena, constant->result);
	}
	constant->state = CONST_DONE;
	scope->failed += constant->result.kind == VALUE_ERROR;
	return true;
}

static void push_constant(struct Scope *scope, struct Const *item)
{
	task_push(scope, constant, item->replacement ? item->replacement : item->value)->of = item;
}

/* --- names and numbers --- */

static bool fault(struct Scope *scope, struct Task *task, struct Value *value)
{
	(void)scope;
	*value = value_error(task->expr->span);
	return true;
}

static bool number(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Expr *expr = task->expr;
	*value = value_literal(scope->dag, scope->diags, expr->span, expr->digits, expr->length);
	return true;
}

static struct Value unit_vector(struct Scope *scope, struct Span span, int axis)
{
	struct Scalar *item = value_array(scope->arena, 3);
	for (int i = 0; i < 3; i++)
		item[i].ref = dag_const(scope->dag, i == axis);
	return value_items(VALUE_VECTOR, span, item, 3);
}

/* Value of a reserved name; an error for an unknown name, or one that was declared. */
static struct Value own_name(struct Scope *scope, struct Span span, const char *text)
{
	if (names_find(&scope->reserved, text) >= 0)
		return value_error(span);
	if (strcmp(text, "pi") == 0)
		return value_number(scope->dag, span, dag_const(scope->dag, M_PI), dim_none, false);
	int axis = value_axis_named(text);
	if (axis >= 0)
		return unit_vector(scope, span, axis);
	scope_unknown_name(scope, span, text);
	return value_error(span);
}

/* Looks up a name, or a path: an input, or what the expression knows besides. Local names hide its first step. */
static enum Found look_up(struct Scope *scope, const char *name, struct Span span, struct Value *value)
{
	const struct Locals *locals = &scope->locals;
	const struct Value *input = locals->input && !locals_hide(locals, name) ? locals->input(scope, name) : NULL;
	if (input) {
		*value = *input;
		value->span = span;
		return FOUND_VALUE;
	}
	return locals->lookup ? locals->lookup(scope, locals->context, name, span, value) : FOUND_NOTHING;
}

/* Value of a part's parameter that reads inputs, as forces know them. */
static bool late(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Const *item = task->of;
	const struct Span span = task->expr->span;
	if (task->done == 0) {
		task_enter(scope, task, (struct Locals){ .env = item->env, .input = scope->locals.input },
		           1 + item->value->depth);
		return task_ask(task, item->value);
	}
	task_leave(scope, task);
	if (item->unit)
		*value = value_in_dimension(scope->diags, *value, item->unit->unit.dim);
	value->span = span;
	return true;
}

static bool name(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Locals *locals = &scope->locals;
	const char *text = task->expr->name.text;
	const struct Span span = task->expr->span;
	for (int i = 0; i < locals->count; i++)
		if (strcmp(locals->item[i].name, text) == 0) {
			*value = locals->item[i].value;
			value->span = span;
			return true;
		}
	enum Found found = look_up(scope, text, span, value);
	if (found != FOUND_NOTHING)
		return found == FOUND_VALUE;
	struct Const *item = scope_seen(scope, text);
	if (item && item->late && locals->input) {
		task->of = item;
		task->step = late;
		return late(scope, task, value);
	}
	if (item && item->late) {
		scope_input_not_read(scope, span, text);
		*value = value_error(span);
		return true;
	}
	if (item && item->state != CONST_DONE) {
		push_constant(scope, item);
		return false;
	}
	*value = item ? item->result : own_name(scope, span, text);
	value->span = span;
	return true;
}

/* --- operators --- */

static bool unary(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Expr *expr = task->expr;
	if (task->done == 0)
		return task_ask(task, expr->a);
	*value = expr->kind == EXPR_NEGATE ? operator_negate(scope->dag, scope->diags, expr, *value)
	         : expr->kind == EXPR_COMPONENT
	                 ? operator_component(scope->dag, scope->diags, expr, *value)
	                 : value_with_unit(scope->dag, scope->diags, expr->span, *value, &expr->unit);
	return true;
}

static const char element_number[] = "the number of an element";

/* Looks up `FL.hip` or `leg[k].hip`. If it is not found, it may be a component of a value. */
static bool look_up_path(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Expr *expr = task->expr;
	enum Found found = look_up(scope, task->path, expr->span, value);
	if (found != FOUND_NOTHING)
		return found == FOUND_VALUE;
	if (expr->kind == EXPR_COMPONENT) {
		task->step = unary;
		task->done = 0;
		return unary(scope, task, value);
	}
	diag(scope->diags, CHECK_UNKNOWN_NAME, expr->span, "there is no '%s'", task->path);
	return fault(scope, task, value);
}

/* Evaluates a path: first its element numbers, which may not depend on coordinates. */
static bool path(struct Scope *scope, struct Task *task, struct Value *value)
{
	if (task->done == 0) {
		task->place = path_elements(arena_scratch(scope->arena), task->expr, &task->numbers);
		task->number = ARENA_ARRAY(arena_scratch(scope->arena), long, task->numbers);
		task_enter(scope, task, (struct Locals){ .env = scope->locals.env }, 0);
	} else {
		task->good &=
			path_number(scope->dag, scope->diags, *value, element_number, &task->number[task->done - 1]);
	}
	if (task->done < task->numbers)
		return task_ask(task, task->place[task->done]);
	task_leave(scope, task);
	task->path = task->good ? path_text(scope->diags, task->expr, task->number) : NULL;
	task->step = task->path ? look_up_path : fault;
	return task->step(scope, task, value);
}

static bool member(struct Scope *scope, struct Task *task, struct Value *value)
{
	bool named = (scope->locals.lookup || scope->locals.input) && path_is(task->expr);
	task->step = named ? path : task->expr->kind == EXPR_COMPONENT ? unary : fault;
	if (task->step == fault) {
		struct Diag *d = diag(scope->diags, CHECK_KIND, task->expr->span,
		                      "only bodies, frames and joints are counted by `[ ]`");
		diag_help(scope->diags, d, "the components of a vector v are v.x, v.y and v.z");
	}
	return task->step(scope, task, value);
}

static bool binary(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Expr *expr = task->expr;
	if (task->done == 0)
		return task_ask(task, expr->a);
	if (task->done == 1) {
		task->left = *value;
		return task_ask(task, expr->b);
	}
	*value = operator_binary(scope->dag, scope->diags, expr, task->left, *value);
	return true;
}

static bool collection(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Expr *expr = task->expr;
	const struct Arguments *list = &expr->list;
	bool matrix = expr->kind == EXPR_MATRIX;
	if (task->done == 0) {
		task->item = value_array(scope->arena, list->count);
		if (matrix && (list->count != 9 || expr->columns != 3)) {
			struct Diag *d = diag(scope->diags, CHECK_KIND, expr->span,
			                      "a matrix has 3 rows of 3 numbers: [a, b, c; d, e, f; g, h, i]");
			if (expr->columns == list->count && list->count == 6)
				diag_help(
					scope->diags, d,
					"six numbers are named: tensor(xx = ..., yy = ..., zz = ..., xy = ..., xz = ..., yz = ...)");
			else if (expr->columns == list->count && list->item->value->kind != EXPR_MATRIX)
				diag_help(scope->diags, d, "a vector stands in parentheses: (x, y, z)");
			return fault(scope, task, value);
		}
	} else {
		struct Scalar *item = &task->item[task->done - 1];
		bool number = value_is(scope->diags, *value, VALUE_SCALAR);
		*item = number ? value->item[0] : (struct Scalar){ .ref = dag_const(scope->dag, 0), .bare = true };
		item->span = value->span;
		task->good &= number;
	}
	if (task->done < list->count)
		return task_ask(task, list->item[task->done].value);
	*value = value_items(matrix ? VALUE_MATRIX : VALUE_VECTOR, expr->span, task->item, list->count);
	if (!task->good)
		*value = value_partly(scope->arena, *value);
	return true;
}

/* --- the loop --- */

static Step *const step_of[] = {
	[EXPR_ERROR] = fault,        [EXPR_NUMBER] = number,     [EXPR_NAME] = name,         [EXPR_NEGATE] = unary,
	[EXPR_COMPONENT] = member,   [EXPR_ELEMENT] = member,    [EXPR_UNIT] = unary,        [EXPR_ADD] = binary,
	[EXPR_SUB] = binary,         [EXPR_MUL] = binary,        [EXPR_DIV] = binary,        [EXPR_POWER] = binary,
	[EXPR_COMPOSE] = binary,     [EXPR_VECTOR] = collection, [EXPR_MATRIX] = collection, [EXPR_CALL] = call_step,
	[EXPR_CHOICE] = choice_step,
};

/* Reports too much work, once: functions call each other again and again. The message is at the outermost expression.
 * All tasks end, since no expression has a value any more. */
static void exhaust(struct Scope *scope)
{
	const struct Task *bottom = scope->task;
	while (bottom->below)
		bottom = bottom->below;
	scope->exhausted = true;
	diag(scope->diags, CHECK_TOO_LONG, bottom->expr->span,
	     "this takes the expressions of the model beyond %" PRIu64 " million steps", scope->most / 1000000);
}

static void push_expression(struct Scope *scope, const struct Expr *expr)
{
	task_push(scope, scope->exhausted ? fault : step_of[expr->kind], expr);
}

struct Value evaluate_pushed(struct Scope *scope)
{
	const struct Task *waiting = scope->task->below;
	struct Value value = value_error((struct Span){ 0, 0, 0 });
	size_t asked = scope->dag->asked;
	while (scope->task != waiting) {
		struct Task *task = scope->task;
		task->part = NULL;
		scope->work++;
		if (task->step(scope, task, &value)) {
			scope->work += value.count;
			task_pop(scope);
		} else if (task->part) {
			push_expression(scope, task->part);
		}
		scope->work += 2 * (scope->dag->asked - asked);
		asked = scope->dag->asked;
		if (scope->work > scope->most && !scope->exhausted && scope->task)
			exhaust(scope);
	}
	return value;
}

struct Value evaluate(struct Scope *scope, const struct Expr *expr)
{
	push_expression(scope, expr);
	return evaluate_pushed(scope);
}

bool evaluate_number(struct Scope *scope, const struct Expr *expr, const char *what, long *number)
{
	return path_number(scope->dag, scope->diags, evaluate(scope, expr), what, number);
}

const char *evaluate_path(struct Scope *scope, const struct Expr *path)
{
	size_t count;
	if (!path_is(path))
		return NULL; /* nested too deeply, already reported */
	const struct Expr **element = path_elements(arena_scratch(scope->arena), path, &count);
	long *number = ARENA_ARRAY(arena_scratch(scope->arena), long, count);
	for (size_t i = 0; i < count; i++)
		if (!evaluate_number(scope, element[i], element_number, &number[i]))
			return NULL;
	return path_text(scope->diags, path, number);
}

void evaluate_const(struct Scope *scope, struct Const *item)
{
	if (item->state != CONST_NEW || item->late)
		return;
	push_constant(scope, item);
	evaluate_pushed(scope);
}

void evaluate_table(struct Scope *scope, struct Function *function)
{
	if (function->state != CONST_NEW)
		return;
	task_push(scope, call_table_step, function->value)->of = function;
	evaluate_pushed(scope);
}

bool evaluate_on(struct Scope *scope, const struct Arguments *list, unsigned mirror, struct Placement *out)
{
	bool good = true;
	for (size_t i = 0; i < list->count; i++) {
		struct Placement part;
		good &= value_placement(scope->dag, scope->diags, evaluate(scope, list->item[i].value), &part);
		*out = placement_compose(scope->dag, *out, mirror_placement(scope->dag, mirror, part));
	}
	return good;
}

bool evaluate_placement(struct Scope *scope, const struct Arguments *list, struct Placement *out)
{
	*out = placement_identity(scope->dag);
	return evaluate_on(scope, list, 0, out);
}
