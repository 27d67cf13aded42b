/* The page that explains the diagnostics, for links.
 * Called once, by the server.
 * Memory is the arena's. */
#ifndef RIGIDC_LSP_MANUAL_H
#define RIGIDC_LSP_MANUAL_H

#include "base/text.h"

/* Address of DIAGNOSTICS.md: the installed one, or that of the sources beside build/; NULL: there is none. */
const char *manual_uri(struct Arena *arena);

#endif
