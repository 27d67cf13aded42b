/* From the options of the public header to a request.
 * Called when a model is read. The request and its strings are the arena's. */
#ifndef RIGIDC_SETTINGS_H
#define RIGIDC_SETTINGS_H

#include "rigidc.h"

#include "base/arena.h"
#include "base/request.h"

/* Two options of which one excludes the other, as fields of rigidc_options and as the command calls them. */
struct Exclusion {
	const char *field[2], *flag[2];
	const char *why; /* behind it, or "" */
};

/* The most that a quarter turn may be off to be taken for one, in rad: beyond, no angle is meant to be one. */
#define SETTINGS_SNAP_MOST 0.1

/* The first such two that are both given; NULL: none are. */
const struct Exclusion *settings_excluded(const rigidc_options *options);
/* Why options are refused; NULL if they are not. */
const char *settings_refused(struct Arena *arena, const rigidc_options *options);
void settings_copy(struct Arena *arena, const rigidc_options *options, struct Request *request);

#endif
