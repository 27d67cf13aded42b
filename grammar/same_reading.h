/* Do two sources read the same? The parser gets the same tokens, and comments stand at the same positions between them.
 * Called by the layout, to check its output.
 * All memory is the arena's. */
#ifndef RIGIDC_SAME_READING_H
#define RIGIDC_SAME_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Requires NUL-terminated sources, the first without syntax errors. Ignored differences: how statements are separated,
 * blanks within units and at the end of comments, and the line ends of comments. */
bool same_reading(struct Arena *arena, const char *a, size_t a_length, const char *b, size_t b_length);

#endif
