/* XML to plain structs, by expat. A table lists the elements that matter, another the elements without meaning for
 * dynamics. All others are counted, and reported as ignored. */
#include "xml.h"

#include <string.h>

#include "lost.h"
#include "meaning.h"
#include "grammar/xml_parse.h"

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

void urdf_xacro_help(struct Diags *diags, struct Diag *of)
{
	static const char ending[] = ".xacro", format[] = ".urdf";
	const char *name = diags->sources->item[of->span.source].name;
	size_t length = strlen(name), stem = length > strlen(ending) ? length - strlen(ending) : 0;
	if (!stem || strcmp(name + stem, ending) != 0) {
		diag_help(diags, of, "xacro expands it: xacro robot.urdf.xacro > robot.urdf");
		return;
	}
	bool urdf = stem > strlen(format) && strncmp(name + stem - strlen(format), format, strlen(format)) == 0;
	diag_help(diags, of, "xacro expands it: xacro %s > %.*s%s", name, (int)stem, name, urdf ? "" : format);
}

struct XmlReader {
	struct XmlParse xml;
	struct Arena *arena;
	struct Diags *diags;
	struct Urdf *urdf;
	struct UrdfItem *item;           /* the robot, link or joint being read */
	enum UrdfPart part[XML_DEEPEST]; /* of the open elements that matter */
	int ignored;                     /* depth of the ignored open element; 0: none */
	int around;                      /* depth of the ignored <gazebo> around an open joint; 0: none */
	int counted;                     /* the count of ignored elements that has the ignored open element; -1: none */
	bool twice;                      /* it is a duplicate */
	struct NameTable ignored_names, strange_names;
	struct UrdfWatch watch;        /* on ignored elements */
	struct UrdfWatch watch_around; /* of `around` */
	struct XmlValue *content;      /* receives the following text, or NULL */
	struct Text characters;
	struct { /* elements of xacro: how many, and the first */
		size_t count;
		const char *name;
		struct Span span;
		bool needed; /* an element that brings in links */
	} xacro;
};

const char *urdf_part_name(enum UrdfPart part)
{
	return parts[part].name;
}

const char *urdf_attribute_name(enum UrdfPart part, int attribute)
{
	return parts[part].attribute[attribute];
}

void urdf_parts_nearest(enum UrdfPart inside, struct Nearest *nearest)
{
	for (int i = URDF_ROBOT; i < URDF_PARTS; i++)
		if (parts[i].inside == inside)
			nearest_try(nearest, parts[i].name);
}

