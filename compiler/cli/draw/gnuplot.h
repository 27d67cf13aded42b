/* gnuplot, as a program that makes a drawing of a script.
 * Called by what draws. Memory is the arena's. */
#ifndef RIGIDC_GNUPLOT_H
#define RIGIDC_GNUPLOT_H

#include "base/text.h"

/* Runs a script and writes what it draws to a file, or NULL, standard output. An exit code, after a message. */
int gnuplot_draw(struct Arena *arena, const char *script, const char *path);
/* A string of gnuplot: nothing in it means anything to it. */
void gnuplot_quote(struct Text *out, const char *string);

#endif
