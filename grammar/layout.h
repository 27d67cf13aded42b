/* One layout for a model text: the same tokens and comments, in lines and blanks that follow rules.
 * Called by `rigidc fmt`, for a text that was read without a fault.
 * All memory is the arena's. */
#ifndef RIGIDC_LAYOUT_H
#define RIGIDC_LAYOUT_H

#include "base/diag.h"

/* Requires a text without syntax errors; ensures that what is put reads as the same tokens. */
void layout_text(struct Diags *diags, const char *text, size_t length, struct Text *out);

#endif