void urdf_attributes_nearest(enum UrdfPart part, struct Nearest *nearest)
{
	for (int i = 0; i < URDF_ATTRIBUTES && parts[part].attribute[i]; i++)
		nearest_try(nearest, parts[part].attribute[i]);
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

/* --- ignored elements --- */

/* Is the part inside a transmission? Unknown elements there belong to the robot's software, and are no loss. */
static bool in_transmission(enum UrdfPart part)
{
	return part != URDF_DOCUMENT && (part == URDF_TRANSMISSION || parts[part].inside == URDF_TRANSMISSION ||
	                                 parts[part].inside == URDF_ACTUATOR);
}

static void pass_over(struct XmlReader *r, enum UrdfPart inside, const char *name, struct Span span, const char **given)
{
	const struct UrdfItem *item = inside == URDF_ROBOT ? NULL : r->item;
	r->ignored = r->xml.depth;
	r->counted = -1;
	if (inside == URDF_ROBOT && strcmp(name, parts[URDF_GAZEBO].name) == 0)
		r->part[r->xml.depth - 1] = URDF_GAZEBO;
	bool lost =
		urdf_watch_outer(&r->watch, &(struct UrdfEvent){ name, given, span, r->xml.depth }, item, &r->content);
	for (size_t i = 0; i < sizeof meaningless / sizeof *meaningless; i++)
		if (meaningless[i].inside == inside && strcmp(meaningless[i].name, name) == 0)
			return;
	if (strncmp(name, "xacro:", 6) == 0) {
		if (!r->xacro.count++) {
			r->xacro.name = arena_copy(r->arena, name, strlen(name));
			r->xacro.span = span;
		}
		r->xacro.needed |= strcmp(name, "xacro:include") == 0 || strcmp(name, "xacro:macro") == 0;
		return;
	}
	if (lost || in_transmission(inside))
		return;
	const char *key = text_print(r->arena, "%s %s", parts[inside].name ? parts[inside].name : "", name);
	int index = names_add(&r->ignored_names, key, (int)r->urdf->ignored.count);
	if (index == (int)r->urdf->ignored.count)
		*ARENA_PUSH(r->arena, &r->urdf->ignored) =
			(struct UrdfIgnored){ arena_copy(r->arena, name, strlen(name)), inside, span, 0 };
	r->urdf->ignored.item[index].count++;
	r->counted = index;
}

/* --- elements that matter --- */

/* Takes an attribute that URDF does not have; `end`: the end of the element's list of foreign attributes. */
static void take_hint(struct XmlReader *r, enum UrdfPart part, const char **given, struct Span value,
                      struct UrdfForeign ***end)
{
	enum UrdfMeaning meaning = urdf_meaning(part, given[0]);
	if (meaning == MEANS_NO_DYNAMICS || in_transmission(part))
		return;
	const char *name = arena_copy(r->arena, given[0], strlen(given[0]));
	if (meaning != MEANS_NOTHING) {
		struct UrdfForeign *foreign = **end = ARENA_NEW(r->arena, struct UrdfForeign);
		*foreign = (struct UrdfForeign){
			name, meaning, { arena_copy(r->arena, given[1], strlen(given[1])), value }, NULL
		};
		*end = &foreign->next;
		return;
	}
	int known = (int)r->urdf->strange.count;
	int index = names_add(&r->strange_names, text_print(r->arena, "%d %s", (int)part, name), known);
	if (index == known)
		*ARENA_PUSH(r->arena, &r->urdf->strange) = (struct UrdfIgnored){ name, part, value, 0 };
	r->urdf->strange.item[index].count++;
}

static struct UrdfElement *read_element(struct XmlReader *r, enum UrdfPart part, struct Span span, const char **given)
{
	size_t count = 0;
	while (count < URDF_ATTRIBUTES && parts[part].attribute[count])
		count++;
	struct UrdfElement *element = arena_alloc(r->arena, sizeof *element + count * sizeof *element->attribute);
	element->span = span;
	struct UrdfForeign **end = &element->foreign;
	size_t at = span.end;
	for (; *given; given += 2) {
		struct Span value = xml_value_span(&r->xml, &at);
		size_t i = 0;
		while (i < count && strcmp(parts[part].attribute[i], given[0]) != 0)
			i++;
		if (i == count)
			take_hint(r, part, given, value, &end);
		else
			element->attribute[i] =
				(struct XmlValue){ arena_copy(r->arena, given[1], strlen(given[1])), value };
	}
	return element;
}

static bool closes_loop(enum UrdfPart part)
{
	return part == URDF_LOOP_JOINT || part == URDF_CONSTRAINT || part == URDF_BALL || part == URDF_GAZEBO_JOINT;
}

static void take_element(struct XmlReader *r, enum UrdfPart part, struct Span span, const char **given)
{
	struct Urdf *urdf = r->urdf;
	if (part == URDF_ROBOT)
		r->item = &urdf->robot;
	else if (part == URDF_LINK)
		r->item = ARENA_PUSH(r->arena, &urdf->link);
	else if (part == URDF_JOINT)
		r->item = ARENA_PUSH(r->arena, &urdf->joint);
	else if (part == URDF_TRANSMISSION)
		r->item = ARENA_PUSH(r->arena, &urdf->transmission);
	else if (closes_loop(part))
		r->item = ARENA_PUSH(r->arena, &urdf->loop);
	struct UrdfElement *first = r->item->part[part];
	if (!first) {
		first = r->item->part[part] = read_element(r, part, span, given);
		if (may_be_text[part] && !first->attribute[0].text)
			r->content = &first->attribute[0];
		return;
	}
	if (part != URDF_TRANSMISSION && in_transmission(part)) {
		r->item->several = true;
		return;
	}
	diag_duplicate(r->diags, span, first->span, "<%s>", parts[part].name);
	r->ignored = r->xml.depth; /* else its content would be reported as duplicates too */
	r->twice = true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Takes blanks off both ends of a text. */
static void trim(struct XmlValue *content)
{
	char *text = (char *)content->text; /* a copy */
	size_t length = strlen(text);
	while (length && is_blank(text[length - 1])) {
		text[--length] = '\0';
		content->span.end--;
	}
	while (is_blank(*content->text)) {
		content->text++;
		content->span.begin++;
	}
}

/* The text of an element ends at the element's end or at the beginning of an inner element. */
static void end_content(struct XmlReader *r)
{
	if (!r->content)
		return;
	if (r->characters.count) {
		r->content->text = arena_copy(r->arena, r->characters.item, r->characters.count);
		r->content->span.end = xml_span(&r->xml, 0).end;
		trim(r->content);
	}
	r->characters.count = 0;
	r->content = NULL;
}

/* Reports another root element, which may be another robot format. */
static void wrong_root(struct XmlReader *r, const char *name, struct Span span)
{
	struct Diag *d = diag(r->diags, CHECK_NOT_URDF, span, "a URDF begins with <robot>, this is <%s>", name);
	if (strcmp(name, "sdf") == 0 || strcmp(name, "model") == 0)
		diag_help(r->diags, d, "this looks like SDF, which is another format");
	else if (strcmp(name, "mujoco") == 0)
		diag_help(r->diags, d, "this looks like MJCF, which is another format");
	xml_stop(&r->xml);
}

/* Suspends an ignored <gazebo> while a joint in it is read. The <gazebo> no longer counts as ignored. */
static void leave_gazebo(struct XmlReader *r, enum UrdfPart inside, const char *name)
{
	if (r->ignored != r->xml.depth - 1 || inside != URDF_GAZEBO || find_part(inside, name) == URDF_DOCUMENT)
		return;
	if (r->counted >= 0)
		r->urdf->ignored.item[r->counted].count--;
	r->counted = -1;
	r->around = r->ignored;
	r->watch_around = r->watch;
	r->ignored = 0;
}

static void return_to_gazebo(struct XmlReader *r)
{
	if (!r->around || r->ignored || r->xml.depth != r->around + 1)
		return;
	r->ignored = r->around;
	r->watch = r->watch_around;
	r->around = 0;
}

static void begin_element(void *context, const char *name, const char **given, struct Span span)
{
	struct XmlReader *r = context;
	enum UrdfPart inside = r->xml.depth > 1 ? r->part[r->xml.depth - 2] : URDF_DOCUMENT;
	end_content(r);
	if (r->ignored && r->twice)
		return;
	if (r->ignored)
		leave_gazebo(r, inside, name);
	if (r->ignored) {
		urdf_watch_inner(&r->watch, &(struct UrdfEvent){ name, given, span, r->xml.depth }, &r->content);
		return;
	}
	enum UrdfPart part = r->part[r->xml.depth - 1] = find_part(inside, name);
	if (part == URDF_DOCUMENT && r->xml.depth == 1)
		wrong_root(r, name, span);
	else if (part == URDF_DOCUMENT)
		pass_over(r, inside, name, span, given);
	else
		take_element(r, part, span, given);
}

static void end_element(void *context)
{
	struct XmlReader *r = context;
	end_content(r);
	if (r->ignored)
		urdf_watch_end(&r->watch, r->xml.depth);
	if (r->ignored == r->xml.depth) {
		r->ignored = 0;
		r->twice = false;
	}
	return_to_gazebo(r);
}

static void characters(void *context, const char *text, size_t length)
{
	struct XmlReader *r = context;
	if (!r->content)
		return;
	if (!r->characters.count)
		r->content->span = xml_span(&r->xml, 0);
	text_bytes(&r->characters, text, length);
}

/* Does the source contain ${...} or $(...)? */
static bool has_macros(const struct XmlReader *r)
{
	const char *end = r->xml.text + r->xml.length;
	for (const char *at = r->xml.text; at < end && (at = memchr(at, '$', (size_t)(end - at))) != NULL; at++)
		if (at + 1 < end && (at[1] == '{' || at[1] == '('))
			return true;
	return false;
}

/* A file expanded by xacro may still contain an element of xacro, which is then meaningless. */
static void report_xacro(struct XmlReader *r)
{
	bool left = r->xacro.count == 1 && !r->xacro.needed && r->urdf->link.count && !has_macros(r);
	if (left)
		diag(r->diags, CHECK_STRAY_XACRO, r->xacro.span, "<%s> is left from xacro, and is passed over",
		     r->xacro.name);
	else if (r->xacro.count)
		urdf_xacro_help(r->diags,
		                diag(r->diags, CHECK_XACRO, r->xacro.span,
		                     "<%s> belongs to xacro, which has yet to expand this file", r->xacro.name));
}

struct Urdf urdf_xml_read(struct Diags *diags, uint32_t source, const char *text, size_t length)
{
	struct Arena *arena = diags->arena;
	struct Urdf *urdf = ARENA_NEW(arena, struct Urdf);
	struct XmlReader *r = ARENA_NEW(arena, struct XmlReader);
	*r = (struct XmlReader){ .arena = arena, .diags = diags, .urdf = urdf };
	r->xml = (struct XmlParse){ .diags = diags,
		                    .text = text,
		                    .length = length,
		                    .source = source,
		                    .called = "a URDF",
		                    .context = r,
		                    .begin = begin_element,
		                    .end = end_element,
		                    .characters = characters };
	urdf->source = source;
	names_init(&r->ignored_names, arena);
	names_init(&r->strange_names, arena);
	text_init(&r->characters, arena);
	r->watch = (struct UrdfWatch){ .arena = arena, .urdf = urdf };
	xml_parse(&r->xml);
	report_xacro(r);
	return *urdf;
}
