/* Functions that are too large to be compiled are told of, before they are.
 * Called by the column of compile.c. What it takes is freed. */
#ifndef RIGIDC_BOUND_H
#define RIGIDC_BOUND_H

#include "job.h"

/* An error for the first function that would need more memory than is allowed, beside those before it. */
void bound_check(struct Diags *diags, const struct Job *job);

#endif
