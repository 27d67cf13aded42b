/* What a model is and what its functions cost, as JSON: README.md says which keys.
 * Called by info and report. The text is the model's arena's. */
#ifndef RIGIDC_INFO_JSON_H
#define RIGIDC_INFO_JSON_H

#include "cost.h"

/* `cost` may be NULL. */
const char *info_json(const struct Package *package, const struct CostReport *cost);

#endif
