/* A diagnostic in the form of the protocol.
 * Called for published diagnostics, and by code actions for the repaired diagnostic.
 * JSON has the memory set by text_json_memory. */
#ifndef RIGIDC_LSP_DIAGNOSTIC_H
#define RIGIDC_LSP_DIAGNOSTIC_H

#include "reading.h"

/* Requires that the reading has a model, and runs inside of reading_protect. */
json_t *diagnostic_json(const struct Server *server, const struct Reading *reading, const struct Diag *d);

#endif
