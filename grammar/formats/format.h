/* Formats of models: the table and its uses.
 * Called by the column of compile.c, the checker for its words, the library and the command. New strings are in the
 * arena. */
#ifndef RIGIDC_FORMAT_H
#define RIGIDC_FORMAT_H

#include "grammar/import/readers.h"

enum FormatId {
#define FORMAT(id, name, title, called, ending, root, options, read, shut, wide) FORMAT_##id,
#include "formats.def"
	FORMAT_COUNT
};

struct Format {
	const char *name, *title, *called, *ending, *root;
	unsigned options;
	FormatRead *read;
	const char *shut, *wide;
};

extern const struct Format format_table[FORMAT_COUNT];

/* Is the format rigidc's own, without import? */
static inline bool format_is_own(const struct Format *format)
{
	return format == &format_table[FORMAT_RIG];
}

/* Reads a model of any format, with what it includes. *snapped: as FormatRead gives it. */
struct Ast format_read(struct Diags *diags, const struct ModelText *text, const struct Request *request,
                       size_t *snapped);

/* Name of the root element of XML, after declarations and comments; empty without a root; NULL: no XML. A byte order
 * mark and blanks may come first. */
const char *format_root(const char *text, size_t length, size_t *name_length);

/* Format of a source, from its beginning, or from the ending of its name if it is no XML. XML with an unknown root has
 * the first XML format, whose reader reports the fault. */
const struct Format *format_of_source(const char *name, const char *text, size_t length);

/* Message about options of the request that neither the format nor an included file takes; NULL: none. */
const char *format_refused(struct Arena *arena, const struct Format *format, const struct Request *request,
                           const struct Includes *includes);

/* Option i of a list, "base": options for some formats only. NULL after the last. */
const char *format_option(size_t i);
/* Does the format take this option? */
bool format_takes(const struct Format *format, size_t option);

/* Names of formats for a sentence: "a URDF", "a, b or c". Writes at most `size` bytes, NUL included. */
enum FormatName { FORMAT_TITLES, FORMAT_CALLED };
struct FormatChoice {
	bool own;        /* with rigidc's own language */
	unsigned taking; /* formats with one of these options, as bits; 0: all formats */
};
const char *format_names(char *out, size_t size, enum FormatName name, struct FormatChoice choice);

#endif
