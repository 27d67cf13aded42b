/* Diagnostics of all open documents, sent when they differ from those sent before.
 * Called by the loop when no message waits.
 * The server owns the publications. */
#ifndef RIGIDC_LSP_PUBLISH_H
#define RIGIDC_LSP_PUBLISH_H

#include "reading.h"

/* Reads changed documents. Sends the diagnostics of each, and of the files it includes. */
void publish(struct Server *server);
void publications_free(struct Server *server);

#endif
