/* The text that repairs a mistake, where a diagnostic knows it.
 * Called where diagnostics are given to programs: as JSON, and to editors.
 * Memory is the arena's. */
#ifndef RIGIDC_FIX_H
#define RIGIDC_FIX_H

#include "runtime/library.h"

/* What to write in place of the bytes of d->fix_span; NULL: there is no fix. */
const char *fix_text(struct Arena *arena, const rigidc_model *model, const struct Diag *d);

#endif
