/* Names of an MJCF model's statements: as written, and made ones for what has none.
 * Called by mjcf.c after the bodies. */
#ifndef RIGIDC_MJCF_NAMING_H
#define RIGIDC_MJCF_NAMING_H

#include "model.h"

void mj_name_all(struct Mjcf *m);

#endif
