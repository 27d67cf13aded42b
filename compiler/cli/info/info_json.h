/* A model and the costs of its functions, as JSON. README.md lists the keys.
 * Called by info and report. Text and object lie in the model's arena. */
#ifndef RIGIDC_INFO_JSON_H
#define RIGIDC_INFO_JSON_H

#include "cost.h"

/* Adds the limits of a joint, coupled or not: limits [lower, upper]; effort and speed, by velocity. */
void info_json_limits(const struct Model *model, const struct Joint *joint, json_t *json);
/* Requires text_json_memory. `cost` may be NULL. */
json_t *info_json_object(const struct Job *job, const struct CostReport *cost);
/* `unsearched`: the counts are without a search that nobody refused. */
const char *info_json(const struct Job *job, const struct CostReport *cost, bool unsearched);

#endif
