#include "signature.h"

#include <string.h>

static const char *unit_of(const struct JointKind *kind, int k, enum Measure measure)
{
	switch (measure) {
	case MEASURE_COORDINATE: return kind->q[k].unit;
	case MEASURE_VELOCITY: return kind->v[k].unit;
	case MEASURE_ACCELERATION: return kind_slides(kind, k) ? "m/s^2" : "rad/s^2";
	case MEASURE_FORCE: return kind_slides(kind, k) ? "N" : "N m";
	case MEASURE_INERTIA: return kind_slides(kind, k) ? "kg" : "kg m^2"; /* on the diagonal */
	case MEASURE_WRENCH: case MEASURE_NUMBER: case MEASURE_ANGLE: break;
	}
	return "N, N m";
}

const char *signature_element_unit(const struct Model *model, enum Measure measure, int element)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		int first = measure == MEASURE_COORDINATE ? joint->q : joint->v;
		int count = measure == MEASURE_COORDINATE ? joint_nq(joint) : joint_nv(joint);
		if (element >= first && element < first + count)
			return unit_of(joint->kind, element - first, measure);
	}
	return "1";
}

/* Calls for each element would be quadratic; this walks the joints once. */
const char *signature_units(const struct Model *model, enum Measure measure)
{
	struct Text units;
	struct NameTable seen;
	text_init(&units, model->arena);
	names_init(&seen, model->arena);
	if (measure == MEASURE_WRENCH || measure == MEASURE_NUMBER || measure == MEASURE_ANGLE)
		return measure == MEASURE_WRENCH ? "N, N m" : measure == MEASURE_ANGLE ? "rad" : "1";
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		const struct JointKind *kind = joint->kind;
		int count = measure == MEASURE_COORDINATE ? joint_nq(joint) : joint_nv(joint);
		for (int k = 0; k < count; k++) {
			const char *unit = unit_of(kind, k, measure);
			if (names_find(&seen, unit) >= 0)
				continue;
			names_add(&seen, unit, 0);
			text_format(&units, "%s%s", units.count ? ", " : "", unit);
		}
	}
	if (measure == MEASURE_INERTIA && seen.count > 1)
		return "kg, kg m, kg m^2";
	return units.count ? text_string(&units) : "1";
}

bool signature_uniform(const struct Model *model, enum Measure measure)
{
	return !strchr(signature_units(model, measure), ',');
}
