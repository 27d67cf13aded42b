/* Operations of functions and lines, which are computed while nobody types.
 * Called by the loop. */
#ifndef RIGIDC_LSP_COSTS_H
#define RIGIDC_LSP_COSTS_H

#include "server.h"

/* Is there a document whose hints are wanted and unknown, and no work in progress? */
bool costs_wait(const struct Server *server);
/* Starts work for it. */
void costs_start(struct Server *server);

#endif
