/* What a file of code is made of, as a rule for make.
 * Called by compile. Owns nothing. */
#ifndef RIGIDC_DEPENDS_H
#define RIGIDC_DEPENDS_H

#include "options.h"

/* Can it be written? Else a message, before any work. */
bool depends_possible(const struct Options *options);
/* Writes FILE.d for FILE of -o (and for the header beside NAME.c), if it is asked for; an exit code. */
int depends_write(rigidc_model *model, const struct Options *options);

#endif
