/* The rule for make that -MD writes: results, and the files of the model that they were made from.
 * Called by compile. */
#ifndef RIGIDC_DEPFILE_H
#define RIGIDC_DEPFILE_H

#include "output.h"
#include "runtime/library.h"

/* "arm.c arm.h: arm.rig" and a line end. NULL: no memory. The model's. */
const char *depfile_text(rigidc_model *model, const struct OutputFile *made, int files);

#endif
