/* JSON by jansson with the memory of an arena, so that nothing is left out for lack of memory; strings may be any
 * bytes.
 * Called by every command that writes JSON, and by the language server. All memory is the arena's: nothing is to be freed. */
#ifndef RIGIDC_TEXT_JSON_H
#define RIGIDC_TEXT_JSON_H

#include <jansson.h>

#include "base/arena.h"

/* Sets the arena from which jansson takes its memory. The arena's guard reports lack of memory. */
void text_json_memory(struct Arena *arena);

/* The text; if it is not valid UTF-8, its bytes made visible, as in diagnostics. */
const char *text_json_visible(const char *text);
json_t *text_json(const char *text);
/* A finite number, or null: JSON has no infinity or NaN. */
json_t *text_json_number(double number);
json_t *text_json_numbers(const double *number, int count);
json_t *text_json_integers(const int *number, size_t count);

/* Appends an item unless the list has an equal one. */
void text_json_add_once(json_t *list, json_t *item);

/* JSON for a page: `<` is escaped, so that no string ends a script. */
const char *text_json_embedded(const json_t *json);

/* JSON with a line end, in ASCII, so that no terminal interprets a name as a command. */
const char *text_json_print(const json_t *json, size_t flags);

#endif
