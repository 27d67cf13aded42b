/* Options that exclude each other.
 * Called by the settings, the presets and the command. Static data. */
#ifndef RIGIDC_EXCLUSION_H
#define RIGIDC_EXCLUSION_H

#include "rigidc.h"

/* Two options that exclude each other, as fields of rigidc_options and as flags of the command. */
struct Exclusion {
	const char *field[2], *flag[2];
	const char *why; /* added to the message, or "" */
};

/* The first pair of given options that exclude each other; NULL: none. */
const struct Exclusion *exclusion_find(const rigidc_options *options);

#endif
