/* What --snap-angles saves: the operations of each function with the angles as they are and snapped.
 * Called by compile and info. The model stays the caller's; the one it is compared with is freed here. */
#ifndef RIGIDC_SNAPPING_H
#define RIGIDC_SNAPPING_H

#include "options.h"

/* A line on standard error, if any angle of the model was snapped. RIGIDC_NO_MEMORY, or RIGIDC_OK: where it cannot
 * be said, the command itself will see why. */
rigidc_status snapping_report(rigidc_model *model, const struct Options *options);

#endif
