#include "symbol.h"

int symbols_find(const struct Area *area, enum Space space, const char *name)
{
	static const bool of_model[SPACE_COUNT] = {
		[SPACE_MODEL] = true, [SPACE_FUNCTION] = true, [SPACE_POSE] = true,
		[SPACE_PART] = true,  [SPACE_KIND] = true,     [SPACE_OUTPUT] = true
	};
	const struct Area *in = of_model[space] && area->model ? area->model : area;
	return name ? names_find(&in->names[space], name) : -1;
}

int symbols_find_value(const struct Values *values, const char *name)
{
	int found = -1;
	for (; values && found < 0; values = values->outer)
		found = names_find(&values->names, name);
	return found;
}

/* The name itself, without indices and later names. */
static struct Span own_span(struct Ident name)
{
	const struct Expr *path = name.path;
	while (path && path->kind != EXPR_NAME)
		path = path->a;
	return path ? path->name.span : name.span;
}

void symbols_occur(struct Symbols *symbols, struct Ident name, int symbol, bool declares)
{
	if (symbol >= 0)
		*ARENA_PUSH(symbols->arena, &symbols->occurrences) =
			(struct Occurrence){ .span = own_span(name), .symbol = symbol, .declares = declares };
}

const struct Occurrence *symbols_at(const struct Symbols *symbols, uint32_t source, uint32_t offset)
{
	const struct Occurrence *found = NULL;
	for (size_t i = 0; symbols && i < symbols->occurrences.count; i++) {
		const struct Occurrence *o = &symbols->occurrences.item[i];
		if (o->span.source == source && o->span.begin <= offset && offset <= o->span.end)
			found = o;
	}
	return found;
}
