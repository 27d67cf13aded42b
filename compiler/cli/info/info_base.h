/* What the base parameters are made of, for people and as JSON.
 * Called by info. The text is the model's arena's. */
#ifndef RIGIDC_INFO_BASE_H
#define RIGIDC_INFO_BASE_H

#include "pipeline/job.h"

/* Requires a package with base_parameters. */
const char *info_base(const struct Job *job, bool json);

#endif
