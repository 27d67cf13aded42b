/* A picture of sheets: a panel for each quantity and unit, over time; and columns over columns.
 * Called by plot and sim. Memory is the arena's. */
#ifndef RIGIDC_DRAWING_H
#define RIGIDC_DRAWING_H

#include "sheet.h"

struct Drawing {
	struct Arena *arena;
	const struct Sheets *sheets; /* overlaid, with their names in the key */
	const char *columns;         /* patterns and X:Y separated by commas; NULL: all columns */
};

/* Checks the ending of a file name. Returns EXIT_FINE, or EXIT_USAGE after a message. */
int drawing_check(const char *option, const char *path);
/* Draws to a file, or in characters to standard output. Returns an exit code, after a message. */
int drawing_write(const struct Drawing *drawing, const char *path);

#endif
