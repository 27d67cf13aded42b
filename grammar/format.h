/* The formats of models: their table, and what follows from it.
 * Called by the column of compile.c, the checker for its words, the library and the command. Texts that are made are the arena's. */
#ifndef RIGIDC_FORMAT_H
#define RIGIDC_FORMAT_H

#include "ast.h"
#include "base/diag.h"
#include "base/request.h"
#include "model_text.h"

enum FormatId {
#define FORMAT(id, name, title, called, ending, root, options, read, instead, shut, wide) FORMAT_##id,
#include "formats.def"
	FORMAT_COUNT
};

struct Format {
	const char *name, *title, *called, *ending, *root;
	unsigned options;
	/* Faults are reported; what could be understood is returned all the same. *snapped: angles that --snap-angles has changed. */
	struct Ast (*read)(struct Diags *diags, const struct ModelText *text, const struct Request *request, size_t *snapped);
	const char *instead, *shut, *wide;
};

extern const struct Format format_table[FORMAT_COUNT];

/* Is it what models are written in, and not imported? */
static inline bool format_is_own(const struct Format *format)
{
	return format == &format_table[FORMAT_RIG];
}

/* The name of the root element of a text that begins as XML does, behind declarations and comments, empty if none comes; NULL: it
 * does not begin so. A byte order mark and blanks may come before. */
const char *format_root(const char *text, size_t length, size_t *name_length);

/* By what the text begins with. XML of no known root is read as the first format that is XML, whose reader says what it lacks. */
const struct Format *format_of_text(const char *text, size_t length);

/* Why the request cannot be met with a model of the format: options that it does not take. NULL: it can. */
const char *format_refused(struct Arena *arena, const struct Format *format, const struct Request *request);

/* The i-th option that not every format takes, "floating-base"; NULL behind the last. */
const char *format_option(size_t i);
/* Does the format take it? */
bool format_takes(const struct Format *format, size_t option);

/* Names of formats as a sentence has them: "a URDF", "a, b or c". At most `size` bytes with the NUL. */
enum FormatName { FORMAT_TITLES, FORMAT_CALLED };
struct FormatChoice {
	bool own;      /* the language of rigidc too */
	unsigned taking; /* only those that take one of these options, as bits; 0: all */
};
const char *format_names(char *out, size_t size, enum FormatName name, struct FormatChoice choice);

#endif
