/* The page that explains the diagnostics, for links.
 * Called once, by the server.
 * Memory is the arena's. */
#ifndef RIGIDC_LSP_MANUAL_H
#define RIGIDC_LSP_MANUAL_H

#include "base/text.h"

/* Address of DIAGNOSTICS.md: installed, or of the sources beside build/; NULL: none. */
const char *manual_uri(struct Arena *arena);

#endif
