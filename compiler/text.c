#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void text_init(struct Text *text, struct Arena *arena)
{
	*text = (struct Text){ .arena = arena };
}

void text_bytes(struct Text *text, const char *bytes, size_t length)
{
	if (text->count + length + 1 > text->capacity) {
		size_t capacity = text->capacity ? text->capacity : 64;
		while (capacity < text->count + length + 1)
			capacity *= 2;
		char *wider = arena_alloc(text->arena, capacity);
		if (text->count)
			memcpy(wider, text->item, text->count);
		text->item = wider;
		text->capacity = capacity;
	}
	if (length)
		memcpy(text->item + text->count, bytes, length);
	text->count += length;
	text->item[text->count] = '\0';
}

void text_char(struct Text *text, char c)
{
	text_bytes(text, &c, 1);
}

void text_put(struct Text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

void text_vformat(struct Text *text, const char *format, va_list arguments)
{
	char small[256];
	va_list again;
	va_copy(again, arguments);
	int length = vsnprintf(small, sizeof small, format, arguments);
	MUST(text->arena, length >= 0);
	if ((size_t)length < sizeof small) {
		text_bytes(text, small, (size_t)length);
	} else {
		char *large = arena_alloc(text->arena, (size_t)length + 1);
		vsnprintf(large, (size_t)length + 1, format, again);
		text_bytes(text, large, (size_t)length);
	}
	va_end(again);
}

void text_format(struct Text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_vformat(text, format, arguments);
	va_end(arguments);
}

void text_visible(struct Text *text, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '\t' || (c >= 0x20 && c != 0x7f))
			text_char(text, (char)c);
		else
			text_format(text, "\\x%02X", c);
	}
}

const char *text_string(struct Text *text)
{
	text_bytes(text, "", 0);
	return text->item;
}

const char *text_print(struct Arena *arena, const char *format, ...)
{
	struct Text text;
	va_list arguments;
	text_init(&text, arena);
	va_start(arguments, format);
	text_vformat(&text, format, arguments);
	va_end(arguments);
	return text_string(&text);
}

/* FNV-1a, 64 bits. */
uint64_t text_hash(const char *bytes, size_t length)
{
	uint64_t hash = 14695981039346656037u;
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
	return hash;
}

void names_init(struct NameTable *table, struct Arena *arena)
{
	*table = (struct NameTable){ .arena = arena };
}

/* The slot of a name, or the empty one where it belongs. */
static struct NameSlot *names_slot(struct NameSlot *slot, size_t size, const char *name,
                                   uint32_t hash)
{
	size_t at = hash & (size - 1);
	while (slot[at].name && (slot[at].hash != hash || strcmp(slot[at].name, name) != 0))
		at = (at + 1) & (size - 1);
	return &slot[at];
}

int names_find(const struct NameTable *table, const char *name)
{
	if (!table->size)
		return -1;
	uint32_t hash = (uint32_t)(text_hash(name, strlen(name)) >> 16);
	const struct NameSlot *slot = names_slot(table->slot, table->size, name, hash);
	return slot->name ? slot->value : -1;
}

static void names_widen(struct NameTable *table)
{
	size_t size = table->size ? 2 * table->size : 32;
	struct NameSlot *wider = ARENA_ARRAY(table->arena, struct NameSlot, size);
	for (size_t i = 0; i < table->size; i++)
		if (table->slot[i].name)
			*names_slot(wider, size, table->slot[i].name, table->slot[i].hash) =
				table->slot[i];
	table->slot = wider;
	table->size = size;
}

int names_add(struct NameTable *table, const char *name, int value)
{
	if (2 * (table->count + 1) > table->size)
		names_widen(table);
	uint32_t hash = (uint32_t)(text_hash(name, strlen(name)) >> 16);
	struct NameSlot *slot = names_slot(table->slot, table->size, name, hash);
	if (!slot->name) {
		*slot = (struct NameSlot){ name, hash, value };
		table->count++;
	}
	return slot->value;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

int text_distance(const char *a, const char *b, int limit)
{
	enum { LONGEST = 64 };
	int row[LONGEST + 1];
	size_t n = strlen(a), m = strlen(b);
	size_t apart = n > m ? n - m : m - n;
	if (n > LONGEST || m > LONGEST || apart > (size_t)limit)
		return limit + 1;
	for (size_t j = 0; j <= m; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			int above = row[j];
			bool same = tolower((unsigned char)a[i - 1]) ==
			            tolower((unsigned char)b[j - 1]);
			row[j] = least(diagonal + !same, least(above, row[j - 1]) + 1);
			diagonal = above;
		}
	}
	return row[m];
}

void nearest_init(struct Nearest *nearest, const char *wanted)
{
	size_t length = strlen(wanted);
	/* One slip in a short name, up to three in a long one; all else is another name. */
	int reach = length < 3 ? 1 : length < 6 ? 2 : 3;
	*nearest = (struct Nearest){ wanted, NULL, reach + 1 };
}

void nearest_try(struct Nearest *nearest, const char *candidate)
{
	int distance = text_distance(nearest->wanted, candidate, nearest->distance);
	if (distance < nearest->distance) {
		nearest->distance = distance;
		nearest->found = candidate;
	}
}
