/* Tendons of MJCF over sites, with a force.
 * Called by mjcf.c after the bodies. */
#ifndef RIGIDC_MJCF_TENDON_H
#define RIGIDC_MJCF_TENDON_H

#include "model.h"

void mj_tendons_add(struct Mjcf *m);

#endif
