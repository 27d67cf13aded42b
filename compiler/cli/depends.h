/* What a file of code is made of, as a rule for make.
 * Called by compile. Owns nothing. */
#ifndef RIGIDC_DEPENDS_H
#define RIGIDC_DEPENDS_H

#include "options.h"
#include "output.h"

/* Can it be written? Else a message, before any work. */
bool depends_possible(const struct Options *options);
/* Adds FILE.d for FILE of -o (and for the header beside NAME.c) to the files that are written together, if it is asked for; an exit code.
 * Its text is the model's. */
int depends_add(rigidc_model *model, const struct Options *options, struct OutputFile *file, int *files);

#endif
