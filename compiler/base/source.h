/* Sources, and places in them. A place is a range of bytes; its line and column are found when it is printed.
 * Called by the scanner and by the printer of diagnostics.
 * Texts are borrowed: they outlive the compilation. */
#ifndef RIGIDC_SOURCE_H
#define RIGIDC_SOURCE_H

#include <stdbool.h>

#include "arena.h"

/* Bytes [begin, end) of source number `source`. */
struct Span {
	uint32_t begin, end;
	uint32_t source;
};

/* Characters before a byte of a source, and those of them that have four bytes. */
struct CharacterCount {
	uint32_t all, wide;
};

struct Source {
	const char *name; /* as shown: a path, "<stdin>", "-D" */
	const char *text;
	size_t length;
	uint32_t before; /* lines of the file before the text */
	bool included;
	struct Span inclusion; /* of an included source: the name of its file in the including source */
	uint32_t *line;        /* offsets of line starts, found on first use */
	size_t lines;
	struct CharacterCount *counted; /* at every 1024th byte, so that places on long lines take little time */
};

struct Sources {
	struct Arena *arena;
	struct Source *item;
	size_t count, capacity;
};

struct Place {
	const char *name;
	uint32_t line, column; /* from 1; the column counts characters */
	const char *text;      /* the source line, without its end */
	size_t length;
	size_t offset; /* offset of the place in the line, in bytes */
	uint32_t wide; /* characters of four bytes before the place; each has two units of UTF-16 */
};

void sources_init(struct Sources *sources, struct Arena *arena);
uint32_t sources_add(struct Sources *sources, const char *name, const char *text, size_t length);
/* Adds a value from the command line as a source, so that messages can show it. Returns its whole span. */
struct Span sources_option(struct Sources *sources, const char *option, const char *value);
/* Finds the lines of all sources now, instead of when a place is printed. */
void sources_index(struct Sources *sources);
struct Place sources_place(struct Sources *sources, struct Span span);

/* The shortest span with both, in any order; the first, if they are in two sources. */
struct Span span_join(struct Span one, struct Span other);

#endif
