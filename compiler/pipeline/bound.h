/* Functions too large to compile are refused before the compilation.
 * Called by the column of compile.c. Its memory is freed at the end. */
#ifndef RIGIDC_BOUND_H
#define RIGIDC_BOUND_H

#include "job.h"

/* Reports the first function that would need, beside earlier functions, more memory than is allowed. */
void bound_check(struct Diags *diags, const struct Job *job);

#endif
