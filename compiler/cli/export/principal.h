/* Principal moments that a solid body has.
 * Called by writers of formats. */
#ifndef RIGIDC_EXPORT_PRINCIPAL_H
#define RIGIDC_EXPORT_PRINCIPAL_H

#include <stdbool.h>

/* Has a solid body such moments? No moment exceeds the sum of the others, but for rounding, which is taken off. */
bool principal_settle(double moment[3]);

#endif
