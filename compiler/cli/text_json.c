#include "text_json.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* Static because jansson passes no context to its allocator. */
static struct Arena *memory;

static void *take(size_t size)
{
	return arena_alloc(memory, size);
}

static void leave(void *block)
{
	(void)block;
}

void text_json_memory(struct Arena *arena)
{
	memory = arena;
	json_set_alloc_funcs(take, leave);
}

const char *text_json_visible(const char *text)
{
	size_t length = strlen(text), step;
	uint32_t code;
	for (size_t at = 0; at < length; at += step)
		if (!(step = text_utf8(text + at, length - at, &code)))
			return text_shown(memory, text);
	return text;
}

json_t *text_json(const char *text)
{
	return json_string(text_json_visible(text));
}

json_t *text_json_number(double number)
{
	return isfinite(number) ? json_real(number) : json_null();
}

json_t *text_json_numbers(const double *number, int count)
{
	json_t *all = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(all, text_json_number(number[i]));
	return all;
}

json_t *text_json_integers(const int *number, size_t count)
{
	json_t *all = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(all, json_integer(number[i]));
	return all;
}

void text_json_add_once(json_t *list, json_t *item)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), item))
			return;
	json_array_append(list, item);
}

const char *text_json_print(const json_t *json, size_t flags)
{
	char *text = json_dumps(json, flags | JSON_INDENT(2) | JSON_ENSURE_ASCII);
	MUST(memory, text);
	return text_print(memory, "%s\n", text);
}

const char *text_json_embedded(const json_t *json)
{
	char *plain = json_dumps(json, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(17));
	MUST(memory, plain);
	struct Text text = text_new(memory);
	for (const char *at = plain; *at; at++)
		text_put(&text, *at == '<' ? "\\u003c" : (const char[]){ *at, '\0' });
	return text_string(&text);
}
