/* Included files of every format: their statements replace the `include`, each file once.
 * Called by formats/format.c after the reader. The AST is the arena's; sources are borrowed and outlive it. */
#ifndef RIGIDC_INCLUDE_H
#define RIGIDC_INCLUDE_H

#include "ast.h"
#include "base/request.h"
#include "model_text.h"

/* Limits far beyond any model. */
enum { INCLUDE_MOST_FILES = 1000, INCLUDE_MOST_BYTES = 64 * 1024 * 1024 };

struct Included {
	const char *identity; /* equal for the same file, however it is found */
	const char *name;     /* as messages show it */
	const char *text;
	size_t length;
	const char *problem;                  /* NULL, or why the file has no text */
	bool own;                             /* a file of the language itself: no file holds its text */
	const struct Format *format;          /* NULL: the language itself */
	struct Span statement, free, muscles; /* the `include`, and its words; empty without the word */
};

/* Callbacks that find and read files; this room reads none. */
struct Includes {
	void *context;
	const char *identity; /* of the model's own file, or NULL */
	bool above;           /* a name with `..` may lead out of the folders, but not the name of a whole path */
	/* Finds a file without reading its text. `from`: the including file, NULL: the model's source. */
	struct Included (*find)(void *context, const char *name, const struct Included *from);
	void (*read)(void *context, struct Included *file);
	/* files in the order of reading */
	struct Included **item;
	size_t count, capacity;
};

/* Formats of included files. */
struct IncludeFormats {
	/* NULL: the language itself */
	const struct Format *(*find)(const char *name, const char *text, size_t length);
	/* Reads a file of another format, as Format.read does. */
	struct Ast (*read)(struct Diags *diags, const struct ModelText *text, const struct Request *request,
	                   size_t *snapped);
	/* Do files of the format have muscles? */
	bool (*has_muscles)(const struct Format *format);
};

/* Requires the AST of a model. Reports files that cannot be included. *snapped: as Format.read gives it. */
struct Ast include_files(struct Diags *diags, struct Ast ast, struct Includes *includes,
                         const struct IncludeFormats *formats, const struct Request *request, size_t *snapped);

#endif
