#include "task.h"

struct Task *task_push(struct Scope *scope, Step *step, const struct Expr *expr)
{
	struct Task *task = scope->spare;
	if (task)
		scope->spare = task->below;
	else
		task = ARENA_NEW(scope->arena, struct Task);
	*task = (struct Task){ .step = step, .below = scope->task, .expr = expr, .good = true };
	scope->task = task;
	return task;
}

void task_pop(struct Scope *scope)
{
	struct Task *task = scope->task;
	scope->task = task->below;
	task->below = scope->spare;
	scope->spare = task;
}

void task_enter(struct Scope *scope, struct Task *task, struct Locals locals, int levels)
{
	task->outside = scope->locals;
	task->levels = levels;
	scope_see(scope, locals);
	scope->depth += levels;
}

void task_leave(struct Scope *scope, const struct Task *task)
{
	scope_see(scope, task->outside);
	scope->depth -= task->levels;
}
