/* From the options of the public header to a request.
 * Called when a model is read. The request and its strings are the arena's. */
#ifndef RIGIDC_SETTINGS_H
#define RIGIDC_SETTINGS_H

#include "rigidc.h"

#include "base/arena.h"
#include "base/request.h"

/* Two options that exclude each other, as fields of rigidc_options and as flags of the command. */
struct Exclusion {
	const char *field[2], *flag[2];
	const char *why; /* added to the message, or "" */
};

/* Largest tolerance for quarter turns, in rad: no angle farther off is meant as a quarter turn. */
#define SETTINGS_SNAP_MOST 0.1

/* The first pair of given options that exclude each other; NULL: none. */
const struct Exclusion *settings_excluded(const rigidc_options *options);
/* Why the options are refused; NULL if accepted. */
const char *settings_refused(struct Arena *arena, const rigidc_options *options);
void settings_copy(struct Arena *arena, const rigidc_options *options, struct Request *request);

#endif
