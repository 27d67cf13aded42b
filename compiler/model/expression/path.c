#include "path.h"

bool path_is(const struct Expr *path)
{
	while (path->kind == EXPR_COMPONENT || path->kind == EXPR_ELEMENT)
		path = path->a;
	return path->kind == EXPR_NAME;
}

bool path_number(struct Dag *dag, struct Diags *diags, struct Value value, const char *what, long *number)
{
	enum { MOST = 999999 };
	Ref ref;
	if (!value_scalar(diags, value, dim_none, &ref) || !value_constant(dag, diags, value, what))
		return false;
	double exact = dag_value(dag, ref);
	*number = exact >= 0 && exact <= MOST ? (long)exact : 0;
	if ((double)*number == exact)
		return true;
	diag(diags, CHECK_RANGE, value.span, "%s is a whole number from 0 to %d, this is %.9g", what, MOST, exact);
	return false;
}

/* Steps of a path, from the first name on. */
static const struct Expr **steps_of(struct Arena *arena, const struct Expr *path, size_t *count)
{
	*count = 1;
	for (const struct Expr *at = path; at->kind != EXPR_NAME; at = at->a)
		++*count;
	const struct Expr **step = ARENA_ARRAY(arena, const struct Expr *, *count);
	for (size_t i = *count; i > 0; path = path->a)
		step[--i] = path;
	return step;
}

const struct Expr **path_elements(struct Arena *arena, const struct Expr *path, size_t *count)
{
	size_t steps;
	const struct Expr **step = steps_of(arena, path, &steps);
	*count = 0;
	for (size_t i = 0; i < steps; i++)
		if (step[i]->kind == EXPR_ELEMENT)
			step[(*count)++] = step[i]->b;
	return step;
}

const char *path_text(struct Diags *diags, const struct Expr *path, const long *number)
{
	size_t steps;
	const struct Expr **step = steps_of(diags->arena, path, &steps);
	struct Text text = text_new(diags->arena);
	for (size_t i = 0; i < steps && text.count <= PATH_LONGEST; i++) {
		if (step[i]->kind == EXPR_ELEMENT)
			text_format(&text, "[%ld]", *number++);
		else
			text_format(&text, "%s%s", i ? "." : "", step[i]->name.text);
	}
	if (text.count <= PATH_LONGEST)
		return text_string(&text);
	diag(diags, CHECK_BAD_NAME, path->span, "this name is longer than %d bytes", PATH_LONGEST);
	return NULL;
}
