#include "path.h"

#include <math.h>
#include <string.h>

#include "evaluate.h"

bool path_is(const struct Expr *path)
{
	while (path->kind == EXPR_COMPONENT || path->kind == EXPR_ELEMENT)
		path = path->a;
	return path->kind == EXPR_NAME;
}

bool path_number(struct Scope *scope, const struct Expr *expr, const char *what, long *number)
{
	enum { MOST = 999999 };
	const struct Locals before = scope->locals;
	scope_see(scope, (struct Locals){ .env = before.env }); /* no coordinates */
	struct Value value = evaluate(scope, expr);
	scope_see(scope, before);
	Ref ref;
	if (!value_scalar(scope->diags, value, dim_none, &ref) || !value_constant(scope->dag, scope->diags, value, what))
		return false;
	double exact = dag_value(scope->dag, ref);
	*number = exact >= 0 && exact <= MOST ? (long)exact : 0;
	if ((double)*number == exact)
		return true;
	diag(scope->diags, CHECK_RANGE, value.span, "%s is a whole number from 0 to %d, this is %.9g", what, MOST, exact);
	return false;
}

static size_t steps_of(const struct Expr *path)
{
	size_t steps = 1;
	for (; path->kind != EXPR_NAME; path = path->a)
		steps++;
	return steps;
}

const char *path_text(struct Scope *scope, const struct Expr *path)
{
	size_t steps = steps_of(path), i = steps;
	const struct Expr **step = ARENA_ARRAY(scope->arena, const struct Expr *, steps);
	struct Text text;
	text_init(&text, scope->arena);
	for (const struct Expr *at = path; i > 0; at = at->a)
		step[--i] = at;
	for (; i < steps && text.count <= PATH_LONGEST; i++) {
		long number;
		if (step[i]->kind != EXPR_ELEMENT)
			text_format(&text, "%s%s", i ? "." : "", step[i]->name.text);
		else if (path_number(scope, step[i]->b, "the number of an element", &number))
			text_format(&text, "[%ld]", number);
		else
			return NULL;
	}
	if (text.count <= PATH_LONGEST)
		return text_string(&text);
	diag(scope->diags, CHECK_BAD_NAME, path->span, "this name is longer than %d bytes", PATH_LONGEST);
	return NULL;
}
