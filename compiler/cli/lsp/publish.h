/* Diagnostics of all open documents, sent when they differ from those sent before.
 * Called by the loop when no message waits.
 * The server owns the publications. */
#ifndef RIGIDC_LSP_PUBLISH_H
#define RIGIDC_LSP_PUBLISH_H

#include "reading.h"

/* Reads the documents that have changed, and sends their diagnostics and those of the files that they include. */
void publish(struct Server *server);
void publications_free(struct Server *server);

#endif
