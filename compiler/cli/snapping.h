/* Savings of --snap-angles: the operations of each function with unchanged and with snapped angles.
 * Called by compile and info. The model stays the caller's; the unsnapped model for comparison is freed here. */
#ifndef RIGIDC_SNAPPING_H
#define RIGIDC_SNAPPING_H

#include "options.h"

/* Prints a line on standard error if any angle of the model was snapped. Returns RIGIDC_NO_MEMORY or RIGIDC_OK: the
 * command itself finds every other failure. */
rigidc_status snapping_report(rigidc_model *model, const struct Options *options);

#endif
