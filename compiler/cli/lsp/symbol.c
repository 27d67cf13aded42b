#include "symbol.h"

#include <stdlib.h>
#include <string.h>

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

/* The name itself, without indices behind and names after it. */
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

static int by_place(const void *a, const void *b)
{
	const struct Span x = ((const struct Occurrence *)a)->span, y = ((const struct Occurrence *)b)->span;
	if (x.source != y.source)
		return x.source < y.source ? -1 : 1;
	return x.begin < y.begin ? -1 : x.begin > y.begin;
}

/* Sorts the occurrences, and keeps one of those at the same place. */
static void sort_occurrences(struct Symbols *symbols)
{
	struct Occurrence *item = symbols->occurrences.item;
	size_t kept = 0;
	if (symbols->occurrences.count)
		qsort(item, symbols->occurrences.count, sizeof *item, by_place);
	for (size_t i = 0; i < symbols->occurrences.count; i++)
		if (kept == 0 || by_place(&item[kept - 1], &item[i]) != 0)
			item[kept++] = item[i];
	symbols->occurrences.count = kept;
}

const struct Symbols *symbols_of(struct Reading *reading)
{
	if (reading->symbols || !reading->model || !reading->model->model)
		return reading->symbols;
	struct Symbols *symbols = ARENA_NEW(&reading->arena, struct Symbols);
	symbols->arena = &reading->arena;
	symbols_declare(symbols, &reading->model->ast);
	symbols_refer(symbols, &reading->model->ast, &reading->model->model->kinds);
	sort_occurrences(symbols);
	reading->symbols = symbols;
	return symbols;
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
