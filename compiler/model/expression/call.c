#include "task.h"

#include "arguments.h"
#include "builtin.h"

enum { CALL_LEVELS = 4 }; /* levels of SCOPE_DEEPEST for a call */

static bool fail(const struct Task *task, struct Value *value)
{
	*value = value_error(task->expr->span);
	return true;
}

/* --- tables --- */

bool call_table_step(struct Scope *scope, struct Task *task, struct Value *value)
{
	struct Function *function = task->of;
	struct Table *table = function->table;
	const struct Arguments *entries = &table->points->list;
	if (task->done == 0) {
		function->state = CONST_BUSY;
		task_enter(scope, task, (struct Locals){ 0 }, CALL_LEVELS + function->value->depth);
		task->good = table_begin(table, scope->diags);
	} else {
		task->good = table_entry(table, scope->dag, scope->diags, task->done - 1, *value);
	}
	if (task->good && task->done < entries->count)
		return task_ask(task, entries->item[task->done].value);
	function->sound = task->good && table_end(table, scope->diags);
	function->state = CONST_DONE;
	scope->failed += !function->sound;
	task_leave(scope, task);
	return true;
}

static struct Value look_up(struct Scope *scope, struct Function *function, struct Span span, struct Value at)
{
	if (function->state == CONST_BUSY)
		diag(scope->diags, CHECK_CONST_CYCLE, span, "table '%s' depends on itself", function->name.text);
	if (function->state == CONST_BUSY || !function->sound)
		return value_error(span);
	struct Value value = table_value(function->table, scope->dag, scope->diags, span, at);
	if (at.kind == VALUE_SCALAR && !dag_is_known(scope->dag, at.item[0].ref))
		*ARENA_PUSH(scope->arena, &scope->table_uses) =
			(struct TableUse){ function->table, span, at.item[0].ref };
	if (function->table->spline.kinked && value.kind == VALUE_SCALAR)
		kinks_note(&scope->kinks, scope->dag, value.item[0].ref, "linear table", span);
	return value;
}

/* --- functions of the model --- */

/* May the function be called here with these arguments? */
static bool begin(struct Scope *scope, struct Task *task)
{
	const struct Function *function = task->of;
	const struct Expr *call = task->expr;
	size_t count = function->parameter->count;
	const char *names[FUNCTION_PARAMETERS];
	for (size_t i = 0; i < count; i++)
		names[i] = function->parameter->item[i].name.text;
	const struct Parameters parameters = { function->name.text, names, count, count };
	bool deep = scope->depth + CALL_LEVELS + function->value->depth > SCOPE_DEEPEST;
	if (function->busy)
		diag(scope->diags, CHECK_CONST_CYCLE, call->span, "function '%s' depends on itself",
		     function->name.text);
	else if (deep && !scope->was_too_deep)
		diag(scope->diags, CHECK_TOO_DEEP, call->span, "the calls that lead to '%s' are nested too deeply",
		     function->name.text);
	scope->was_too_deep |= deep;
	task->local = ARENA_ARRAY(arena_scratch(scope->arena), struct Local, count);
	task->place = ARENA_ARRAY(arena_scratch(scope->arena), const struct Expr *, count);
	return !function->busy && !deep &&
	       arguments_bind(scope->diags, &parameters, call->span, &call->list, task->place);
}

/* Binds an argument to its parameter, in the declared dimension if any. */
static bool bind_parameter(struct Scope *scope, const struct Argument *parameter, struct Value value,
                           struct Local *local)
{
	if (parameter->value && parameter->value->kind == EXPR_UNIT && value.kind != VALUE_ERROR)
		value = value_in_dimension(scope->diags, value, parameter->value->unit.dim);
	*local = (struct Local){ parameter->name.text, value };
	return value.kind != VALUE_ERROR;
}

/* Adds a call to the memo. Calls with messages are not added, so that every such call has its message. Failed calls
 * are added, since they are reported already, unless they may be forgiven (choice.c). */
static void remember(struct Scope *scope, const struct Task *task, struct Value value)
{
	const struct Function *function = task->of;
	if (value.kind == VALUE_ERROR && scope->idle)
		return;
	if (value.kind == VALUE_ERROR || scope->diags->count == task->said)
		memo_add(&scope->functions.known, function, task->local, function->parameter->count, value);
}

