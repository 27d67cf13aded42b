/* Strings that grow, numbers as text, and a table from names to indices.
 * Called by every stage that prints or looks up names.
 * All memory is the arena's; nothing here depends on the process's locale (see number.c). */
#ifndef RIGIDC_TEXT_H
#define RIGIDC_TEXT_H

#include <stdarg.h>

#include "arena.h"

struct Text {
	struct Arena *arena;
	char *item; /* always NUL-terminated once something was put */
	size_t count, capacity;
};

void text_init(struct Text *text, struct Arena *arena);
void text_char(struct Text *text, char c);
void text_put(struct Text *text, const char *string);
void text_bytes(struct Text *text, const char *bytes, size_t length);
void text_format(struct Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* How many bytes are the next character, or 1, the next byte, if it is not *clean: a control, part of what is no UTF-8,
 * or of a character that reorders a line. */
size_t text_step(const char *bytes, size_t left, bool *clean);
/* The bytes with everything but clean text as \xHH. Safe on a terminal and in JSON. */
void text_visible(struct Text *text, const char *bytes, size_t length);
const char *text_string(struct Text *text);

/* A string made visible. */
const char *text_shown(struct Arena *arena, const char *string);
/* Its characters, as far as UTF-8 goes. */
int text_width(const char *string);

/* Fresh string from a format. */
const char *text_vprint(struct Arena *arena, const char *format, va_list arguments);
const char *text_print(struct Arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* What stands before the first line end. */
const char *text_first_line(struct Arena *arena, const char *text);

/* An identifier of C from any name: a byte that is no letter, digit or underscore becomes _xHH. And one that something
 * stands before, so that it may begin with a digit. */
const char *text_identifier(struct Arena *arena, const char *name);
const char *text_identifier_rest(struct Arena *arena, const char *name);

/* Names to indices; open addressing. The hash is seeded, so that no text can make it slow; nothing
 * depends on the order of the slots. */
struct NameTable {
	struct Arena *arena;
	struct NameSlot { const char *name; uint32_t hash; int value; } *slot;
	size_t count, size;
};

void names_init(struct NameTable *table, struct Arena *arena);
/* The value stored for name, or -1. */
int names_find(const struct NameTable *table, const char *name);
/* Stores value unless the name is there; returns the value that is stored now. */
int names_add(struct NameTable *table, const char *name, int value);

/* Among more candidates a suggestion costs more than it is worth. */
enum { NEAREST_MOST = 2000 };

/* Collects the nearest of several candidates to a misspelt name, or one that it is the beginning or end of. */
struct Nearest {
	const char *wanted, *found; /* found is NULL while nothing is near */
	int distance;
};
void nearest_init(struct Nearest *nearest, const char *wanted);
void nearest_try(struct Nearest *nearest, const char *candidate);

uint64_t text_hash(const char *bytes, size_t length);

/* The length of the UTF-8 character at `text` and its code point; 0 if it is malformed. */
size_t text_utf8(const char *text, size_t left, uint32_t *code);
/* Is it a control character other than tab and line ends; one that reorders text? */
bool text_controls(uint32_t code);
bool text_reorders(uint32_t code);

/* --- names in quotation marks, as the language and options have them: "left \"arm\"" --- */

/* Behind the mark that closes the one at `begin`; NULL: none does. */
const char *text_quoted_end(const char *begin);
/* What so many bytes between the marks mean: \" is ", \\ is \, \xHH the byte of that number. NULL: there is another escape. */
const char *text_unquoted(struct Arena *arena, const char *text, size_t length);
/* With marks around it, which reads back as the name. */
const char *text_quoted(struct Arena *arena, const char *name);
/* A name at the beginning of an argument, before `end` and blanks: in marks, or as it stands. *behind is where it ends. */
const char *text_name(struct Arena *arena, const char *text, char end, const char **behind);

#endif
