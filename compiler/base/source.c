#include "source.h"

#include <string.h>

void sources_init(struct Sources *sources, struct Arena *arena)
{
	*sources = (struct Sources){ .arena = arena };
}

uint32_t sources_add(struct Sources *sources, const char *name, const char *text, size_t length)
{
	struct Source *source = ARENA_PUSH(sources->arena, sources);
	*source = (struct Source){ .name = name, .text = text, .length = length };
	return (uint32_t)(sources->count - 1);
}

struct Span sources_option(struct Sources *sources, const char *option, const char *value)
{
	size_t length = strlen(value);
	uint32_t source = sources_add(sources, option, value, length);
	return (struct Span){ 0, (uint32_t)length, source };
}

/* Length of the line end at `at`: LF, CR LF or CR; 0: no line end. */
static size_t line_end(const struct Source *source, size_t at)
{
	if (source->text[at] == '\n')
		return 1;
	if (source->text[at] == '\r')
		return at + 1 < source->length && source->text[at + 1] == '\n' ? 2 : 1;
	return 0;
}

static void find_lines(struct Arena *arena, struct Source *source)
{
	size_t lines = 1;
	for (size_t at = 0; at < source->length;) {
		size_t end = line_end(source, at);
		lines += end > 0;
		at += end ? end : 1;
	}
	source->line = ARENA_ARRAY(arena, uint32_t, lines);
	for (size_t at = 0; at < source->length;) {
		size_t end = line_end(source, at);
		at += end ? end : 1;
		if (end)
			source->line[++source->lines] = (uint32_t)at;
	}
	source->lines++;
}

void sources_index(struct Sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		if (!sources->item[i].line)
			find_lines(sources->arena, &sources->item[i]);
}

struct Place sources_place(struct Sources *sources, struct Span span)
{
	struct Source *source = &sources->item[span.source];
	if (!source->line)
		find_lines(sources->arena, source);
	size_t low = 0, high = source->lines;
	while (high - low > 1) {
		size_t middle = (low + high) / 2;
		if (source->line[middle] <= span.begin)
			low = middle;
		else
			high = middle;
	}
	struct Place place = { .name = source->name, .line = source->before + (uint32_t)low + 1, .column = 1 };
	size_t start = source->line[low], end = start;
	while (end < source->length && !line_end(source, end))
		end++;
	place.text = source->text + start;
	place.length = end - start;
	place.offset = span.begin - start;
	for (size_t i = 0; i < place.offset && i < place.length; i++)
		place.column += (place.text[i] & 0xc0) != 0x80;
	return place;
}

struct Span span_join(struct Span one, struct Span other)
{
	if (one.source != other.source)
		return one;
	one.begin = other.begin < one.begin ? other.begin : one.begin;
	one.end = other.end > one.end ? other.end : one.end;
	return one;
}
