/* Rotors are written in three ways: Drake's <drake:rotor_inertia> with <drake:gear_ratio>; early ROS's <motorInertia>
 * with <mechanicalReduction>; attributes of <dynamics>: armature, or rotor_inertia with gear_ratio. A ratio in one
 * notation does not apply to an inertia in another. */
#include "stages.h"

#include <math.h>
#include <string.h>

/* The first element of a name in an actuator, or NULL. */
static const struct XmlElement *in_actuator(const struct XmlElement *transmission, const char *name)
{
	const struct XmlElement *found = NULL;
	for (const struct XmlElement *e = xml_child(transmission, "actuator"); e && !found; e = xml_next(e))
		found = xml_child(e, name);
	return found;
}

/* A number of ROS: in an actuator or beside it, as an attribute or as text. */
static struct XmlValue of_ros(const struct XmlElement *transmission, const char *name)
{
	const struct XmlElement *inner = in_actuator(transmission, name);
	const struct XmlElement *element = inner ? inner : xml_child(transmission, name);
	struct XmlValue value = xml_attribute(element, "value");
	return value.text || !element ? value : element->content;
}

/* Has the element several of one kind? */
static bool has_several(const struct XmlElement *element)
{
	const char *names = known_names(urdf_in_transmissions, KNOWN_ELEMENTS, element->name);
	for (const struct XmlElement *e = element->first; e; e = e->next)
		if (known_among(names, e->name) && xml_next(e))
			return true;
	return false;
}

static const struct Figure no_ratio = { .digits = "1", .length = 1, .value = 1 };

static void add_rotor(struct UrdfTree *tree, struct UrdfRotor rotor)
{
	if (rotor.joint != NOBODY) {
		rotor.next = tree->joint[rotor.joint].rotor;
		tree->joint[rotor.joint].rotor = (int)tree->rotor.count;
	}
	*ARENA_PUSH(tree->r->arena, &tree->rotor) = rotor;
}

static void read_rotor(struct UrdfTree *tree, const struct XmlElement *transmission)
{
	const struct XmlElement *drake = in_actuator(transmission, "drake:rotor_inertia");
	const struct XmlElement *actuator = xml_child(transmission, "actuator");
	struct XmlValue inertia = drake ? xml_attribute(drake, "value") : of_ros(transmission, "motorInertia");
	struct XmlValue ratio = drake ? xml_attribute(in_actuator(transmission, "drake:gear_ratio"), "value")
	                              : of_ros(transmission, "mechanicalReduction");
	struct UrdfRotor rotor = { .ratio = no_ratio, .joint = NOBODY, .next = NOBODY };
	bool good = urdf_numbers(tree->r, inertia, 1, &rotor.inertia);
	if (!inertia.text || (good && rotor.inertia.zero))
		losses_add(&tree->r->losses, LOSS_ROTORLESS, transmission->span, NULL);
	if (!good || rotor.inertia.zero)
		return;
	urdf_numbers(tree->r, ratio, 1, &rotor.ratio);
	rotor.span = rotor.inertia.span;
	rotor.name = xml_attribute(xml_child(transmission, "joint"), "name").text;
	rotor.several = has_several(transmission) || (actuator && has_several(actuator));
	if (rotor.name && !rotor.several)
		rotor.joint = names_find(&tree->joint_names, rotor.name);
	add_rotor(tree, rotor);
}

/* Rotor of <dynamics>. An armature includes the gear, so it is the inertia at the joint; a rotor_inertia is reflected
 * through the gear ratio. */
static void read_dynamics(struct UrdfTree *tree, int joint)
{
	const struct XmlElement *dynamics = xml_child(tree->joint[joint].element, "dynamics");
	struct UrdfRotor rotor = { .ratio = no_ratio, .joint = joint, .next = NOBODY, .of_joint = true };
	const struct XmlAttribute *found = urdf_attribute_meant(tree->r, dynamics, MEANS_ROTOR, &rotor.inertia);
	struct Figure ratio;
	if (!found)
		return;
	rotor.span = found->value.span;
	rotor.name = tree->joint[joint].name.text;
	if (strcmp(found->name, "armature") != 0 && urdf_attribute_meant(tree->r, dynamics, MEANS_RATIO, &ratio))
		rotor.ratio = ratio;
	add_rotor(tree, rotor);
}

