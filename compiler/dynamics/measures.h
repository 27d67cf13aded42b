/* Units of the elements of a generated function's arrays. Called by the printers of headers and of `info`. Texts are
 * the arena's or static. */
#ifndef RIGIDC_DYNAMICS_MEASURES_H
#define RIGIDC_DYNAMICS_MEASURES_H

#include "model/model.h"

enum Measure {
	/* by element, which belongs to a coordinate or velocity */
	MEASURE_COORDINATE,
	MEASURE_DISPLACEMENT, /* a small step along a velocity */
	MEASURE_VELOCITY,
	MEASURE_ACCELERATION,
	MEASURE_FORCE,
	MEASURE_INPUT,              /* or to an input that the model declares */
	MEASURE_INPUT_RATE,         /* to one that moves */
	MEASURE_INPUT_ACCELERATION, /* likewise */
	MEASURE_STATE,              /* to a state */
	MEASURE_STATE_RATE,         /* likewise */
	/* by pair of velocities, or of a velocity and a quantity in space */
	MEASURE_INERTIA,
	MEASURE_INVERSE_INERTIA,
	MEASURE_CORIOLIS,
	MEASURE_JACOBIAN,
	MEASURE_POINT_JACOBIAN,
	MEASURE_MOMENTUM_MATRIX,
	MEASURE_REGRESSOR,
	MEASURE_PARAM_JACOBIAN,
	MEASURE_BODY,
	MEASURE_FORCE_BY_COORDINATE,
	MEASURE_FORCE_BY_VELOCITY,
	MEASURE_ACCELERATION_BY_COORDINATE,
	MEASURE_ACCELERATION_BY_VELOCITY,
	MEASURE_STATE_BY_STATE,
	MEASURE_STATE_BY_FORCE,
	/* the same for all models */
	MEASURE_WRENCH,
	MEASURE_WRENCH_BY_COORDINATE,
	MEASURE_WRENCH_BY_VELOCITY,
	MEASURE_WRENCH_BY_FORCE,
	MEASURE_WRENCH_BY_INPUT,
	MEASURE_IMPULSE,
	MEASURE_CLOSURE,
	MEASURE_NUMBER,
	MEASURE_PARAMETER,
	MEASURE_SECOND,   /* a second derivative of weighted outputs */
	MEASURE_QUOTIENT, /* a derivative of any output by any input */
	MEASURE_ANGLE,
	MEASURE_POINT,
	MEASURE_POINT_RATE,
	MEASURE_LENGTH_RATE,
	MEASURE_TWIST,
	MEASURE_TWIST_RATE,
	MEASURE_ENERGY,
	MEASURE_MASS,
	MEASURE_TIME,
	MEASURE_MOMENTUM,
	MEASURE_SPACE_FORCE,
	MEASURE_SPACE_MOMENT,
	/* a flag beside another measure: its unit is inverted */
	MEASURE_PER = 64
};

/* One over the unit of a measure. */
static inline enum Measure measure_inverse(enum Measure measure)
{
	return (enum Measure)(measure ^ MEASURE_PER);
}

/* Units that occur, in order: "rad", "m, 1, rad"; at least "1". */
const char *measure_units(const struct Model *model, enum Measure measure);
/* Have all elements the same unit? */
bool measure_is_uniform(const struct Model *model, enum Measure measure);
/* Does each element have the unit of a coordinate or velocity? */
bool measure_is_by_element(enum Measure measure);
/* Unit of one element of an array over the coordinates or velocities. */
const char *measure_element_unit(const struct Model *model, enum Measure measure, int element);
/* Unit of an element that belongs to a row of a phase: that of a wrench, of its rate, ... */
const char *measure_row_unit(const struct Model *model, enum Measure measure, bool angular);
/* Unit of coordinate or velocity k of a joint kind. */
const char *measure_joint_unit(const struct JointKind *kind, int k, enum Measure measure);

#endif
