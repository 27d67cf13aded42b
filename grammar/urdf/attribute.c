#include "stages.h"

#include <math.h>
#include <string.h>

/* Attributes without a row mean nothing, and get a note. Of several attributes with the same meaning the earlier row
 * counts. */
static const struct AttributeRow {
	const char *inside, *name;
	enum UrdfMeaning meaning;
	const char *help; /* how URDF has it: of MEANS_PRODUCT the name of the other entry; or NULL */
} rows[] = {
	{ "robot", "version", MEANS_NO_DYNAMICS, NULL },
	{ "limit", "acceleration", MEANS_NO_DYNAMICS, NULL },
	{ "limit", "jerk", MEANS_NO_DYNAMICS, NULL },
	{ "limit", "current", MEANS_NO_DYNAMICS, NULL },
	{ "limit", "command_effort", MEANS_NO_DYNAMICS, NULL },
	{ "limit", "gear_velocity", MEANS_NO_DYNAMICS, NULL },
	{ "dynamics", "armature", MEANS_ROTOR, NULL },
	{ "dynamics", "rotor_inertia", MEANS_ROTOR, NULL },
	{ "dynamics", "gear_ratio", MEANS_RATIO, NULL },
	{ "dynamics", "stiffness", MEANS_SPRING, NULL },
	{ "dynamics", "spring_stiffness", MEANS_SPRING, NULL },
	{ "dynamics", "K", MEANS_SPRING, NULL },
	{ "dynamics", "spring_reference", MEANS_NO_DYNAMICS, NULL },
	{ "dynamics", "mu_viscous", MEANS_DAMPING, NULL },
	{ "dynamics", "viscous", MEANS_DAMPING, NULL },
	{ "dynamics", "D", MEANS_DAMPING, NULL },
	{ "dynamics", "mu_coulomb", MEANS_FRICTION, NULL },
	{ "dynamics", "coulomb", MEANS_FRICTION, NULL },
	{ "dynamics", "mu_static", MEANS_FRICTION, NULL },
	{ "dynamics", "frictionloss", MEANS_FRICTION, NULL },
	{ "dynamics", "springref", MEANS_NO_DYNAMICS, NULL },
	{ "axis", "rpy", MEANS_ELSEWHERE,
	  "an <axis> has xyz alone: what turns it is rpy in the <origin> of the joint" },
	{ "joint", "axis", MEANS_ELSEWHERE, "the axis is an element in the joint: <axis xyz=\"0 0 1\"/>" },
	{ "origin", "quat_xyzw", MEANS_ELSEWHERE, "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ "origin", "quat", MEANS_ELSEWHERE, "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ "link", "mass", MEANS_ELSEWHERE,
	  "the mass is an element: <inertial><mass value=\"...\"/> with an <inertia>" },
	{ "inertial", "mass", MEANS_ELSEWHERE, "the mass is an element: <mass value=\"...\"/>" },
	{ "joint", "damping", MEANS_ELSEWHERE,
	  "the damping is in an element of the joint: <dynamics damping=\"...\"/>" },
	{ "joint", "friction", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ "joint", "frictionloss", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ "joint", "armature", MEANS_ELSEWHERE,
	  "the armature is in an element of the joint: <dynamics armature=\"...\"/>" },
	{ "joint", "stiffness", MEANS_ELSEWHERE,
	  "URDF has no springs: `rigidc import` the robot and write `spring EXPR at REST` into the joint" },
	{ "limit", "damping", MEANS_ELSEWHERE,
	  "the damping is in an element of the joint: <dynamics damping=\"...\"/>" },
	{ "limit", "friction", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ "inertia", "iyx", MEANS_PRODUCT, "ixy" },
	{ "inertia", "izx", MEANS_PRODUCT, "ixz" },
	{ "inertia", "izy", MEANS_PRODUCT, "iyz" },
};
enum { ROWS = sizeof rows / sizeof *rows };

/* --- attributes out of place --- */

