/* Source of a model in memory.
 * Filled in by the library, read by the readers of formats. Strings are borrowed. */
#ifndef RIGIDC_MODEL_TEXT_H
#define RIGIDC_MODEL_TEXT_H

#include <stddef.h>

struct Format;
struct Includes;

struct ModelText {
	const char *name; /* as shown in messages */
	const char *text;
	size_t length;
	const struct Format *format;
	struct Includes *includes; /* reader of included files */
};

#endif
