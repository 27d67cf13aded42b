/* The diagnostics of a model as JSON: README.md says which keys.
 * Called by check and report. Memory is what text_json_memory said. */
#ifndef RIGIDC_DIAGNOSTICS_JSON_H
#define RIGIDC_DIAGNOSTICS_JSON_H

#include <jansson.h>

#include "runtime/library.h"

json_t *diagnostics_json(rigidc_model *model);

#endif
