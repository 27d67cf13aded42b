/* Strings that grow, numbers as text, and a table from names to indices.
 * Called by every stage that prints or looks up names.
 * All memory is the arena's; nothing here depends on the process's locale (see number.c). */
#ifndef RIGIDC_TEXT_H
#define RIGIDC_TEXT_H

#include <stdarg.h>

#include "arena.h"

struct Text {
	struct Arena *arena;
	char *item; /* NUL-terminated once anything was put */
	size_t count, capacity;
};

struct Text text_new(struct Arena *arena);
void text_char(struct Text *text, char c);
void text_put(struct Text *text, const char *string);
void text_bytes(struct Text *text, const char *bytes, size_t length);
void text_format(struct Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Length of the next character if *clean; else 1, for a byte. Not clean are controls other than tab, line ends,
 * invalid UTF-8, and characters that reorder a line. */
size_t text_step(const char *bytes, size_t left, bool *clean);
/* Appends bytes, with all but clean characters as \xHH. Safe on a terminal and in JSON. */
void text_visible(struct Text *text, const char *bytes, size_t length);
const char *text_string(struct Text *text);

/* A string with text_visible. */
const char *text_shown(struct Arena *arena, const char *string);
/* True if the file name in a path ends so, and has a name before: ".csv" is no file of the ending ".csv". */
bool text_ends(const char *path, const char *ending);
/* Value of a hexadecimal digit; -1: it is none. */
int text_hex_digit(char c);
/* Separator before item i of a list in a sentence, "a, b and c"; `last`: " and ", " or ". */
const char *text_between(size_t i, size_t count, const char *last);
/* Count of characters, by UTF-8. */
int text_width(const char *string);

/* New string from a format. */
const char *text_vprint(struct Arena *arena, const char *format, va_list arguments);
const char *text_print(struct Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text before the first line end. */
const char *text_first_line(struct Arena *arena, const char *text);

/* C identifier for any name: bytes other than letters, digits and underscore become _xHH. text_identifier_rest: the
 * rest of an identifier, which may begin with a digit. */
const char *text_identifier(struct Arena *arena, const char *name);
const char *text_identifier_rest(struct Arena *arena, const char *name);

struct NameSlot {
	const char *name;
	uint32_t hash;
	int value;
};

/* Table from names to indices, by open addressing. The hash is seeded, so no input can make it slow. Nothing depends
 * on the order of slots. */
struct NameTable {
	struct Arena *arena;
	struct NameSlot *slot;
	size_t count, size;
};

struct NameTable names_new(struct Arena *arena);
/* Value of a name, or -1. */
int names_find(const struct NameTable *table, const char *name);
/* Stores a value unless the name exists; returns the stored value. */
int names_add(struct NameTable *table, const char *name, int value);

/* Collects the candidate nearest to a misspelt name, or a candidate that begins or ends with the name. */
struct Nearest {
	const char *wanted, *found; /* found: NULL while no candidate is near */
	int distance;
	int left;              /* candidates that are worth their cost; further ones are not compared */
	const char *tried[24]; /* the first candidates, for a list of all if they are few */
	int tries;
};
void nearest_init(struct Nearest *nearest, const char *wanted);
/* Compares a candidate; NULL: nothing. */
void nearest_try(struct Nearest *nearest, const char *candidate);
/* Compares the names of an array of structs, each `stride` bytes after the one before. */
void nearest_each(struct Nearest *nearest, const char *const *first, size_t count, size_t stride);
/* The same: `name` is the member with the name of each item. */
#define NEAREST_EACH(nearest, array, count, name) \
	nearest_each(nearest, (count) > 0 ? &(array)[0].name : NULL, (size_t)(count), sizeof *(array))
/* Compares words with blanks between them, which are copied; NULL: none. */
void nearest_words(struct Nearest *nearest, struct Arena *arena, const char *words);

/* Is a name among words with blanks between them? NULL: there are no words. */
bool words_have(const char *words, const char *name, size_t length);

uint64_t text_hash(const char *bytes, size_t length);

/* Count of leading bytes that are ASCII without control characters, but for tabs and the ends of lines. */
size_t text_plain(const char *text, size_t length);
/* Length of the UTF-8 character at `text`, and its code point; 0: malformed. */
size_t text_utf8(const char *text, size_t left, uint32_t *code);
/* True for control characters other than tab and line ends; for characters that reorder text. */
bool text_controls(uint32_t code);
bool text_reorders(uint32_t code);

/* --- names in quotation marks, as in the language and in options: "left \"arm\"" --- */

/* End of a quoted name, after the mark that closes `begin`; NULL: unclosed. */
const char *text_quoted_end(const char *begin);
/* Text between quotation marks, with escapes replaced: \" is ", \\ is \, \xHH a byte. NULL: another escape. */
const char *text_unquoted(struct Arena *arena, const char *text, size_t length);
/* The same into `out`, which may be `text` itself, without a NUL. Returns the end of the name; NULL: an unknown escape. */
char *text_unquote(char *out, const char *text, size_t length);
/* A name in quotation marks, with escapes. */
const char *text_quoted(struct Arena *arena, const char *name);
/* Name at the beginning of an argument, up to `end`, without blanks around; quoted or plain. *behind: end of the
 * name. */
const char *text_name(struct Arena *arena, const char *text, char end, const char **behind);

#endif
