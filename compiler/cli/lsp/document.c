#include "server.h"

#include <stdlib.h>
#include <string.h>

static const char *copy(struct Arena *arena, const char *text)
{
	return arena_copy(arena, text, strlen(text));
}

struct Document *document_new(struct Guard *guard, const char *uri)
{
	struct Document *document = calloc(1, sizeof *document);
	if (!document)
		return NULL;
	arena_init(&document->arena, guard);
	arena_init(&document->text[0], guard);
	arena_init(&document->text[1], guard);
	document->uri = copy(&document->arena, uri);
	document->path = uri_path(&document->arena, uri);
	char *real = document->path ? realpath(document->path, NULL) : NULL;
	document->identity = real ? copy(&document->arena, real) : document->path ? document->path : document->uri;
	free(real);
	document_set(document, "", 0);
	return document;
}

void document_free(struct Document *document)
{
	arena_free(&document->text[0]);
	arena_free(&document->text[1]);
	arena_free(&document->arena);
	for (int i = 0; i < HINTS_COUNT; i++)
		free(document->hints[i].text);
	free(document);
}

/* Makes a text of the other arena the document's. */
static void take(struct Document *document, const char *text, size_t length)
{
	struct Arena *before = &document->text[document->current];
	document->current = !document->current;
	sources_init(&document->sources, &document->text[document->current]);
	sources_add(&document->sources, document->path ? document->path : document->uri, text, length);
	sources_index(&document->sources);
	arena_free(before);
}

void document_set(struct Document *document, const char *text, size_t length)
{
	take(document, arena_copy(&document->text[!document->current], text, length), length);
}

/* Replaces bytes [begin, end). */
static void replace(struct Document *document, uint32_t begin, uint32_t end, const char *text, size_t length)
{
	const struct Source *old = document_source(document);
	size_t total = begin + length + (old->length - end);
	char *made = arena_alloc(&document->text[!document->current], total + 1);
	memcpy(made, old->text, begin);
	memcpy(made + begin, text, length);
	memcpy(made + begin + length, old->text + end, old->length - end);
	take(document, made, total);
}

bool document_change(struct Document *document, const json_t *change, enum Encoding encoding)
{
	const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
	struct Position start, end;
	if (!json_is_string(text))
		return false;
	if (!range) {
		document_set(document, json_string_value(text), json_string_length(text));
		return true;
	}
	if (!position_read(json_object_get(range, "start"), &start) ||
	    !position_read(json_object_get(range, "end"), &end))
		return false;
	uint32_t first = position_offset(&document->sources, 0, start, encoding);
	uint32_t last = position_offset(&document->sources, 0, end, encoding);
	replace(document, first < last ? first : last, first < last ? last : first, json_string_value(text),
	        json_string_length(text));
	return true;
}