/* The row of an attribute of a link, a joint or the root; NULL: none. */
static const struct AttributeRow *row_of(const struct XmlElement *element, const char *name)
{
	const struct XmlElement *section = xml_section(element);
	if (section->parent && !xml_is(section, "link") && !xml_is(section, "joint"))
		return NULL;
	for (size_t i = 0; i < ROWS; i++)
		if (xml_is(element, rows[i].inside) && strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

static bool is_zero(const char *text)
{
	return !text[strspn(text, " \t\r\n+-0.")];
}

/* Checks a product of inertia against its mirror entry: the matrix is symmetric, so iyx must equal ixy. */
static void check_product(struct Diags *diags, const struct XmlElement *inertia, const struct XmlAttribute *given,
                          const char *twin)
{
	struct XmlValue value = xml_attribute(inertia, twin);
	struct Figure own, other;
	bool known = figure_alone(diags->arena, &value, &own) && figure_alone(diags->arena, &given->value, &other);
	if (!known || own.value == other.value)
		return;
	struct Diag *d = diag(diags, CHECK_ATTRIBUTE_LEFT_OUT, given->value.span,
	                      "%s = %.6g differs from %s = %.6g; the second one is used", given->name, other.value,
	                      twin, own.value);
	diag_help(diags, d, "a matrix of inertia is symmetric: one of the two is wrong");
}

void urdf_attribute_check(struct Losses *losses, const struct XmlElement *element, const struct XmlAttribute *given)
{
	struct Diags *diags = losses->diags;
	const struct AttributeRow *row = row_of(element, given->name);
	bool prefixed =
		strchr(given->name, ':') || strcmp(given->name, "xmlns") == 0; /* of another tool: drake:acceleration */
	if (!row && !prefixed)
		losses_attribute(losses, element, given);
	if (!row || diags->syntax_errors)
		return;
	if (row->meaning == MEANS_PRODUCT)
		check_product(diags, element, given, row->help);
	else if (row->meaning == MEANS_ELSEWHERE && !is_zero(given->value.text))
		diag_help(diags,
		          diag(diags, CHECK_ATTRIBUTE_LEFT_OUT, given->value.span,
		               "the attribute %s of <%s> is left out", given->name, element->name),
		          "%s", row->help);
}

/* --- figures of <dynamics> --- */

/* The attribute of a row with a number other than 0, or NULL. */
static const struct XmlAttribute *figure_of_row(struct UrdfReader *r, const struct XmlElement *dynamics,
                                                const struct AttributeRow *row, struct Figure *number)
{
	for (size_t i = 0; i < dynamics->attributes; i++) {
		const struct XmlAttribute *given = &dynamics->attribute[i];
		if (strcmp(given->name, row->name) == 0)
			return figure_alone(r->arena, &given->value, number) && !number->zero ? given : NULL;
	}
	return NULL;
}

const struct XmlAttribute *urdf_attribute_meant(struct UrdfReader *r, const struct XmlElement *dynamics,
                                                enum UrdfMeaning meaning, struct Figure *number)
{
	for (size_t i = 0; dynamics && i < ROWS; i++) {
		const struct XmlAttribute *given =
			rows[i].meaning == meaning ? figure_of_row(r, dynamics, &rows[i], number) : NULL;
		if (given)
			return given;
	}
	return NULL;
}

/* Left-out figures of one name: how many, and the largest. */
struct LeftFigures {
	const struct XmlAttribute *largest;
	const struct UrdfJoint *joint;
	double value;
	size_t count;
};

/* Messages for the figures of a meaning, with the units of revolute and of prismatic joints. Rotors are in
 * rotor.c. */
static const struct FigureRow {
	enum UrdfMeaning meaning;
	enum Check check;
	const char *own; /* the attribute of URDF, or NULL */
	const char *unit[2];
} figures[] = {
	{ MEANS_SPRING, CHECK_SPRING_LEFT_OUT, NULL, { "N m/rad", "N/m" } },
	{ MEANS_DAMPING, CHECK_ATTRIBUTE_LEFT_OUT, "damping", { "N m s/rad", "N s/m" } },
	{ MEANS_FRICTION, CHECK_ATTRIBUTE_LEFT_OUT, "friction", { "N m", "N" } },
};

/* Was the attribute taken as the joint's damping or friction? The first is taken where URDF's own is 0. */
static bool is_taken(struct UrdfTree *tree, const struct UrdfJoint *joint, const struct FigureRow *row,
                     const struct XmlElement *dynamics, const struct XmlAttribute *given)
{
	struct Figure number;
	if (!row->own || !tree->r->request->keep_damping || !joint->type->axis)
		return false;
	struct XmlValue own = xml_attribute(dynamics, row->own);
	return (!figure_alone(tree->r->arena, &own, &number) || number.zero) &&
	       urdf_attribute_meant(tree->r, dynamics, row->meaning, &number) == given;
}

static void add_left(struct UrdfTree *tree, const struct UrdfJoint *joint, const struct FigureRow *row,
                     const struct AttributeRow *attribute, struct LeftFigures *left)
{
	const struct XmlElement *dynamics = xml_child(joint->element, "dynamics");
	struct Figure number;
	if (!dynamics || !urdf_moves(joint))
		return;
	const struct XmlAttribute *given = figure_of_row(tree->r, dynamics, attribute, &number);
	if (!given || is_taken(tree, joint, row, dynamics, given))
		return;
	if (left->count++ && fabs(number.value) <= fabs(left->value))
		return;
	left->largest = given;
	left->joint = joint;
	left->value = number.value;
}

static void report_figure(struct UrdfTree *tree, const struct FigureRow *row, const struct AttributeRow *attribute)
{
	struct LeftFigures left = { NULL };
	for (int i = 0; i < tree->joints; i++)
		add_left(tree, &tree->joint[i], row, attribute, &left);
	if (!left.count)
		return;
	const char *many = left.count > 1
	                           ? text_print(tree->r->arena, " of %zu joints is left out, the largest:", left.count)
	                           : " of a joint is left out:";
	const char *unit = left.joint->type && left.joint->type->axis ? row->unit[left.joint->type->slides] : NULL;
	struct Diag *d = diag(tree->diags, row->check, left.largest->value.span,
	                      "the attribute %s%s %.6g%s%s at joint '%s'", attribute->name, many, left.value,
	                      unit ? " " : "", unit ? unit : "", left.joint->name.text ? left.joint->name.text : "");
	if (row->meaning == MEANS_SPRING)
		diag_help(tree->diags, d, "`rigidc import` the robot and write `spring EXPR at REST` into the joint");
	else if (!tree->r->request->keep_damping)
		diag_help(tree->diags, d, "--keep=damping takes it as %s where the joint has none", row->own);
}

void urdf_attributes_report(struct UrdfTree *tree)
{
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		for (size_t k = 0; k < ROWS; k++)
			if (rows[k].meaning == figures[i].meaning)
				report_figure(tree, &figures[i], &rows[k]);
}
