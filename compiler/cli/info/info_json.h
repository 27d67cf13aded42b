/* What a model is and what its functions cost, as JSON: README.md says which keys.
 * Called by info and report. Text and object are the model's arena's. */
#ifndef RIGIDC_INFO_JSON_H
#define RIGIDC_INFO_JSON_H

#include "cost.h"

/* Adds what the joint has of them, coupled or not: limits [lower, upper]; effort and speed, by velocity. */
void info_json_limits(const struct Model *model, const struct Joint *joint, json_t *json);
/* `cost` may be NULL. */
/* Requires text_json_memory. */
json_t *info_json_object(const struct Job *job, const struct CostReport *cost);
const char *info_json(const struct Job *job, const struct CostReport *cost);

#endif
