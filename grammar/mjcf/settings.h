/* <compiler>, <option> and <flag> of MJCF.
 * Called by mjcf.c before all else. */
#ifndef RIGIDC_MJCF_SETTINGS_H
#define RIGIDC_MJCF_SETTINGS_H

#include "model.h"

void mj_settings_read(struct Mjcf *m);

#endif
