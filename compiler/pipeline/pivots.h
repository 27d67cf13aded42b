/* Can what is asked for be computed at all? Forward dynamics divides by what each joint moves.
 * Called by the column of compile.c, before any function is built. */
#ifndef RIGIDC_PIVOTS_H
#define RIGIDC_PIVOTS_H

#include "package.h"

/* Reports a joint that moves nothing, where a function needs the inverse of M. */
void check_pivots(struct Diags *diags, const struct Package *package);

#endif
