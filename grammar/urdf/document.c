#include "document.h"

#include <string.h>

#include "lost.h"
#include "meaning.h"
#include "xacro.h"

static const struct PartRow {
	const char *name;
	enum UrdfPart inside;
	const char *attribute[URDF_ATTRIBUTES];
} parts[URDF_PARTS] = {
	[URDF_ROBOT] = { "robot", URDF_DOCUMENT, { "name" } },
	[URDF_LINK] = { "link", URDF_ROBOT, { "name" } },
	[URDF_INERTIAL] = { "inertial", URDF_LINK, { NULL } },
	[URDF_INERTIAL_ORIGIN] = { "origin", URDF_INERTIAL, { "xyz", "rpy" } },
	[URDF_MASS] = { "mass", URDF_INERTIAL, { "value" } },
	[URDF_INERTIA] = { "inertia", URDF_INERTIAL, { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" } },
	[URDF_JOINT] = { "joint", URDF_ROBOT, { "name", "type" } },
	[URDF_ORIGIN] = { "origin", URDF_JOINT, { "xyz", "rpy" } },
	[URDF_PARENT] = { "parent", URDF_JOINT, { "link" } },
	[URDF_CHILD] = { "child", URDF_JOINT, { "link" } },
	[URDF_AXIS] = { "axis", URDF_JOINT, { "xyz" } },
	[URDF_LIMIT] = { "limit", URDF_JOINT, { "lower", "upper", "effort", "velocity" } },
	[URDF_DYNAMICS] = { "dynamics", URDF_JOINT, { "damping", "friction" } },
	[URDF_MIMIC] = { "mimic", URDF_JOINT, { "joint", "multiplier", "offset" } },
	[URDF_TRANSMISSION] = { "transmission", URDF_ROBOT, { "name" } },
	[URDF_DRIVEN] = { "joint", URDF_TRANSMISSION, { "name" } },
	[URDF_ACTUATOR] = { "actuator", URDF_TRANSMISSION, { "name" } },
	[URDF_ROTOR] = { "drake:rotor_inertia", URDF_ACTUATOR, { "value" } },
	[URDF_GEAR] = { "drake:gear_ratio", URDF_ACTUATOR, { "value" } },
	[URDF_MOTOR] = { "motorInertia", URDF_ACTUATOR, { "value" } },
	[URDF_REDUCTION] = { "mechanicalReduction", URDF_ACTUATOR, { "value" } },
	[URDF_MOTOR_OUTSIDE] = { "motorInertia", URDF_TRANSMISSION, { "value" } },
	[URDF_REDUCTION_OUTSIDE] = { "mechanicalReduction", URDF_TRANSMISSION, { "value" } },
	[URDF_LOOP_JOINT] = { "loop_joint", URDF_ROBOT, { "name", "type" } },
	[URDF_LOOP_FIRST] = { "link1", URDF_LOOP_JOINT, { "xyz", "rpy", "link" } },
	[URDF_LOOP_SECOND] = { "link2", URDF_LOOP_JOINT, { "xyz", "rpy", "link" } },
	[URDF_LOOP_AXIS] = { "axis", URDF_LOOP_JOINT, { "xyz" } },
	[URDF_CONSTRAINT] = { "constraint", URDF_ROBOT, { "name", "type" } },
	[URDF_CONSTRAINT_PARENT] = { "parent", URDF_CONSTRAINT, { "link" } },
	[URDF_CONSTRAINT_PARENT_ORIGIN] = { "parent_origin", URDF_CONSTRAINT, { "xyz", "rpy" } },
	[URDF_CONSTRAINT_PARENT_AXIS] = { "parent_axis", URDF_CONSTRAINT, { "xyz" } },
	[URDF_CONSTRAINT_CHILD] = { "child", URDF_CONSTRAINT, { "link" } },
	[URDF_CONSTRAINT_CHILD_ORIGIN] = { "child_origin", URDF_CONSTRAINT, { "xyz", "rpy" } },
	[URDF_CONSTRAINT_CHILD_AXIS] = { "child_axis", URDF_CONSTRAINT, { "xyz" } },
	[URDF_BALL] = { "drake:ball_constraint", URDF_ROBOT, { "name" } },
	[URDF_BALL_FIRST] = { "drake:ball_constraint_body_A", URDF_BALL, { "name" } },
	[URDF_BALL_FIRST_POINT] = { "drake:ball_constraint_p_AP", URDF_BALL, { "value" } },
	[URDF_BALL_SECOND] = { "drake:ball_constraint_body_B", URDF_BALL, { "name" } },
	[URDF_BALL_SECOND_POINT] = { "drake:ball_constraint_p_BQ", URDF_BALL, { "value" } },
	[URDF_GAZEBO] = { "gazebo", URDF_PARTS, { NULL } },
	[URDF_GAZEBO_JOINT] = { "joint", URDF_GAZEBO, { "name", "type" } },
	[URDF_GAZEBO_PARENT] = { "parent", URDF_GAZEBO_JOINT, { "link" } },
	[URDF_GAZEBO_CHILD] = { "child", URDF_GAZEBO_JOINT, { "link" } },
	[URDF_GAZEBO_POSE] = { "pose", URDF_GAZEBO_JOINT, { "value", "relative_to" } },
	[URDF_GAZEBO_AXIS] = { "axis", URDF_GAZEBO_JOINT, { "xyz" } },
	[URDF_GAZEBO_AXIS_XYZ] = { "xyz", URDF_GAZEBO_AXIS, { "value", "expressed_in" } },
};

/* Elements whose text is their first attribute if the attribute is missing. */
static const bool may_be_text[URDF_PARTS] = {
	[URDF_MOTOR] = true,         [URDF_REDUCTION] = true,
	[URDF_MOTOR_OUTSIDE] = true, [URDF_REDUCTION_OUTSIDE] = true,
	[URDF_GAZEBO_PARENT] = true, [URDF_GAZEBO_CHILD] = true,
	[URDF_GAZEBO_POSE] = true,   [URDF_GAZEBO_AXIS_XYZ] = true,
};

/* Elements without meaning for dynamics, ignored without a message. */
/* clang-format off */
static const struct { const char *name; enum UrdfPart inside; } meaningless[] = {
	{ "material", URDF_ROBOT }, { "visual", URDF_LINK }, { "collision", URDF_LINK }, { "sensor", URDF_LINK },
	{ "self_collision_checking", URDF_LINK }, { "collision_checking", URDF_LINK }, { "contact", URDF_LINK },
	{ "calibration", URDF_JOINT }, { "safety_controller", URDF_JOINT }, { "sensor", URDF_ROBOT },
};
/* clang-format on */

const char *urdf_part_name(enum UrdfPart part)
{
	return parts[part].name;
}

const char *urdf_attribute_name(enum UrdfPart part, int attribute)
{
	return parts[part].attribute[attribute];
}

static bool is_meaningless(const char *name, enum UrdfPart inside)
{
	for (size_t i = 0; i < sizeof meaningless / sizeof *meaningless; i++)
		if (meaningless[i].inside == inside && strcmp(meaningless[i].name, name) == 0)
			return true;
	return false;
}

/* Names of the elements inside a part, with blanks between them. */
static const char *element_names(struct Arena *arena, enum UrdfPart inside)
{
	struct Text names = text_new(arena);
	for (int i = URDF_ROBOT; i < URDF_PARTS; i++)
		if (parts[i].inside == inside)
			text_format(&names, "%s ", parts[i].name);
	return text_string(&names);
}

static const char *attribute_names(struct Arena *arena, enum UrdfPart part)
{
	struct Text names = text_new(arena);
	for (int i = 0; i < URDF_ATTRIBUTES && parts[part].attribute[i]; i++)
		text_format(&names, "%s ", parts[part].attribute[i]);
	return text_string(&names);
}

const struct KnownRow *urdf_known(struct Arena *arena)
{
	struct KnownRow *row = ARENA_ARRAY(arena, struct KnownRow, 2 * URDF_PARTS), *next = row;
	for (int i = URDF_ROBOT; i < URDF_PARTS; i++) {
		const char *name = parts[i].name;
		*next++ = (struct KnownRow){ KNOWN_ELEMENTS, name, element_names(arena, (enum UrdfPart)i) };
		*next++ = (struct KnownRow){ KNOWN_ATTRIBUTES, name, attribute_names(arena, (enum UrdfPart)i) };
	}
	*next = (struct KnownRow){ .inside = NULL };
	return row;
}

static enum UrdfPart find_part(enum UrdfPart inside, const char *name)
{
	if (strcmp(name, "drake:loop_joint") == 0)
		name = parts[URDF_LOOP_JOINT].name;
	for (int i = URDF_ROBOT; i < URDF_PARTS; i++)
		if (parts[i].inside == inside && strcmp(parts[i].name, name) == 0)
			return (enum UrdfPart)i;
	return URDF_DOCUMENT;
}

/* The document in the making. */
struct Walk {
	struct Arena *arena;
	struct Diags *diags;
	struct Urdf *urdf;
	struct UrdfItem *item; /* the robot, link or joint being read */
	struct Losses *losses;
	struct UrdfXacro xacro;
};

/* Is the part inside a transmission? Unknown elements there belong to the robot's software, and are no loss. */
static bool in_transmission(enum UrdfPart part)
{
	return part != URDF_DOCUMENT && (part == URDF_TRANSMISSION || parts[part].inside == URDF_TRANSMISSION ||
	                                 parts[part].inside == URDF_ACTUATOR);
}

/* --- elements that matter --- */

/* Takes an attribute that URDF does not have; `end`: the end of the element's list of foreign attributes. */
static void take_hint(struct Walk *w, enum UrdfPart part, const struct XmlElement *element,
                      const struct XmlAttribute *given, struct UrdfForeign ***end)
{
	enum UrdfMeaning meaning = urdf_meaning(part, given->name);
	if (meaning == MEANS_NO_DYNAMICS || in_transmission(part))
		return;
	if (meaning == MEANS_NOTHING) {
		losses_attribute(w->losses, element, given);
		return;
	}
	struct UrdfForeign *foreign = **end = ARENA_NEW(w->arena, struct UrdfForeign);
	*foreign = (struct UrdfForeign){ given->name, meaning, given->value, NULL };
	*end = &foreign->next;
}

static struct UrdfElement *read_element(struct Walk *w, enum UrdfPart part, const struct XmlElement *element)
{
	size_t count = 0;
	while (count < URDF_ATTRIBUTES && parts[part].attribute[count])
		count++;
	struct UrdfElement *read = arena_alloc(w->arena, sizeof *read + count * sizeof *read->attribute);
	struct UrdfForeign **end = &read->foreign;
	read->span = element->span;
	for (size_t k = 0; k < element->attributes; k++) {
		const struct XmlAttribute *given = &element->attribute[k];
		size_t i = 0;
		while (i < count && strcmp(parts[part].attribute[i], given->name) != 0)
			i++;
		if (i == count)
			take_hint(w, part, element, given, &end);
		else
			read->attribute[i] = given->value;
	}
	if (may_be_text[part] && !read->attribute[0].text)
		read->attribute[0] = element->content;
	return read;
}

/* Item to which an element belongs. Links, joints, transmissions and loops begin items. */
static struct UrdfItem *item_of(struct Walk *w, enum UrdfPart part)
{
	struct Urdf *urdf = w->urdf;
	switch (part) {
	case URDF_ROBOT: return &urdf->robot;
	case URDF_LINK: return ARENA_PUSH(w->arena, &urdf->link);
	case URDF_JOINT: return ARENA_PUSH(w->arena, &urdf->joint);
	case URDF_TRANSMISSION: return ARENA_PUSH(w->arena, &urdf->transmission);
	case URDF_LOOP_JOINT:
	case URDF_CONSTRAINT:
	case URDF_BALL:
	case URDF_GAZEBO_JOINT: return ARENA_PUSH(w->arena, &urdf->loop);
	default: return w->item;
	}
}

/* Elements of which other readers take the first. */
static const bool may_be_twice[URDF_PARTS] = { [URDF_AXIS] = true, [URDF_LIMIT] = true, [URDF_DYNAMICS] = true };

static void report_twice(struct Walk *w, enum UrdfPart part, const struct XmlElement *element,
                         const struct UrdfElement *first)
{
	const char *name = parts[part].name;
	if (!may_be_twice[part]) {
		diag_duplicate(w->diags, element->span, first->span, "<%s>", name);
		return;
	}
	struct Diag *d =
		diag(w->diags, CHECK_ELEMENT_TWICE, element->span, "<%s> is given twice, and the first is taken", name);
	diag_note(w->diags, d, first->span, "first here");
}

static void read_children(struct Walk *w, enum UrdfPart part, const struct XmlElement *element);

static void take_element(struct Walk *w, enum UrdfPart part, const struct XmlElement *element)
{
	w->item = item_of(w, part);
	struct UrdfElement **first = &w->item->part[part];
	if (!*first) {
		*first = read_element(w, part, element);
	} else if (part != URDF_TRANSMISSION && in_transmission(part)) {
		w->item->several = true;
	} else {
		report_twice(w, part, element, *first);
		return;
	}
	read_children(w, part, element);
}

/* --- ignored elements --- */

/* Counts masses and springs in an ignored element, but for those in joints of Gazebo, which are read. True: the element
 * is counted by itself, or has such joints. */
static bool look_inside(struct Walk *w, enum UrdfPart inside, const struct XmlElement *element)
{
	bool gazebo = inside == URDF_ROBOT && xml_is(element, parts[URDF_GAZEBO].name), joints = false;
	struct UrdfWatch watch = { w->arena, w->urdf, element, inside == URDF_ROBOT ? NULL : w->item };
	if (urdf_lost(&watch, element))
		return true;
	for (const struct XmlElement *e = element->first; e; e = e->next) {
		enum UrdfPart part = gazebo ? find_part(URDF_GAZEBO, e->name) : URDF_DOCUMENT;
		joints |= part != URDF_DOCUMENT;
		if (part != URDF_DOCUMENT)
			take_element(w, part, e);
		else
			urdf_lost_within(&watch, e);
	}
	return joints;
}

static void pass_over(struct Walk *w, enum UrdfPart inside, const struct XmlElement *element)
{
	if (inside == URDF_LINK && (xml_is(element, "visual") || xml_is(element, "collision")))
		*ARENA_PUSH(w->arena, &w->urdf->shape) = element;
	bool told = look_inside(w, inside, element) || is_meaningless(element->name, inside);
	if (!told && !urdf_xacro_take(&w->xacro, element) && !in_transmission(inside))
		losses_know(w->losses, element);
}

/* --- the whole --- */

static void read_children(struct Walk *w, enum UrdfPart part, const struct XmlElement *element)
{
	for (const struct XmlElement *e = element->first; e; e = e->next) {
		enum UrdfPart inner = find_part(part, e->name);
		if (inner == URDF_DOCUMENT)
			pass_over(w, part, e);
		else
			take_element(w, inner, e);
	}
}

/* Room for all links and joints: lists that grow would take twice as much. */
static void make_room(struct Walk *w, const struct XmlElement *root)
{
	struct UrdfList *link = &w->urdf->link, *joint = &w->urdf->joint;
	for (const struct XmlElement *e = root->first; e; e = e->next) {
		link->capacity += xml_is(e, parts[URDF_LINK].name);
		joint->capacity += xml_is(e, parts[URDF_JOINT].name);
	}
	link->item = ARENA_ARRAY(w->arena, struct UrdfItem, link->capacity);
	joint->item = ARENA_ARRAY(w->arena, struct UrdfItem, joint->capacity);
}

struct Urdf urdf_document_read(struct Losses *losses, uint32_t source)
{
	struct Diags *diags = losses->diags;
	struct Urdf urdf = { .source = source };
	struct Walk w = { .arena = arena_scratch(diags->arena), .diags = diags, .urdf = &urdf, .losses = losses };
	const struct XmlElement *root = xml_tree_begun(diags, source, "a URDF", parts[URDF_ROBOT].name);
	if (root) {
		make_room(&w, root);
		take_element(&w, URDF_ROBOT, root);
	}
	urdf_xacro_report(diags, &w.xacro, source, urdf.link.count > 0);
	return urdf;
}
