/* Mass properties of MJCF: <inertial>, or geoms of uniform density, and what <compiler> changes of them.
 * Called by mjcf.c after the names. */
#ifndef RIGIDC_MJCF_MASS_H
#define RIGIDC_MJCF_MASS_H

#include "model.h"

/* Adds the statements of mass to the blocks of all bodies. */
void mj_masses_add(struct Mjcf *m);

#endif
