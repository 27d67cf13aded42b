/* Bodies and joints of MJCF as statements. Joints of one body become a chain of bodies, the last of which is the body.
 * Called by mjcf.c before the masses. */
#ifndef RIGIDC_MJCF_CHAIN_H
#define RIGIDC_MJCF_CHAIN_H

#include "model.h"

void mj_bodies_add(struct Mjcf *m);

#endif
