#include "symbol.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
	const struct Span x = ((const struct Occurrence *)a)->span, y = ((const struct Occurrence *)b)->span;
	if (x.source != y.source)
		return x.source < y.source ? -1 : 1;
	return x.begin < y.begin ? -1 : x.begin > y.begin;
}

/* Sorts the occurrences by place, and removes repeated places. */
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
