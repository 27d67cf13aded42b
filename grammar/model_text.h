/* The text of a model that is to be read.
 * Filled in by the library; read by the readers of formats. The texts are borrowed. */
#ifndef RIGIDC_MODEL_TEXT_H
#define RIGIDC_MODEL_TEXT_H

#include <stddef.h>

struct Format;
struct Includes;

struct ModelText {
	const char *name; /* as messages show it */
	const char *text;
	size_t length;
	const struct Format *format;
	struct Includes *includes; /* who reads what it includes */
};

#endif
