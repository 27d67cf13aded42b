/* Colour of diagnostics, if standard error is a terminal, NO_COLOR is not set, and TERM is set and not dumb.
 * Called by load, eval and sim. Nothing is kept. */
#ifndef RIGIDC_COLOUR_H
#define RIGIDC_COLOUR_H

#include "base/diag.h"

/* "error", "warning" or "note" on standard error, in its colour. */
void colour_put_severity(enum Severity severity);
/* The result of rigidc_messages on standard error, with severities and carets in colour. */
void colour_put_messages(const char *messages);

#endif
