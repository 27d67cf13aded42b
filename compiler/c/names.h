/* What has to hold of the names and constants of a package so that it can be printed.
 * Called by the column of compile.c. Messages are those of `diags`. */
#ifndef RIGIDC_C_NAMES_H
#define RIGIDC_C_NAMES_H

#include "pipeline/job.h"

/* Reports names that would clash in C. Modules of other languages have the same names. */
void c_check_names(struct Diags *diags, const struct Job *job);
/* Reports constants that are not finite, and what a float cannot hold of them, of defaults and of poses. Requires programs. */
void c_check_constants(struct Diags *diags, const struct Job *job);

#endif