/* Applies the function to its evaluated arguments: a known value, a table's, or the value of its expression. */
static bool apply(struct Scope *scope, struct Task *task, struct Value *value)
{
	struct Function *function = task->of;
	size_t count = function->parameter->count;
	const struct Value *known = memo_find(&scope->functions.known, function, task->local, count);
	task->said = scope->diags->count;
	if (known) {
		*value = *known;
		value->span = task->expr->span;
		return true;
	}
	if (function->table && function->state == CONST_NEW) {
		task_push(scope, call_table_step, function->value)->of = function;
		return false;
	}
	if (function->table) {
		*value = look_up(scope, function, task->expr->span, task->local->value);
		remember(scope, task, *value);
		return true;
	}
	function->busy = true;
	task_enter(scope, task, (struct Locals){ .item = task->local, .count = (int)count },
	           CALL_LEVELS + function->value->depth);
	return task_ask(task, function->value);
}

static void leave(struct Scope *scope, struct Task *task, struct Value *value)
{
	struct Function *function = task->of;
	function->busy = false;
	task_leave(scope, task);
	value->span = task->expr->span;
	remember(scope, task, *value);
}

static bool call_function(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Function *function = task->of;
	size_t count = function->parameter->count, bound = task->done;
	if (bound == 0 && !begin(scope, task))
		return fail(task, value);
	if (bound > count) {
		leave(scope, task, value);
		return true;
	}
	if (bound > 0 && task->place[bound - 1]) {
		task->good &=
			bind_parameter(scope, &function->parameter->item[bound - 1], *value, &task->local[bound - 1]);
		task->place[bound - 1] = NULL; /* the table is read first; then this argument must not be bound again */
	}
	if (bound < count)
		return task_ask(task, task->place[bound]);
	return task->good ? apply(scope, task, value) : fail(task, value);
}

/* --- functions of the language --- */

/* Number of arguments given by position. */
static size_t placed(const struct Arguments *list)
{
	size_t count = 0;
	while (count < list->count && !list->item[count].name.text)
		count++;
	return count;
}

static bool call_builtin(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Builtin *builtin = task->builtin;
	struct Parameters parameters = { builtin->name, builtin->parameter, 0, builtin->required };
	while (parameters.count < BUILTIN_PARAMETERS && builtin->parameter[parameters.count])
		parameters.count++;
	if (task->done == 0) {
		task->place = ARENA_ARRAY(arena_scratch(scope->arena), const struct Expr *, parameters.count);
		task->argument = ARENA_ARRAY(arena_scratch(scope->arena), struct Value, parameters.count);
		if (!arguments_bind(scope->diags, &parameters, task->expr->span, &task->expr->list, task->place))
			return fail(task, value);
	} else {
		task->argument[task->done - 1] = *value;
		task->good &= value->kind != VALUE_ERROR;
	}
	while (task->done < parameters.count && !task->place[task->done])
		task->done++;
	if (task->done < parameters.count)
		return task_ask(task, task->place[task->done]);
	const struct Call made = { builtin,          scope->dag,     scope->diags,
		                   task->expr->span, task->argument, placed(&task->expr->list) };
	*value = task->good ? builtin_apply(&made) : value_error(task->expr->span);
	if (builtin_has_kink(builtin) && value->kind == VALUE_SCALAR)
		kinks_note(&scope->kinks, scope->dag, value->item[0].ref, builtin->name, task->expr->span);
	return true;
}

/* Call of `distance(A, B)`: its arguments are names, its meaning depends on the scope. */
static bool call_distance(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Builtin *builtin = task->builtin;
	const struct Parameters parameters = { builtin->name, builtin->parameter, builtin->required,
		                               builtin->required };
	const struct Locals locals = scope->locals;
	const struct Expr *name[2] = { NULL };
	if (!arguments_bind(scope->diags, &parameters, task->expr->span, &task->expr->list, name))
		return fail(task, value);
	if (locals.distance)
		return locals.distance(scope, locals.context, name, task->expr->span, value) == FOUND_VALUE;
	struct Diag *said = diag(scope->diags, CHECK_KIND, task->expr->span,
	                         "a distance depends on coordinates, which have no value here");
	diag_help(scope->diags, said,
	          "it may stand where a coordinate is coupled and in the force of a strut or tendon");
	return fail(task, value);
}

bool call_step(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Ident name = task->expr->name;
	struct Function *function = scope_function(scope, name.text);
	const struct Builtin *builtin = function ? NULL : builtin_find(name.text);
	if (!builtin && !function) {
		scope_unknown_function(scope, name.span, name.text);
		return fail(task, value);
	}
	task->builtin = builtin;
	task->of = function;
	task->step = !builtin ? call_function : builtin->apply ? call_builtin : call_distance;
	return task->step(scope, task, value);
}
