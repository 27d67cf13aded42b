/* Colour of diagnostics, where standard error is a terminal that wants it: NO_COLOR is not set, TERM is not dumb.
 * Called by what prints them. Nothing is kept. */
#ifndef RIGIDC_COLOUR_H
#define RIGIDC_COLOUR_H

#include "base/diag.h"

/* "error", "warning" or "note" on standard error, in its colour. */
void colour_put_severity(enum Severity severity);
/* What rigidc_messages gave, on standard error: severities and carets in colour. */
void colour_put_messages(const char *messages);

#endif
