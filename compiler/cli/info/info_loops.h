/* Closed loops and constraints in the output of `rigidc info`.
 * Called by info.c and info_json.c. The JSON is the caller's. */
#ifndef RIGIDC_INFO_LOOPS_H
#define RIGIDC_INFO_LOOPS_H

#include <jansson.h>

#include "model/model.h"

/* Tables of loops, of loops in closed form and of constraints; empty without any. */
void info_loops(struct Text *out, const struct Model *model);
json_t *info_loops_json(const struct Model *model);
json_t *info_closed_forms_json(const struct Model *model);
json_t *info_constraints_json(const struct Model *model);

#endif
