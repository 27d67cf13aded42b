/* Check that forces of a phase can balance whatever acts on idle joints and a free root, as `id` requires. Called after a
 * job is prepared. Messages are those of `diags`. */
#ifndef RIGIDC_PIPELINE_CHECK_BALANCE_H
#define RIGIDC_PIPELINE_CHECK_BALANCE_H

#include "job.h"

void check_balance(struct Diags *diags, const struct Job *job);

#endif
