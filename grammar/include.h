/* Included files: their statements replace the `include`, each file once.
 * Called by the pipeline after the reader. The AST is the arena's; sources are borrowed and outlive it. */
#ifndef RIGIDC_INCLUDE_H
#define RIGIDC_INCLUDE_H

#include "ast.h"

struct Included {
	const char *identity; /* equal for the same file, however it is found */
	const char *name;     /* as messages show it */
	const char *text;
	size_t length;
	const char *problem; /* NULL, or why the file has no text */
};

/* Callbacks that find and read files; this room reads none. */
struct Includes {
	void *context;
	const char *identity; /* of the model's own file, or NULL */
	/* Finds a file without reading its text. `from`: the including file, NULL: the model's source. */
	struct Included (*find)(void *context, const char *name, const struct Included *from);
	void (*read)(void *context, struct Included *file);
	/* files in the order of reading */
	struct Included **item;
	size_t count, capacity;
};

/* Requires the AST of a model. Reports files that cannot be included. */
struct Ast include_files(struct Diags *diags, struct Ast ast, struct Includes *includes);

#endif
