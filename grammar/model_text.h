/* Source of a model in memory.
 * Filled in by the library, read by the readers of formats. Strings are borrowed. */
#ifndef RIGIDC_MODEL_TEXT_H
#define RIGIDC_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct Format;
struct Included;
struct Includes;
struct NameTable;

/* Inclusion of a file of another format in a .rig file. */
struct Inclusion {
	bool free;                /* the root gets a free joint */
	struct NameTable *joints; /* receives the names of the file's joints */
};

struct ModelText {
	const char *name; /* as shown in messages */
	const char *text;
	size_t length;
	const struct Format *format;
	struct Includes *includes;         /* reader of included files */
	const struct Included *file;       /* NULL: the text is the model's own */
	const struct Inclusion *inclusion; /* NULL: the text is the model's own */
};

#endif
