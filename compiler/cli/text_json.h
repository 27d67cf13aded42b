/* JSON by jansson with an arena's memory, so that nothing is left out for want of it, and strings of any bytes.
 * Called by check, info and report. All memory is the arena's: nothing is to be freed. */
#ifndef RIGIDC_TEXT_JSON_H
#define RIGIDC_TEXT_JSON_H

#include <jansson.h>

#include "base/arena.h"

/* From now on jansson takes its memory from this arena; none left is a fault of the arena's guard. */
void text_json_memory(struct Arena *arena);

/* The text, or if that is no UTF-8 its bytes made visible, as diagnostics show them. */
const char *text_json_visible(const char *text);
json_t *text_json(const char *text);
/* JSON has no other numbers than finite ones: null stands for the rest. */
json_t *text_json_number(double number);

/* For a page: nothing in it ends a script. */
const char *text_json_embedded(const json_t *json);

/* With a line end; in ASCII, so that no terminal takes a name for a command. */
const char *text_json_print(const json_t *json, size_t flags);

#endif
