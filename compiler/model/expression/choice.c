/* Choices use a single operation, u < 0 ? c : d (dag/ops.def). Comparisons become differences:
 *
 *   a < b    a - b < 0 ? c : d        a >= b   its opposite, a - b < 0 ? d : c
 *   a > b    b - a < 0 ? c : d        a <= b   b - a < 0 ? d : c
 *
 * A difference of numbers has the right sign: it is 0 only for equal numbers, since otherwise it underflows to a
 * denormal number at least. With a NaN no difference is below 0, so < and > are false, <= and >= are true. */
#include "task.h"

#include "kink.h"

enum { LEFT, RIGHT, THEN, ELSE, PARTS };

/* Does u < 0 select `else`? */
static bool turned(enum Compare compare)
{
	return compare == COMPARE_LESS_EQUAL || compare == COMPARE_GREATER_EQUAL;
}

/* Difference u of the compared values; an error after a diagnostic. */
static struct Value difference(struct Scope *scope, const struct Task *task)
{
	const struct Value a = task->argument[LEFT], b = task->argument[RIGHT];
	const struct Span span = span_join(a.span, b.span);
	if (!value_is(scope->diags, a, VALUE_SCALAR) || !value_is(scope->diags, b, VALUE_SCALAR) ||
	    !value_same_dim(scope->dag, scope->diags, span, a.item[0], b.item[0]))
		return value_error(span);
	bool below = task->expr->compare == COMPARE_LESS || task->expr->compare == COMPARE_GREATER_EQUAL;
	Ref one = a.item[0].ref, other = b.item[0].ref;
	Ref u = below ? dag_sub(scope->dag, one, other) : dag_sub(scope->dag, other, one);
	return value_number(scope->dag, span, u, dim_none, false);
}

/* Part not taken, THEN or ELSE, if known; else PARTS. */
static size_t other_than(const struct Scope *scope, const struct Task *task)
{
	if (task->left.kind == VALUE_ERROR)
		return PARTS;
	Ref u = task->left.item[0].ref;
	if (!dag_is_const(scope->dag, u))
		return PARTS;
	return (dag_value(scope->dag, u) < 0) != turned(task->expr->compare) ? ELSE : THEN;
}

/* Have both values the same kind, count and dimensions? */
static bool alike(struct Scope *scope, const struct Value *then, const struct Value *other)
{
	if (then->kind != other->kind || then->count != other->count) {
		diag(scope->diags, CHECK_KIND, other->span,
		     "both sides of a choice have one form and dimension, these are %s and %s%s",
		     value_kind_name[then->kind], value_kind_name[other->kind],
		     then->kind == other->kind ? " of other length" : "");
		return false;
	}
	for (size_t i = 0; i < then->count; i++)
		if (!value_same_dim(scope->dag, scope->diags, other->span, then->item[i], other->item[i]))
			return false;
	return true;
}

/* Value of a choice. It is a literal only if both values are, and a plain 0 has the dimension of the other value. */
static struct Value choose(struct Scope *scope, const struct Task *task, const struct Value *then,
                           const struct Value *other, Ref u)
{
	struct Dag *dag = scope->dag;
	bool known = dag_is_const(dag, u);
	struct Value result = known && !(dag_value(dag, u) < 0) ? *other : *then;
	struct Scalar *item = value_array(scope->arena, then->count);
	for (size_t i = 0; i < then->count; i++) {
		const struct Scalar *a = &then->item[i], *b = &other->item[i];
		item[i] = result.item[i];
		if (!known)
			item[i] = (struct Scalar){ .ref = dag_select(dag, u, a->ref, b->ref) };
		item[i].bare = a->bare && b->bare;
		item[i].digits = item[i].bare ? item[i].digits : NULL;
		item[i].dim = a->bare && dag_is_zero(dag, a->ref) ? b->dim : a->dim;
		if (!known && a->ref != b->ref)
			kinks_note(&scope->kinks, dag, item[i].ref, "`if`", task->expr->span);
	}
	result.item = item;
	result.span = task->expr->span;
	return result;
}

static struct Value choice(struct Scope *scope, const struct Task *task)
{
	const struct Value *part = task->argument;
	const struct Span span = task->expr->span;
	size_t not_it = other_than(scope, task), other = not_it == ELSE ? THEN : ELSE;
	bool turn = turned(task->expr->compare);
	struct Value taken = part[other];
	taken.span = span;
	if (!task->good)
		return value_error(span);
	if (not_it < PARTS && part[not_it].kind == VALUE_ERROR)
		return taken; /* its mistake was forgiven */
	if (!alike(scope, &part[THEN], &part[ELSE]))
		return value_error(span);
	if (taken.kind != VALUE_PLACEMENT)
		return choose(scope, task, &part[turn ? ELSE : THEN], &part[turn ? THEN : ELSE],
		              task->left.item[0].ref);
	if (not_it < PARTS)
		return taken;
	diag(scope->diags, CHECK_KIND, span, "a placement is chosen by what is known when C is generated");
	return value_error(span);
}

/* Forgives mistakes in the part not taken, which may have no value, as here for n = 1: `if n > 1 then 1/(n - 1) else
 * 0`. Its messages are removed, unless a constant or table used in it has no value either. */
static bool forgiven(struct Scope *scope, const struct Task *task)
{
	struct Diags *diags = scope->diags;
	bool only = diags->count > task->said && scope->failed == task->failed;
	for (size_t i = task->said; i < diags->count; i++)
		only &= diags->item[i].check == CHECK_UNDEFINED;
	if (!only)
		return false;
	diags->errors -= diags->count - task->said;
	diags->count = task->said;
	return true;
}

/* Is this part evaluated for its form alone, since it is not taken? Both parts are if the compared values have no
 * value. */
static bool idle(const struct Scope *scope, const struct Task *task, size_t part)
{
	return part >= THEN && (task->left.kind == VALUE_ERROR || part == other_than(scope, task));
}

bool choice_step(struct Scope *scope, struct Task *task, struct Value *value)
{
	if (task->done == 0) {
		task->argument = ARENA_ARRAY(arena_scratch(scope->arena), struct Value, PARTS);
	} else {
		size_t part = task->done - 1;
		bool not_it = idle(scope, task, part);
		task->argument[part] = *value;
		scope->idle -= not_it;
		task->good &= value->kind != VALUE_ERROR || (not_it && forgiven(scope, task));
	}
	if (task->done == THEN)
		task->left = difference(scope, task);
	if (task->done == PARTS) {
		*value = task->left.kind == VALUE_ERROR ? value_error(task->expr->span) : choice(scope, task);
		return true;
	}
	if (idle(scope, task, task->done)) {
		scope->idle++;
		task->said = scope->diags->count;
		task->failed = scope->failed;
	}
	return task_ask(task, task->expr->list.item[task->done].value);
}
