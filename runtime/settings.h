/* From the options of the public header to a request.
 * Called when a model is read. The request and its strings are the arena's. */
#ifndef RIGIDC_SETTINGS_H
#define RIGIDC_SETTINGS_H

#include "rigidc.h"

#include "base/arena.h"
#include "base/request.h"

/* Why options are refused; NULL if they are not. */
const char *settings_refused(struct Arena *arena, const rigidc_options *options);
void settings_copy(struct Arena *arena, const rigidc_options *options, struct Request *request);

#endif
