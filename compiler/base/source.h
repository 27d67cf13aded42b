/* Source texts and places in them. A place is a range of bytes; line and column are worked out
 * when it is printed. Called by the scanner and by the printer of diagnostics.
 * Texts are borrowed: they outlive the compilation. */
#ifndef RIGIDC_SOURCE_H
#define RIGIDC_SOURCE_H

#include "arena.h"

/* Bytes [begin, end) of source number `source`. */
struct Span {
	uint32_t begin, end;
	uint32_t source;
};

struct Source {
	const char *name; /* as shown: a path, "<stdin>", "-D" */
	const char *text;
	size_t length;
	uint32_t *line; /* offsets of line starts, made on first use */
	size_t lines;
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
	size_t offset;         /* of the place in the line, in bytes */
};

void sources_init(struct Sources *sources, struct Arena *arena);
uint32_t sources_add(struct Sources *sources, const char *name, const char *text, size_t length);
/* A value of the command line as a source of its own, so that messages show it: all of it. */
struct Span sources_option(struct Sources *sources, const char *option, const char *value);
/* Finds the lines of all texts now, and not when a place is printed. */
void sources_index(struct Sources *sources);
struct Place sources_place(struct Sources *sources, struct Span span);

/* From the start of one to the end of the other. */
struct Span span_join(struct Span first, struct Span last);

#endif
