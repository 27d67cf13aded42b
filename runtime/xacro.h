/* Files of xacro, expanded by the program xacro.
 * Called by the reading of models, on request. Memory is the arena's. */
#ifndef RIGIDC_XACRO_H
#define RIGIDC_XACRO_H

#include <stdbool.h>

#include "base/arena.h"

/* Does the path end in .xacro? */
bool xacro_is_named(const char *path);
/* The expanded text of a file, by the xacro of PATH; folders of PATH that are not absolute are passed over, the current folder
 * among them. NULL without *problem: there is no such program; else *problem is what the program says. */
char *xacro_expand(struct Arena *arena, const char *path, size_t *length, const char **problem);

#endif
