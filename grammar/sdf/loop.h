/* Joints of SDFormat that carry no link, as loops; gearboxes as constraints.
 * Called by sdf.c after all bodies. */
#ifndef RIGIDC_SDF_LOOP_H
#define RIGIDC_SDF_LOOP_H

#include "model.h"

void sdf_loops_add(struct Sdf *s);

#endif
