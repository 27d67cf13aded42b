/* Checks of a job's names and constants before printing.
 * Called by the column of compile.c. Messages are those of `diags`. */
#ifndef RIGIDC_C_NAMES_H
#define RIGIDC_C_NAMES_H

#include "pipeline/job.h"

struct Dialect;

/* Reports names that clash in C, or in a dialect with kernels. Modules of other languages use the names of C. NULL: C. */
void c_check_names(struct Diags *diags, const struct Job *job, const struct Dialect *dialect);
/* Reports constants that are not finite. Under --real=float also reports constants, default values and poses outside
 * the range of float. Requires programs. */
void c_check_constants(struct Diags *diags, const struct Job *job);

#endif
