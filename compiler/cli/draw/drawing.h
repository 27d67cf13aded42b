/* Sheets as a picture: a panel for each quantity and unit, over time; or a phase portrait.
 * Called by plot and sim. Memory is the arena's. */
#ifndef RIGIDC_DRAWING_H
#define RIGIDC_DRAWING_H

#include "sheet.h"

struct Drawing {
	struct Arena *arena;
	const struct Sheets *sheets; /* overlaid; the names are the key */
	const char *columns;         /* patterns with commas between them; NULL: all */
	const char *phase;           /* a coordinate, of which qd is drawn over q; NULL: none */
};

/* Is a file of that name one that can be drawn? EXIT_FINE, or EXIT_USAGE after a message. */
int drawing_check(const char *option, const char *path);
/* Draws it; standard output: for the terminal. An exit code, after a message. */
int drawing_write(const struct Drawing *drawing, const char *path);

#endif
