#include "jansson.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum Kind { KIND_OBJECT, KIND_ARRAY, KIND_STRING, KIND_REAL, KIND_WORD };

enum { REAL_SHIFT = 11 }; /* of the digits of JSON_REAL_PRECISION in the flags */

/* A value. Those of an object or array are a list. */
struct json_t {
	enum Kind kind;
	const char *text; /* of a string, which may have zero bytes; of an integer or word as it is printed */
	size_t length;
	double number;
	json_t *first, *last; /* entries */
	const char *key;      /* in the object around */
	json_t *next;         /* in the object or array around */
};

static void *(*take)(size_t size) = malloc;

void json_set_alloc_funcs(void *(*given)(size_t size), void (*leave)(void *block))
{
	(void)leave;
	take = given;
}

/* --- values --- */

static json_t *value_new(enum Kind kind, const char *text, size_t length)
{
	json_t *value = take(sizeof *value);
	char *copy = take(length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	*value = (json_t){ .kind = kind, .text = copy, .length = length };
	return value;
}

static json_t *word_new(const char *text)
{
	return value_new(KIND_WORD, text, strlen(text));
}

json_t *json_object(void)
{
	return value_new(KIND_OBJECT, "", 0);
}

json_t *json_array(void)
{
	return value_new(KIND_ARRAY, "", 0);
}

json_t *json_string(const char *text)
{
	return text ? json_stringn(text, strlen(text)) : NULL;
}

json_t *json_stringn(const char *text, size_t length)
{
	return value_new(KIND_STRING, text, length);
}

json_t *json_integer(json_int_t number)
{
	char text[24];
	snprintf(text, sizeof text, "%lld", number);
	return word_new(text);
}

json_t *json_real(double number)
{
	json_t *value = value_new(KIND_REAL, "", 0);
	value->number = number;
	return value;
}

json_t *json_null(void)
{
	return word_new("null");
}

json_t *json_true(void)
{
	return word_new("true");
}

json_t *json_false(void)
{
	return word_new("false");
}

static void append(json_t *to, json_t *value)
{
	if (to->last)
		to->last->next = value;
	else
		to->first = value;
	to->last = value;
}

int json_array_append_new(json_t *array, json_t *value)
{
	if (!array || !value)
		return -1;
	append(array, value);
	return 0;
}

/* A new value takes the place of one with the same key. */
int json_object_set_new(json_t *object, const char *key, json_t *value)
{
	if (!object || !value)
		return -1;
	json_t *name = json_string(key);
	value->key = name->text;
	for (json_t **at = &object->first; *at; at = &(*at)->next)
		if (strcmp((*at)->key, key) == 0) {
			value->next = (*at)->next;
			*at = value;
			if (!value->next)
				object->last = value;
			return 0;
		}
	append(object, value);
	return 0;
}

/* A value belongs to one list: a second use is a copy with the same entries. */
static json_t *copy_of(const json_t *value)
{
	if (!value)
		return NULL;
	json_t *copy = value_new(value->kind, value->text, value->length);
	copy->number = value->number;
	copy->first = value->first;
	copy->last = value->last;
	return copy;
}

int json_object_set(json_t *object, const char *key, json_t *value)
{
	return json_object_set_new(object, key, copy_of(value));
}

int json_array_append(json_t *array, json_t *value)
{
	return json_array_append_new(array, copy_of(value));
}

void json_decref(json_t *value)
{
	(void)value;
}

static size_t count_entries(const json_t *value)
{
	size_t count = 0;
	for (const json_t *at = value->first; at; at = at->next)
		count++;
	return count;
}

size_t json_array_size(const json_t *array)
{
	return array && array->kind == KIND_ARRAY ? count_entries(array) : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
	json_t *at = array && array->kind == KIND_ARRAY ? array->first : NULL;
	while (at && index-- > 0)
		at = at->next;
	return at;
}

json_t *json_object_get(const json_t *object, const char *key)
{
	json_t *at = object && object->kind == KIND_OBJECT ? object->first : NULL;
	while (at && strcmp(at->key, key) != 0)
		at = at->next;
	return at;
}

bool json_equal(const json_t *a, const json_t *b)
{
	if (!a || !b || a->kind != b->kind || a->length != b->length || memcmp(a->text, b->text, a->length) != 0 ||
	    a->number != b->number || count_entries(a) != count_entries(b))
		return false;
	const json_t *other = b->first;
	for (const json_t *at = a->first; at; at = at->next, other = other->next)
		if (!json_equal(at, a->kind == KIND_OBJECT ? json_object_get(b, at->key) : other))
			return false;
	return true;
}

bool json_is_real(const json_t *value)
{
	return value->kind == KIND_REAL;
}

double json_real_value(const json_t *value)
{
	return json_is_real(value) ? value->number : 0;
}

json_t *json_array_first(const json_t *array)
{
	return array->kind == KIND_ARRAY ? array->first : NULL;
}

json_t *json_object_first(const json_t *object)
{
	return object->kind == KIND_OBJECT ? object->first : NULL;
}

json_t *json_entry_next(const json_t *entry)
{
	return entry->next;
}

const char *json_entry_key(const json_t *entry)
{
	return entry->key;
}

/* --- by a format --- */

struct Pack {
	const char *at;
	va_list *given;
};

/* The next sign of the format; spaces, commas and colons separate. */
static char next_sign(struct Pack *pack)
{
	pack->at += strspn(pack->at, " ,:");
	return *pack->at++;
}

static json_t *pack_value(struct Pack *pack, char sign);

/* The rest of an object or array up to its end. NULL: a value is missing. */
static json_t *pack_entries(struct Pack *pack, json_t *into, char end)
{
	bool whole = true;
	for (char sign; (sign = next_sign(pack)) != end;) {
		const char *key = end == '}' ? va_arg(*pack->given, const char *) : NULL;
		json_t *value = pack_value(pack, key ? next_sign(pack) : sign);
		whole &= (key ? json_object_set_new(into, key, value) : json_array_append_new(into, value)) == 0;
	}
	return whole ? into : NULL;
}

static json_t *pack_value(struct Pack *pack, char sign)
{
	switch (sign) {
	case '{': return pack_entries(pack, json_object(), '}');
	case '[': return pack_entries(pack, json_array(), ']');
	case 's': return json_string(va_arg(*pack->given, const char *));
	case 'o': return va_arg(*pack->given, json_t *);
	case 'i': return json_integer(va_arg(*pack->given, int));
	case 'I': return json_integer(va_arg(*pack->given, json_int_t));
	case 'b': return json_boolean(va_arg(*pack->given, int));
	case 'f': return json_real(va_arg(*pack->given, double));
	default: return NULL;
	}
}

json_t *json_pack(const char *format, ...)
{
	va_list given;
	struct Pack pack = { format, &given };
	va_start(given, format);
	json_t *value = pack_value(&pack, next_sign(&pack));
	va_end(given);
	return value;
}

/* --- text --- */

struct Dump {
	char *text;
	size_t length, room, flags;
};

static void put(struct Dump *out, const char *text, size_t length)
{
	if (out->length + length >= out->room) {
		size_t room = 2 * (out->room + length) + 64;
		char *wider = take(room);
		if (out->length)
			memcpy(wider, out->text, out->length);
		out->text = wider;
		out->room = room;
	}
	memcpy(out->text + out->length, text, length);
	out->length += length;
	out->text[out->length] = '\0';
}

static void put_word(struct Dump *out, const char *word)
{
	put(out, word, strlen(word));
}

/* A character in UTF-16, as JSON escapes it. */
static void put_code(struct Dump *out, uint32_t code)
{
	char text[16];
	if (code < 0x10000)
		snprintf(text, sizeof text, "\\u%04X", (unsigned)code);
	else
		snprintf(text, sizeof text, "\\u%04X\\u%04X", (unsigned)(0xd800 + ((code - 0x10000) >> 10)),
		         (unsigned)(0xdc00 + ((code - 0x10000) & 0x3ff)));
	put_word(out, text);
}

static void put_character(struct Dump *out, uint32_t code)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
	const char *found = code && code < 0x80 ? strchr(plain, (int)code) : NULL;
	if (found)
		put(out, (const char[]){ '\\', letter[found - plain] }, 2);
	else if (code < 0x20 || code > 0x7f)
		put_code(out, code);
	else
		put(out, (const char[]){ (char)code }, 1);
}

