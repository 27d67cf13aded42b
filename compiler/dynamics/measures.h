/* What the arrays of a generated function measure: the unit of each element.
 * Called by the printers of headers and of `info`. Texts are the arena's or static. */
#ifndef RIGIDC_DYNAMICS_MEASURES_H
#define RIGIDC_DYNAMICS_MEASURES_H

#include "model/model.h"

enum Measure {
	/* of a coordinate or velocity each */
	MEASURE_COORDINATE, MEASURE_VELOCITY, MEASURE_ACCELERATION, MEASURE_FORCE,
	/* of pairs of velocities, or of one and something in space */
	MEASURE_INERTIA, MEASURE_INVERSE_INERTIA, MEASURE_CORIOLIS, MEASURE_JACOBIAN, MEASURE_POINT_JACOBIAN,
	MEASURE_MOMENTUM_MATRIX, MEASURE_REGRESSOR, MEASURE_PARAM_JACOBIAN, MEASURE_BODY,
	MEASURE_FORCE_BY_COORDINATE, MEASURE_FORCE_BY_VELOCITY, MEASURE_ACCELERATION_BY_COORDINATE, MEASURE_ACCELERATION_BY_VELOCITY,
	/* the same for all models */
	MEASURE_WRENCH, MEASURE_NUMBER, MEASURE_ANGLE, MEASURE_POINT, MEASURE_TWIST, MEASURE_TWIST_RATE, MEASURE_ENERGY,
	MEASURE_MASS, MEASURE_MOMENTUM
};

/* The units that occur, in order: "rad", "m, 1, rad"; at least "1". */
const char *measure_units(const struct Model *model, enum Measure measure);
/* Do all elements have one unit? */
bool measure_is_uniform(const struct Model *model, enum Measure measure);
/* Has each element of such an array the unit of one coordinate or velocity? */
bool measure_is_by_element(enum Measure measure);
/* Of one element of an array that runs over the coordinates or velocities. */
const char *measure_element_unit(const struct Model *model, enum Measure measure, int element);
/* The same, of the k-th that a joint of a kind has. */
const char *measure_joint_unit(const struct JointKind *kind, int k, enum Measure measure);

#endif