void urdf_rotors_read(struct UrdfTree *tree)
{
	for (int i = 0; i < tree->joints; i++)
		read_dynamics(tree, i);
	for (const struct XmlElement *e = xml_child(tree->urdf->robot, "transmission"); e; e = xml_next(e))
		read_rotor(tree, e);
}

/* Reflected inertia of a rotor. For a prismatic joint the ratio is in rad/m, and an inertia without a ratio is a
 * mass. */
static struct Expr *reflected(struct UrdfReader *r, const struct UrdfRotor *rotor, bool slides)
{
	struct Figure ratio = rotor->ratio;
	ratio.negative = false; /* irrelevant, since squared */
	if (fabs(ratio.value) == 1)
		return made_scalar(r->diags, &rotor->inertia, slides ? "kg" : "kg m^2");
	struct Expr *square = expr_binary(r->diags, EXPR_POWER, made_scalar(r->diags, &ratio, slides ? "rad/m" : NULL),
	                                  made_digits(r->diags, ratio.span, "2", false, NULL));
	struct Expr *product =
		expr_binary(r->diags, EXPR_MUL, square, made_scalar(r->diags, &rotor->inertia, "kg m^2"));
	product->span = rotor->inertia.span; /* not the elements between both */
	return product;
}

struct Expr *urdf_rotors_armature(struct UrdfTree *tree, const struct UrdfJoint *joint)
{
	struct UrdfReader *r = tree->r;
	struct Expr *sum = NULL;
	if (!r->request->keep_rotors || !joint->type || !joint->type->axis)
		return NULL;
	for (int i = joint->rotor; i != NOBODY; i = tree->rotor.item[i].next) {
		struct Expr *one = reflected(r, &tree->rotor.item[i], joint->type->slides);
		sum = sum ? expr_binary(r->diags, EXPR_ADD, one, sum) : one;
	}
	return sum;
}

/* Rotors left out: how many, and the rotor with the largest reflected inertia. */
struct Lost {
	size_t count;
	const struct UrdfRotor *most;
	double inertia;
};

static void lose(struct Lost *lost, const struct UrdfRotor *rotor)
{
	double inertia = rotor->ratio.value * rotor->ratio.value * rotor->inertia.value;
	if (lost->count++ && fabs(inertia) <= fabs(lost->inertia))
		return;
	lost->most = rotor;
	lost->inertia = inertia;
}

/* Reports rotors left out. A rotor cannot be kept at a joint without a single coordinate, or at no joint. */
static void report_lost(struct UrdfTree *tree, const struct Lost *lost)
{
	const struct UrdfJoint *joint = lost->most->joint == NOBODY ? NULL : &tree->joint[lost->most->joint];
	const char *unit = joint && joint->type->slides ? "kg" : "kg m^2";
	const char *where, *many = text_print(tree->r->arena, "%zu motors is left out, the largest:", lost->count);
	if (joint && joint->child >= 0)
		where = text_print(tree->r->arena, "joint '%s' of link '%s'", joint->name.text,
		                   tree->link[joint->child].name.text);
	else
		where = lost->most->several ? "a transmission of several parts" : "a joint that does not exist";
	struct Diag *d =
		diag(tree->diags, CHECK_ROTOR_LEFT_OUT, lost->most->span, "the rotor inertia of %s %.4g %s at %s",
	             lost->count > 1        ? many
	             : lost->most->of_joint ? "a <dynamics> is left out:"
	                                    : "a transmission is left out:",
	             lost->inertia, unit, where);
	if (joint && joint->type->axis && !tree->r->request->keep_rotors)
		diag_help(tree->diags, d, "--keep=rotors takes it as the joint's armature");
	else
		diag_help(tree->diags, d, "write it as `armature` into a .rig file, which `rigidc import` makes");
}

void urdf_rotors_report(struct UrdfTree *tree)
{
	struct Lost lost = { 0 }, unkept = { 0 };
	for (size_t i = 0; i < tree->rotor.count; i++) {
		const struct UrdfRotor *rotor = &tree->rotor.item[i];
		const struct UrdfJoint *joint = rotor->joint == NOBODY ? NULL : &tree->joint[rotor->joint];
		if (joint && !urdf_moves(joint))
			continue;
		bool can_be_kept = joint && joint->type->axis;
		if (!can_be_kept)
			lose(&unkept, rotor);
		else if (!tree->r->request->keep_rotors)
			lose(&lost, rotor);
	}
	if (lost.count)
		report_lost(tree, &lost);
	if (unkept.count)
		report_lost(tree, &unkept);
}
