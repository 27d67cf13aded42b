#include "stages.h"

#include <string.h>

#include "base/hints.h"

/* --- joint types --- */

static const struct OsimType winging = { .name = "ScapulothoracicJoint", .coordinates = 1 };

static const struct OsimType types[] = {
	{ .name = "WeldJoint" },
	{ .name = "PinJoint", .coordinates = 1, .motions = 1, .motion = { { false, 2, 0 } } },
	{ .name = "SliderJoint", .coordinates = 1, .motions = 1, .motion = { { true, 0, 0 } } },
	{ .name = "UniversalJoint", .coordinates = 2, .motions = 2, .motion = { { false, 0, 0 }, { false, 1, 1 } } },
	{ .name = "GimbalJoint",
	  .coordinates = 3,
	  .motions = 3,
	  .motion = { { false, 0, 0 }, { false, 1, 1 }, { false, 2, 2 } } },
	{ .name = "PlanarJoint", /* its coordinates are the turn, x and y */
	  .coordinates = 3,
	  .motions = 3,
	  .motion = { { true, 0, 1 }, { true, 1, 2 }, { false, 2, 0 } } },
	{ .name = "BallJoint", .coordinates = 3, .kind = "spherical" },
	{ .name = "FreeJoint", .coordinates = 6, .kind = "free" },
	{ .name = "CustomJoint", .custom = true },
	{ .name = "EllipsoidJoint", .coordinates = 3, .radii = "radii_x_y_z" },
	{ .name = "ScapulothoracicJoint",
	  .coordinates = 4,
	  .radii = "thoracic_ellipsoid_radii_x_y_z",
	  .hinge = &winging },
};
enum { TYPES = sizeof types / sizeof *types, FREE = 7 };

static const struct OsimType *find_type(struct Osim *o, const struct XmlElement *element)
{
	for (size_t i = 0; i < TYPES; i++)
		if (xml_is(element, types[i].name))
			return &types[i];
	struct Diag *d =
		diag(o->diags, CHECK_UNKNOWN_KIND, element->span, "there is no joint type '%s'", element->name);
	struct Nearest nearest = diags_nearest(o->diags, element->name);
	NEAREST_EACH(&nearest, types, TYPES, name);
	hint_or_nearest(o->diags, d, HINT_OSIM_TYPE, &nearest);
	return NULL;
}

/* --- coordinates --- */

static void add_coordinate(struct Osim *o, const struct XmlElement *element, struct Ident name)
{
	int number = (int)o->coordinate.count, joint = (int)o->joint.count - 1;
	struct OsimCoordinate *c = ARENA_PUSH(arena_scratch(o->arena), &o->coordinate);
	*c = (struct OsimCoordinate){
		.element = element, .name = name, .joint = joint, .value = { "0", 1, false, true, 0, name.span }
	};
	osim_check(o, element);
	osim_numbers(o, element, "default_value", 1, &c->value);
	c->locked = osim_is_true(element, "locked");
	if (osim_is_true(element, "prescribed"))
		osim_lose(o, LOSS_PRESCRIBED, name);
	names_add(&o->coordinate_names, name.text, number);
	names_add(&o->coordinate_names, text_print(o->arena, "%s/%s", o->joint.item[joint].name.text, name.text),
	          number);
	o->joint.item[joint].coordinates++;
}

/* The joint's coordinates in the order of the file. Missing ones get the names that OpenSim gives by default. */
static void read_coordinates(struct Osim *o, struct OsimJoint *joint)
{
	const struct XmlElement *c = osim_first(joint->element, "coordinates");
	joint->first = (int)o->coordinate.count;
	for (c = c ? c : osim_first(joint->element, "CoordinateSet"); c; c = c->next)
		if (xml_is(c, "Coordinate"))
			add_coordinate(o, c, osim_name(o, c, "coordinate"));
	if (joint->coordinates < joint->type->coordinates && xml_child(joint->element, "coordinates"))
		osim_lose(o, LOSS_FEW, joint->name);
	while (joint->coordinates < joint->type->coordinates) {
		const char *name = text_print(o->arena, "%s_coord_%d", joint->name.text, joint->coordinates);
		add_coordinate(o, NULL, (struct Ident){ .text = name, .span = joint->name.span, .quoted = true });
	}
}

/* --- joints --- */

static void read_places(struct Osim *o, struct OsimJoint *joint, int child)
{
	const struct XmlElement *element = joint->element;
	bool renamed = o->version >= OSIM_CHILD_NAMES;
	struct OsimOffset parent = osim_offset(o, element, "location_in_parent", "orientation_in_parent");
	struct OsimOffset own = osim_offset(o, element, renamed ? "location_in_child" : "location",
	                                    renamed ? "orientation_in_child" : "orientation");
	if (o->joints_in_bodies) {
		joint->parent = osim_body_of(o, element, "parent_body");
		joint->child = (struct OsimPlace){ .body = child };
	} else {
		joint->parent = osim_socket(o, element, "parent_frame");
		joint->child = osim_socket(o, element, "child_frame");
	}
	if (o->version < OSIM_FRAMES) {
		osim_push(o, &joint->parent, &parent);
		osim_push(o, &joint->child, &own);
	}
	if (osim_is_true(element, "reverse") && o->version < OSIM_REVERSE) { /* later versions exchange them so */
		struct OsimPlace place = joint->parent;
		joint->parent = joint->child;
		joint->child = place;
	}
}

