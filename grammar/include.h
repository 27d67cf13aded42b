/* Files that a model includes: their statements in the place of the `include`, each file once.
 * Called by the pipeline behind the reader. The AST is the arena's; texts are borrowed and outlive it. */
#ifndef RIGIDC_INCLUDE_H
#define RIGIDC_INCLUDE_H

#include "ast.h"

struct Included {
	const char *identity; /* the same text for the same file, by whatever way it is found */
	const char *name;     /* as messages show it */
	const char *text;
	size_t length;
	const char *problem;  /* NULL, or why there is no text */
};

/* Who finds and reads files: this room does not. */
struct Includes {
	void *context;
	const char *identity; /* of the model's own file, or NULL */
	/* Without the text; `from`: the file that includes it, NULL: the model's text. */
	struct Included (*find)(void *context, const char *name, const struct Included *from);
	void (*read)(void *context, struct Included *file);
	/* in the order in which they were read */
	struct Included **item;
	size_t count, capacity;
};

/* Requires the AST of a model's text. Reports what cannot be included. */
struct Ast include_files(struct Diags *diags, struct Ast ast, struct Includes *includes);

#endif
