/* The diagnostics of a model as JSON. README.md lists the keys.
 * Called by check and report. Memory is the arena given to text_json_memory. */
#ifndef RIGIDC_DIAGNOSTICS_JSON_H
#define RIGIDC_DIAGNOSTICS_JSON_H

#include <jansson.h>

#include "runtime/library.h"

json_t *diagnostics_json(rigidc_model *model);

#endif