/* A point tells a double from an integer, and an exponent has neither a plus nor zeros before it. */
static void put_real(struct Dump *out, double number)
{
	size_t digits = out->flags >> REAL_SHIFT & 0x1f;
	char text[48], *exponent;
	snprintf(text, sizeof text - 3, "%.*g", digits ? (int)digits : 17, number);
	if (!strpbrk(text, ".e"))
		strcat(text, ".0");
	if ((exponent = strchr(text, 'e'))) {
		char *to = exponent + 1 + (exponent[1] == '-'), *significant = exponent + 2 + strspn(exponent + 2, "0");
		memmove(to, significant, strlen(significant) + 1);
	}
	put_word(out, text);
}

static void put_text(struct Dump *out, const char *text, size_t length)
{
	put_word(out, "\"");
	for (size_t at = 0, step; at < length; at += step) {
		uint32_t code = 0;
		step = text_utf8(text + at, length - at, &code);
		if (!step)
			step = 1;
		put_character(out, code);
	}
	put_word(out, "\"");
}

/* The line end and indentation before an entry or the end of a list. */
static void put_line(struct Dump *out, size_t depth, bool between)
{
	size_t columns = out->flags & 0x1f;
	if (columns)
		put_word(out, "\n");
	else if (between && !(out->flags & JSON_COMPACT))
		put_word(out, " ");
	for (size_t i = 0; i < columns * depth; i++)
		put_word(out, " ");
}

static void put_value(struct Dump *out, const json_t *value, size_t depth);

static void put_entries(struct Dump *out, const json_t *value, const char *begin, const char *end, size_t depth)
{
	put_word(out, begin);
	for (const json_t *entry = value->first; entry; entry = entry->next) {
		put_line(out, depth + 1, entry != value->first);
		if (value->kind == KIND_OBJECT) {
			put_text(out, entry->key, strlen(entry->key));
			put_word(out, out->flags & JSON_COMPACT ? ":" : ": ");
		}
		put_value(out, entry, depth + 1);
		if (entry->next)
			put_word(out, ",");
	}
	if (value->first)
		put_line(out, depth, false);
	put_word(out, end);
}

static void put_value(struct Dump *out, const json_t *value, size_t depth)
{
	if (value->kind == KIND_OBJECT)
		put_entries(out, value, "{", "}", depth);
	else if (value->kind == KIND_ARRAY)
		put_entries(out, value, "[", "]", depth);
	else if (value->kind == KIND_STRING)
		put_text(out, value->text, value->length);
	else if (value->kind == KIND_REAL)
		put_real(out, value->number);
	else
		put_word(out, value->text);
}

char *json_dumps(const json_t *value, size_t flags)
{
	struct Dump out = { .flags = flags };
	if (value)
		put_value(&out, value, 0);
	return out.text;
}
