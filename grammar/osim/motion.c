#include "stages.h"

#include <string.h>

/* Joints with a quaternion, in the angles of OpenSim. */
static const struct OsimType by_angles[] = {
	{ .name = "BallJoint",
	  .coordinates = 3,
	  .motions = 3,
	  .motion = { { false, 0, 0 }, { false, 1, 1 }, { false, 2, 2 } } },
	{ .name = "FreeJoint", /* its coordinates are the turns, then the shifts */
	  .coordinates = 6,
	  .motions = 6,
	  .motion = { { true, 0, 3 },
	              { true, 1, 4 },
	              { true, 2, 5 },
	              { false, 0, 0 },
	              { false, 1, 1 },
	              { false, 2, 2 } } },
};

/* A coordinate of a joint by its name, or -1 after a diagnostic. Another joint may have one of the same name. */
static int own_coordinate(struct Osim *o, const struct OsimJoint *joint, const char *name, struct Span span)
{
	for (int i = 0; i < joint->coordinates; i++)
		if (strcmp(o->coordinate.item[joint->first + i].name.text, name) == 0)
			return joint->first + i;
	int found = osim_coordinate(o, name, span);
	if (found < 0 || o->coordinate.item[found].joint == (int)(joint - o->joint.item))
		return found;
	diag(o->diags, CHECK_UNKNOWN_COORDINATE, span, "coordinate '%s' is not of joint '%s'", name, joint->name.text);
	return -1;
}

static void read_motion_coordinates(struct Osim *o, const struct OsimJoint *joint, const struct XmlElement *axis,
                                    struct OsimMotion *motion)
{
	const struct XmlValue *several = osim_content(axis, "coordinates");
	const struct XmlValue *names = several ? several : osim_content(axis, "coordinate");
	const char *at = names ? names->text : "", *name;
	while ((name = osim_word(o->arena, &at))) {
		int found = own_coordinate(o, joint, name, names->span);
		if (found >= 0 && motion->coordinates == OSIM_MOTIONS)
			diag(o->diags, CHECK_KIND, names->span, "a motion has at most %d coordinates", OSIM_MOTIONS);
		else if (found >= 0)
			motion->coordinate[motion->coordinates++] = found;
		motion->broken |= found < 0;
	}
}

/* `old`: the axis is in a set, of a version that OpenSim 4 does not read. */
static void read_axis(struct Osim *o, const struct OsimJoint *joint, const struct XmlElement *axis, bool old,
                      struct OsimMotion *motion)
{
	struct Figure given[3];
	motion->span = axis->span;
	osim_check(o, axis);
	if (osim_numbers(o, axis, "axis", 3, given))
		memcpy(motion->axis, given, sizeof given);
	read_motion_coordinates(o, joint, axis, motion);
	motion->function = motion->broken ? NULL : osim_function_in(axis, "function");
	/* without the element OpenSim keeps the axis at 0; an empty one is the coordinate itself */
	if (motion->broken || (!old && !motion->function && !xml_child(axis, "function")))
		motion->coordinates = 0;
}

/* Number of the motion of an axis by its name, 0 to 5; -1 after a diagnostic. */
static int named_motion(struct Osim *o, const struct XmlElement *axis)
{
	struct XmlValue name = xml_attribute(axis, "name");
	for (int i = 0; i < OSIM_MOTIONS; i++)
		if (name.text && strcmp(name.text, osim_motion_name[i]) == 0)
			return i;
	diag(o->diags, CHECK_OSIM_MISSING, axis->span,
	     "a <TransformAxis> is called rotation1 to rotation3 or translation1 to translation3");
	return -1;
}

/* The same in a <TransformAxisSet>: turns and shifts are numbered in their order; -1 after a diagnostic. */
static int counted_motion(struct Osim *o, const struct XmlElement *axis, int counts[2])
{
	bool turns = osim_is_true(axis, "is_rotation");
	if (counts[turns] < 3)
		return 3 * turns + counts[turns]++;
	diag(o->diags, CHECK_OSIM_UNSUPPORTED, axis->span, "a joint has at most three %s", turns ? "turns" : "shifts");
	return -1;
}

/* Are two of the three axes from `first` on parallel, as OpenSim takes none? An axis of length 0 is an error elsewhere. */
static bool has_parallel(const struct OsimJoint *joint, int first)
{
	const double small = 1e-9;
	bool any = false;
	for (int i = 0; i < 3; i++) {
		const struct Figure *a = joint->motion[first + i].axis, *b = joint->motion[first + (i + 1) % 3].axis;
		double square = 0, of_a = 0, of_b = 0;
		for (int k = 0; k < 3; k++) {
			const int l = (k + 1) % 3;
			const double c = a[k].value * b[l].value - a[l].value * b[k].value;
			square += c * c;
			of_a += a[k].value * a[k].value;
			of_b += b[k].value * b[k].value;
		}
		any |= of_a > 0 && of_b > 0 && square < small * of_a * of_b;
	}
	return any;
}

