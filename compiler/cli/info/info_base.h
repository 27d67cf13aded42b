/* Base parameters as sums of inertial parameters, as text and as JSON.
 * Called by info. The text lies in the model's arena. */
#ifndef RIGIDC_INFO_BASE_H
#define RIGIDC_INFO_BASE_H

#include "pipeline/job.h"

/* Requires a job with base_parameters. */
const char *info_base(const struct Job *job, bool json);

#endif
