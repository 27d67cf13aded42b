/* Bodies of MJCF with their joints, geoms and sites, in the order of the file: depth first.
 * Called by mjcf.c after the classes. */
#ifndef RIGIDC_MJCF_BODIES_H
#define RIGIDC_MJCF_BODIES_H

#include "model.h"

void mj_bodies_read(struct Mjcf *m);

#endif
