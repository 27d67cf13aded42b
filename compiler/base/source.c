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

/* Length of the line end at `at`: LF, CR LF or CR. */
static size_t line_end(const struct Source *source, size_t at)
{
	bool two = source->text[at] == '\r' && at + 1 < source->length && source->text[at + 1] == '\n';
	return two ? 2 : 1;
}

enum { COUNTED = 1024 }; /* bytes between two counts */

static void count_byte(struct CharacterCount *count, char byte)
{
	count->all += ((unsigned char)byte & 0xc0) != 0x80;
	count->wide += (unsigned char)byte >= 0xf0;
}

static void count_characters(struct Arena *arena, struct Source *source)
{
	struct CharacterCount count = { 0, 0 };
	source->counted = ARENA_ARRAY(arena, struct CharacterCount, source->length / COUNTED + 1);
	for (size_t begin = 0; begin <= source->length; begin += COUNTED) {
		size_t left = source->length - begin, end = begin + (left < COUNTED ? left : COUNTED);
		source->counted[begin / COUNTED] = count;
		for (size_t i = begin; i < end; i++)
			count_byte(&count, source->text[i]);
	}
}

static bool ends_line(char c)
{
	return c == '\n' || c == '\r';
}

static void find_lines(struct Arena *arena, struct Source *source)
{
	size_t most = 1;
	count_characters(arena, source);
	for (size_t i = 0; i < source->length; i++)
		most += ends_line(source->text[i]);
	source->line = ARENA_ARRAY(arena, uint32_t, most);
	for (size_t at = 0; at < source->length; at++) {
		if (!ends_line(source->text[at]))
			continue;
		at += line_end(source, at) - 1;
		source->line[++source->lines] = (uint32_t)at + 1;
	}
	source->lines++;
}

void sources_index(struct Sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		if (!sources->item[i].line)
			find_lines(sources->arena, &sources->item[i]);
}

/* Characters before an offset. */
static struct CharacterCount count_before(const struct Source *source, size_t offset)
{
	struct CharacterCount count = source->counted[offset / COUNTED];
	for (size_t i = offset - offset % COUNTED; i < offset; i++)
		count_byte(&count, source->text[i]);
	return count;
}

/* The end of a line, without the bytes that end it. */
static size_t end_of(const struct Source *source, size_t line)
{
	if (line + 1 == source->lines)
		return source->length;
	size_t end = source->line[line + 1] - 1;
	return end > source->line[line] && source->text[end] == '\n' && source->text[end - 1] == '\r' ? end - 1 : end;
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
	size_t start = source->line[low], end = end_of(source, low);
	struct CharacterCount before = count_before(source, start);
	struct CharacterCount here = count_before(source, span.begin < end ? span.begin : end);
	return (struct Place){
		.name = source->name,
		.line = source->before + (uint32_t)low + 1,
		.column = here.all - before.all + 1,
		.text = source->text + start,
		.length = end - start,
		.offset = span.begin - start,
		.wide = here.wide - before.wide,
	};
}

struct Span span_join(struct Span one, struct Span other)
{
	if (one.source != other.source)
		return one;
	one.begin = other.begin < one.begin ? other.begin : one.begin;
	one.end = other.end > one.end ? other.end : one.end;
	return one;
}
