/* Do two texts read the same? The parser gets the same tokens, and comments stand at the same places between them.
 * Called by the layout, for what it writes.
 * All memory is the arena's. */
#ifndef RIGIDC_SAME_READING_H
#define RIGIDC_SAME_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Requires texts with a NUL behind, the first without syntax errors. Not looked at: how statements are separated, blanks
 * within units and at the end of comments, and how lines of comments end. */
bool same_reading(struct Arena *arena, const char *a, size_t a_length, const char *b, size_t b_length);

#endif
