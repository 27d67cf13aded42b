/* What the arrays of a generated function measure: the unit of each element.
 * Called by the printers of headers and of `info`. Texts are the arena's or static. */
#ifndef RIGIDC_SIGNATURE_H
#define RIGIDC_SIGNATURE_H

#include "model/model.h"

enum Measure {
	MEASURE_COORDINATE, MEASURE_VELOCITY, MEASURE_ACCELERATION, MEASURE_FORCE, /* by coordinate or velocity */
	MEASURE_WRENCH,                                                            /* f in N, n in N m */
	MEASURE_INERTIA,                                                           /* force over acceleration */
	MEASURE_NUMBER, MEASURE_ANGLE
};

/* The units that occur, in order: "rad", "m, 1, rad"; at least "1". */
const char *signature_units(const struct Model *model, enum Measure measure);
/* Do all elements have one unit? */
bool signature_uniform(const struct Model *model, enum Measure measure);
/* Of one element of an array that runs over the coordinates or velocities. */
const char *signature_element_unit(const struct Model *model, enum Measure measure, int element);

#endif