/* `child`: the body around the joint, up to version 3; else OSIM_NOWHERE. */
static void add_joint(struct Osim *o, const struct XmlElement *element, int child)
{
	const struct OsimType *type = find_type(o, element);
	struct OsimJoint *joint = ARENA_PUSH(arena_scratch(o->arena), &o->joint);
	const char *made =
		child >= 0 ? o->body.item[child].name.text : text_print(o->arena, "joint%zu", o->joint.count);
	*joint = (struct OsimJoint){ .element = element, .type = type ? type : &types[0] };
	joint->name = osim_name(o, element, made);
	if (osim_is_true(element, "reverse") && o->version >= OSIM_REVERSE)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, element->span, "joint '%s' is reversed", joint->name.text);
	osim_check(o, element);
	read_places(o, joint, child);
	if (!type)
		return;
	read_coordinates(o, joint);
	osim_read_motions(o, joint);
	size_t number = o->joint.count - 1;
	if (type->hinge)
		osim_split_scapula(o);
	for (; number < o->joint.count; number++)
		osim_count_motions(o, &o->joint.item[number]);
}

/* --- bodies --- */

static void add_body(struct Osim *o, const struct XmlElement *element)
{
	int number = (int)o->body.count;
	struct Ident name = osim_name(o, element, text_print(o->arena, "body%d", number + 1));
	if (!xml_is(element, "Body") || strcmp(name.text, "ground") == 0)
		return;
	osim_check(o, element);
	int first = names_add(&o->body_names, name.text, number);
	if (first != number) {
		diag_duplicate(o->diags, name.span, o->body.item[first].name.span, "body '%s'", name.text);
		return;
	}
	osim_new_body(o, element, name);
}

/* Adds an element to a table under NAME and under OWNER/NAME. */
static void add_names(struct Osim *o, struct NameTable *names, const struct XmlElement *element, size_t number)
{
	const char *name = xml_attribute(element, "name").text;
	names_add(names, name, (int)number);
	names_add(names, text_print(o->arena, "%s/%s", osim_owner_name(element), name), (int)number);
}

static void read_frames(struct Osim *o)
{
	for (const struct XmlElement *e = o->model; e; e = xml_walk(e, o->model)) {
		if (!xml_attribute(e, "name").text)
			continue;
		if (osim_is_frame(e)) {
			add_names(o, &o->frame_names, e, o->frame.count);
			*ARENA_PUSH(arena_scratch(o->arena), &o->frame) = (struct OsimFrame){ .element = e };
		}
		if (osim_is_frame(e) || xml_is(e, "Station"))
			osim_check(o, e);
		if (xml_is(e, "Station") || xml_is(e, "Marker")) {
			add_names(o, &o->point_names, e, o->point.count);
			*ARENA_PUSH(arena_scratch(o->arena), &o->point) = e;
		}
	}
}

/* Adds free joints for bodies without a joint, as OpenSim does. */
static void free_orphans(struct Osim *o)
{
	for (size_t i = 0; i < o->body.count; i++) {
		struct OsimBody *body = &o->body.item[i];
		if (body->joint != OSIM_NOWHERE)
			continue;
		osim_lose(o, LOSS_ORPHAN, body->name);
		struct OsimJoint *joint = ARENA_PUSH(arena_scratch(o->arena), &o->joint);
		*joint = (struct OsimJoint){ .type = &types[FREE], .name = body->name };
		joint->parent.body = OSIM_GROUND;
		joint->child.body = (int)i;
		osim_hang(o, (int)o->joint.count - 1);
	}
}

static void read_joints(struct Osim *o)
{
	for (size_t i = 0; i < o->body.count && o->joints_in_bodies; i++) {
		const struct XmlElement *joint = osim_first(o->body.item[i].element, "Joint");
		if (joint)
			add_joint(o, joint, (int)i);
	}
	const struct XmlElement *joint = o->joints_in_bodies ? NULL : osim_first(o->model, "JointSet");
	for (; joint; joint = joint->next)
		add_joint(o, joint, OSIM_NOWHERE);
	osim_make_tree(o);
	if (!o->diags->errors)
		free_orphans(o);
}

static bool has_word(const struct XmlElement *element, const char *const words[])
{
	bool found = false;
	for (; *words; words++)
		found |= strstr(element->name, *words) != NULL;
	return found;
}

/* Parts of the dynamics that are in no set of their own: bodies, joints and constraints are refused, forces are left out. */
static void check_components(struct Osim *o)
{
	static const char *const lists[] = { "components", "ComponentSet" };
	static const char *const parts[] = { "Body", "Joint", "Constraint", NULL };
	static const char *const forces[] = { "Force", "Spring", "Muscle", "Actuator", "Ligament", NULL };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const struct XmlElement *e = osim_first(o->model, lists[i]); e; e = e->next) {
			if (has_word(e, parts))
				diag(o->diags, CHECK_OSIM_UNSUPPORTED, e->span,
				     "a <%s> in <%s> is not read: it belongs to a set of the model", e->name, lists[i]);
			else if (has_word(e, forces))
				osim_lose(o, LOSS_COMPONENT, osim_name(o, e, "force"));
		}
}

void osim_document_read(struct Osim *o)
{
	struct NameTable *tables[] = { &o->body_names, &o->coordinate_names, &o->frame_names, &o->point_names,
		                       &o->joint_names };
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		*tables[i] = names_new(o->arena);
	osim_check(o, o->model);
	check_components(o);
	osim_check(o, xml_child(o->model, "BodySet"));
	o->ground_first = o->ground_last = OSIM_NOWHERE;
	for (const struct XmlElement *body = osim_first(o->model, "BodySet"); body; body = body->next)
		add_body(o, body);
	read_frames(o);
	read_joints(o);
}