/* Motions of a CustomJoint: shifts before turns, whatever their order in the file. Before version 1.9.1 there is a
 * set. */
static void read_transform(struct Osim *o, struct OsimJoint *joint)
{
	const struct XmlElement *transform = xml_child(joint->element, "SpatialTransform");
	const struct XmlElement *set = transform ? NULL : xml_child(joint->element, "TransformAxisSet");
	int counts[2] = { 0, 0 };
	if (!transform && !set) {
		diag(o->diags, CHECK_OSIM_MISSING, joint->element->span,
		     "this <CustomJoint> has no <SpatialTransform>");
		return;
	}
	osim_check(o, transform);
	joint->motions = OSIM_MOTIONS;
	for (int i = 0; i < OSIM_MOTIONS; i++)
		joint->motion[i] = osim_motion_along(joint->element->span, i, i < 3, i % 3);
	const struct XmlElement *axis = set ? osim_first(joint->element, set->name) : transform->first;
	for (; axis; axis = axis->next) {
		if (!xml_is(axis, "TransformAxis"))
			continue;
		int number = set ? counted_motion(o, axis, counts) : named_motion(o, axis);
		if (number >= 0)
			read_axis(o, joint, axis, set != NULL, &joint->motion[number]);
	}
	if (!set && (has_parallel(joint, 0) || has_parallel(joint, 3)))
		osim_lose(o, LOSS_PARALLEL, joint->name);
}

void osim_read_motions(struct Osim *o, struct OsimJoint *joint)
{
	const struct OsimType *type = joint->type;
	if (type->custom)
		read_transform(o, joint);
	if (type->radii)
		osim_read_ellipsoid(o, joint);
	for (int i = 0; i < type->motions; i++) {
		struct OsimMotion *motion = &joint->motion[joint->motions++];
		bool slides = type->motion[i].slides;
		*motion = osim_motion_along(joint->name.span, type->motion[i].along + (slides ? 0 : 3), slides,
		                            type->motion[i].along);
		motion->coordinate[motion->coordinates++] = joint->first + type->motion[i].coordinate;
	}
}

/* Counts the motions of each coordinate. A coordinate of translations alone is a length. */
void osim_count_motions(struct Osim *o, const struct OsimJoint *joint)
{
	struct Figure value;
	bool broken = false;
	for (int i = 0; i < joint->coordinates; i++)
		o->coordinate.item[joint->first + i].slides = true;
	for (int i = 0; i < joint->motions; i++) {
		const struct OsimMotion *motion = &joint->motion[i];
		bool fixed = osim_constant(o, motion->function, motion->coordinates, &value);
		broken |= motion->broken;
		for (int k = 0; k < motion->coordinates && !fixed; k++) {
			struct OsimCoordinate *c = &o->coordinate.item[motion->coordinate[k]];
			c->motions++;
			c->slides &= motion->slides;
		}
	}
	for (int i = 0; i < joint->coordinates && !joint->type->kind && joint->motions && !broken; i++) {
		const struct OsimCoordinate *c = &o->coordinate.item[joint->first + i];
		if (!c->motions)
			diag(o->diags, CHECK_OSIM_UNSUPPORTED, c->name.span, "coordinate '%s' moves nothing",
			     c->name.text);
	}
}

/* Does a joint need its angles? Some of its coordinates are held, or others follow one of them. */
static bool needs_angles(const struct Osim *o, const struct OsimJoint *joint)
{
	int locked = 0;
	bool coupled = false;
	for (int i = 0; i < joint->coordinates; i++) {
		const struct OsimCoordinate *c = &o->coordinate.item[joint->first + i];
		locked += c->locked;
		coupled |= c->followed || c->coupler;
	}
	return coupled || (locked && locked < joint->coordinates);
}

void osim_use_angles(struct Osim *o, struct OsimJoint *joint)
{
	if (!joint->type->kind)
		return;
	joint->type = &by_angles[joint->coordinates == by_angles[1].coordinates];
	osim_read_motions(o, joint);
	osim_count_motions(o, joint);
}

void osim_choose_angles(struct Osim *o)
{
	for (size_t i = 0; i < o->joint.count; i++)
		if (needs_angles(o, &o->joint.item[i]))
			osim_use_angles(o, &o->joint.item[i]);
}
