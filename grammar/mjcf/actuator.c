#include "stages.h"

#include <math.h>
#include <string.h>

/* The larger size of a range; they differ in a note. */
static bool larger_size(struct Mjcf *m, const struct MjElement *e, const char *range, const char *limited,
                        const char *name, struct Figure *size)
{
	struct Figure f[2];
	bool given = mj_exactly(m, e, range, 2, f);
	if (!mj_auto(m, e, limited, given && mj_compiler(m, e->element->span)->autolimits) || !given ||
	    f[0].value >= f[1].value)
		return false;
	double a = fabs(f[0].value), b = fabs(f[1].value);
	*size = b >= a ? f[1] : f[0];
	size->negative = false;
	size->value = fmax(a, b);
	if (a != b)
		losses_add(&m->losses, LOSS_EFFORT, f[0].span, name);
	return true;
}

/* The joint that an actuator drives; in the axes of its parent too. Below 0: it drives a tendon, a site or a body. */
static int driven_joint(struct Mjcf *m, const struct XmlElement *element)
{
	const char *target = mj_target(element);
	return strncmp(target, "joint", strlen("joint")) == 0 ? mj_find(m, element, target, THING_JOINT) : NONE;
}

static double gear_of(struct Mjcf *m, const struct MjElement *e)
{
	struct Figure gear[6];
	return mj_numbers(m, e, "gear", 6, gear) > 0 ? gear[0].value : 1;
}

/* Adds the armature and the damping of an actuator to its joint, which feels them through the gear: G^2 times each. */
static void reflect(struct Mjcf *m, const struct XmlElement *element, int joint)
{
	const struct MjElement e = mj_section_element(m, element);
	struct Figure armature = { .zero = true }, damping[MJ_COEFFICIENTS];
	bool turns = mj_exactly(m, &e, "armature", 1, &armature) && !armature.zero;
	bool damps = mj_coefficients(m, &e, "damping", damping) && !m->settings.no.dampers;
	if (!turns && !damps)
		return;
	const char *name = xml_attribute(element, "name").text;
	if (joint < 0 || m->joint.item[joint].kind > MJ_SLIDE || (damps && mj_is_curved(damping))) {
		losses_add(&m->losses, LOSS_ACTUATOR, element->span, name);
		return;
	}
	double gear = gear_of(m, &e);
	m->joint.item[joint].reflected[MJ_ARMATURE] += gear * gear * armature.value;
	m->joint.item[joint].reflected[MJ_DAMPING] += gear * gear * damping[0].value;
}

void mj_actuators_read(struct Mjcf *m)
{
	bool others = false, any = false;
	for (const struct XmlElement *e = xml_first_in(m->root, "actuator"); e; e = xml_next_in(e)) {
		if (!mj_known(m, e))
			continue;
		losses_check_attributes(&m->losses, e);
		int joint = driven_joint(m, e);
		reflect(m, e, joint);
		mj_drive(m, e, joint);
		others |= joint < 0;
		any |= joint >= 0;
		if (joint < 0)
			continue;
		m->joint.item[joint].actuators++;
		m->joint.item[joint].actuator = e;
	}
	m->drives_told = any && !others;
}

/* Size of a product of two figures. */
static struct Figure scaled(struct Mjcf *m, const struct Figure *size, double gear)
{
	return fabs(gear) == 1 ? *size : figure_of(m->arena, size->span, size->value * fabs(gear));
}

bool mj_effort(struct Mjcf *m, int index, struct Figure *effort)
{
	const struct MjJoint *joint = &m->joint.item[index];
	const char *name = joint->name.text;
	struct Figure force, control;
	if (larger_size(m, &joint->e, "actuatorfrcrange", "actuatorfrclimited", name, effort))
		return effort->value > 0;
	if (joint->actuators != 1)
		return false;
	struct MjElement e = mj_section_element(m, joint->actuator);
	double ratio = gear_of(m, &e);
	bool by_force = larger_size(m, &e, "forcerange", "forcelimited", name, &force);
	bool by_control =
		xml_is(joint->actuator, "motor") && larger_size(m, &e, "ctrlrange", "ctrllimited", name, &control);
	if (!by_force && !by_control)
		return false;
	bool force_first = by_force && (!by_control || force.value <= control.value);
	*effort = scaled(m, force_first ? &force : &control, ratio);
	return effort->value > 0;
}
