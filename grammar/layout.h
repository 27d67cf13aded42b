/* A uniform layout for a model source: the same tokens and comments, with lines and blanks by rule.
 * Called by `rigidc fmt`, for a source that was read without a mistake.
 * All memory is the arena's. */
#ifndef RIGIDC_LAYOUT_H
#define RIGIDC_LAYOUT_H

#include "base/diag.h"

/* Requires a source without syntax errors; ensures that `out` reads as the same tokens. An internal fault leaves `out`
 * as it was. */
void layout_text(struct Diags *diags, const char *text, size_t length, struct Text *out);

#endif
