/* gnuplot, run as a program that draws from a script.
 * Called by drawing.c and film_gif.c. Memory is the arena's. */
#ifndef RIGIDC_GNUPLOT_H
#define RIGIDC_GNUPLOT_H

#include "base/text.h"

/* Runs a script and writes the drawing to a file, or to standard output (NULL). Returns an exit code. */
int gnuplot_draw(struct Arena *arena, const char *script, const char *path);
/* Puts a string literal of gnuplot, with all special characters escaped. */
void gnuplot_quote(struct Text *out, const char *string);

#endif
