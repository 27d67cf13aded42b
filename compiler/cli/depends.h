/* The rule for make with the files that a generated file depends on.
 * Called by compile. Owns nothing. */
#ifndef RIGIDC_DEPENDS_H
#define RIGIDC_DEPENDS_H

#include "options.h"
#include "output.h"

/* True if a rule can be written or none is asked for; else there is a message, before any work. */
bool depends_possible(const struct Options *options);
/* Adds FILE.d to the output files if -MD is given. Its rule is for FILE of -o, and for the file beside NAME.c or
 * NAME.mjs.
 * Returns an exit code. The model owns the text. */
int depends_add(rigidc_model *model, const struct Options *options, struct OutputFile *file, int *files);

#endif
