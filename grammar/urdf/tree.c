/* Tree of links and joints. Mistakes in names, types and the tree are reported here; the values of a link or joint are
 * read in urdf.c. */
#include "stages.h"

#include <string.h>

#include "base/hints.h"

static const struct UrdfType types[] = {
	{ "revolute", "revolute", true, true, false, false },
	{ "continuous", "revolute", true, false, false, false },
	{ "prismatic", "prismatic", true, true, true, false },
	{ "fixed", "fixed", false, false, false, false },
	{ "floating", "free", false, false, false, false },
	{ "planar", "planar", false, false, false, false },
	{ "spherical", "spherical", false, false, false, true },
	{ "ball", "spherical", false, false, false, true },
};

bool urdf_moves(const struct UrdfJoint *joint)
{
	return joint->type && strcmp(joint->type->kind, "fixed") != 0;
}

/* --- names --- */

struct Ident urdf_read_name(struct UrdfReader *r, const struct XmlElement *element, const char *attribute,
                            const char *what)
{
	enum { LONGEST = 256 };
	struct XmlValue name = xml_attribute(element, attribute);
	if (!name.text) {
		diag(r->diags, CHECK_MISSING_PART, element->span, "this %s has no name", what);
		return (struct Ident){ .text = NULL, .span = element->span };
	}
	size_t length = strlen(name.text);
	if (!urdf_has_macro(r, name) && (length == 0 || length > LONGEST))
		diag(r->diags, CHECK_BAD_NAME, name.span, "this name is %s",
		     length ? "longer than 256 bytes" : "empty");
	return (struct Ident){ .text = name.text, .span = name.span };
}

/* Adds a name to a table; a duplicate is reported. */
static void add_name(struct UrdfTree *b, struct NameTable *table, struct Ident name, int value, bool joint)
{
	if (!name.text)
		return;
	int first = names_add(table, name.text, value);
	if (first == value)
		return;
	diag_duplicate(b->diags, name.span, joint ? b->joint[first].name.span : b->link[first].name.span, "%s '%s'",
	               joint ? "joint" : "link", name.text);
}

/* Adds the link that an element declares, by this attribute. */
static void add_link(struct UrdfTree *b, const struct XmlElement *element, const char *attribute)
{
	struct UrdfLink *link = &b->link[b->links];
	*link = (struct UrdfLink){ .element = element,
		                   .joint = NOBODY,
		                   .parent = NOBODY,
		                   .first = NOBODY,
		                   .last = NOBODY,
		                   .next = NOBODY,
		                   .group = NOBODY };
	link->name = urdf_read_name(b->r, element, attribute, "link");
	add_name(b, &b->link_names, link->name, b->links++, false);
}

/* Adds the world if a <parent> names `world` and no link has the name: a link without elements, declared by its
 * <parent>. */
static void add_world(struct UrdfTree *b)
{
	if (names_find(&b->link_names, "world") >= 0)
		return;
	for (const struct XmlElement *e = xml_child(b->urdf->robot, "joint"); e; e = xml_next(e)) {
		const struct XmlElement *parent = xml_child(e, "parent");
		const char *name = xml_attribute(parent, "link").text;
		if (name && strcmp(name, "world") == 0) {
			add_link(b, parent, "link");
			return;
		}
	}
}

static int count_of(const struct XmlElement *robot, const char *name)
{
	int count = 0;
	for (const struct XmlElement *e = xml_child(robot, name); e; e = xml_next(e))
		count++;
	return count;
}

static void read_links(struct UrdfTree *b)
{
	struct Arena *arena = arena_scratch(b->r->arena);
	const struct XmlElement *robot = b->urdf->robot;
	b->link = ARENA_ARRAY(arena, struct UrdfLink, count_of(robot, "link") + 1);
	b->link_names = names_new(arena);
	for (const struct XmlElement *e = xml_child(robot, "link"); e; e = xml_next(e)) {
		add_link(b, e, "name");
		b->link[b->links - 1].inertial = xml_child(e, "inertial");
	}
	add_world(b);
}

static const struct UrdfType *read_type(struct UrdfReader *r, const struct XmlElement *joint)
{
	struct XmlValue type = xml_attribute(joint, "type");
	if (!type.text) {
		diag(r->diags, CHECK_MISSING_PART, joint->span, "this joint has no type");
		return NULL;
	}
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (strcmp(types[i].name, type.text) == 0) {
			if (types[i].foreign)
				diag(r->diags, CHECK_FOREIGN_JOINT, type.span,
				     "URDF has no joint type '%s'; here it is `%s`", type.text, types[i].kind);
			return &types[i];
		}
	}
	if (urdf_has_macro(r, type))
		return NULL;
	struct Diag *d = diag(r->diags, CHECK_UNKNOWN_KIND, type.span, "a URDF has no joint type '%s'", type.text);
	struct Nearest nearest = diags_nearest(r->diags, type.text);
	NEAREST_EACH(&nearest, types, sizeof types / sizeof *types, name);
	hint_or_nearest(r->diags, d, HINT_URDF_TYPE, &nearest);
	return NULL;
}

int urdf_find_link(struct UrdfTree *b, const struct XmlElement *joint, const char *part, const char *attribute,
                   struct XmlValue name)
{
	struct Diags *diags = b->diags;
	const struct XmlElement *element = xml_child(joint, part);
	if (!name.text) {
		diag(diags, CHECK_MISSING_PART, element ? element->span : joint->span,
		     "this %s has no <%s %s=\"...\"/>", element ? "element" : "joint", part, attribute);
		return NOBODY;
	}
	int found = names_find(&b->link_names, name.text);
	if (found >= 0 || urdf_has_macro(b->r, name))
		return found;
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PARENT, name.span, "there is no link '%s'", name.text);
	struct Nearest nearest = diags_nearest(diags, name.text);
	NEAREST_EACH(&nearest, b->link, b->links, name.text);
	diag_nearest(diags, d, &nearest);
	return NOBODY;
}

/* The name of a joint's link: `end` is "parent" or "child". */
static struct XmlValue link_of(const struct XmlElement *joint, const char *end)
{
	return xml_attribute(xml_child(joint, end), "link");
}

/* Makes the child of a joint a child of its parent link. */
static void hang(struct UrdfTree *b, int number)
{
	struct UrdfJoint *joint = &b->joint[number];
	struct Diags *diags = b->diags;
	if (joint->parent < 0 || joint->child < 0)
		return;
	struct UrdfLink *child = &b->link[joint->child], *parent = &b->link[joint->parent];
	if (child->joint != NOBODY) {
		struct Diag *d = diag(diags, CHECK_TWO_PARENTS, link_of(joint->element, "child").span,
		                      "link '%s' is the child of two joints", child->name.text);
		diag_note(diags, d, link_of(b->joint[child->joint].element, "child").span, "of the other here");
		return;
	}
	child->joint = number;
	child->parent = joint->parent;
	if (parent->last == NOBODY)
		parent->first = joint->child;
	else
		b->link[parent->last].next = joint->child;
	parent->last = joint->child;
}

static void read_joints(struct UrdfTree *b)
{
	struct Arena *arena = arena_scratch(b->r->arena);
	const struct XmlElement *robot = b->urdf->robot;
	b->joint = ARENA_ARRAY(arena, struct UrdfJoint, count_of(robot, "joint"));
	b->joint_names = names_new(arena);
	for (const struct XmlElement *e = xml_child(robot, "joint"); e; e = xml_next(e)) {
		int number = b->joints++;
		struct UrdfJoint *joint = &b->joint[number];
		joint->element = e;
		joint->rotor = NOBODY;
		joint->name = urdf_read_name(b->r, e, "name", "joint");
		joint->type = read_type(b->r, e);
		joint->parent = urdf_find_link(b, e, "parent", "link", link_of(e, "parent"));
		joint->child = urdf_find_link(b, e, "child", "link", link_of(e, "child"));
		add_name(b, &b->joint_names, joint->name, number, true);
		hang(b, number);
	}
}

/* --- the tree --- */

static void report_loop(struct UrdfTree *b, int start)
{
	enum { SHOWN = 8 };
	struct Text path = text_new(b->r->arena);
	int link = start, steps = 0;
	do {
		if (steps < SHOWN)
			text_format(&path, "%s on ", b->link[link].name.text);
		else if (steps == SHOWN)
			text_put(&path, "... on ");
		steps++;
		link = b->link[link].parent;
	} while (link != start);
	diag(b->diags, CHECK_PARENT_CYCLE, b->link[start].name.span, "%s%s", text_string(&path),
	     b->link[start].name.text);
}

/* Loops of parents. Each link is walked once: 0 unseen, k > 0 seen in walk k. */
static void find_loops(struct UrdfTree *b)
{
	int *walk = ARENA_ARRAY(arena_scratch(b->r->arena), int, b->links);
	for (int i = 0; i < b->links; i++) {
		int number = i + 1, link = i;
		while (link >= 0 && !walk[link]) {
			walk[link] = number;
			link = b->link[link].parent;
		}
		if (link >= 0 && walk[link] == number)
			report_loop(b, link);
	}
}

/* Finds the root. `sound`: links and joints had no mistakes; otherwise a second root may be a consequence of one. */
static void find_root(struct UrdfTree *b, bool sound)
{
	struct Diags *diags = b->diags;
	b->root = NOBODY;
	if (!b->links)
		diag(diags, CHECK_MISSING_PART, b->urdf->robot->span, "this robot has no link");
	size_t errors = diags->errors;
	find_loops(b);
	sound &= diags->errors == errors;
	for (int i = 0; i < b->links; i++) {
		if (b->link[i].joint != NOBODY || !sound)
			continue;
		if (b->root == NOBODY) {
			b->root = i;
			continue;
		}
		struct Diag *d = diag(diags, CHECK_TWO_ROOTS, b->link[i].name.span,
		                      "link '%s' is the child of no joint", b->link[i].name.text);
		diag_note(diags, d, b->link[b->root].name.span, "nor is this one");
	}
	b->on_world = b->root != NOBODY && strcmp(b->link[b->root].name.text, "world") == 0;
}

/* Orders links depth first, without recursion, and groups links that are fixed together. */
static void put_in_order(struct UrdfTree *b)
{
	b->order = ARENA_ARRAY(arena_scratch(b->r->arena), int, b->links);
	int at = b->root;
	while (at != NOBODY) {
		struct UrdfLink *link = &b->link[at];
		b->order[b->ordered++] = at;
		if (link->joint != NOBODY)
			link->group = urdf_moves(&b->joint[link->joint]) ? at : b->link[link->parent].group;
		else if (b->r->request->base == BASE_FREE && !b->on_world)
			link->group = at;
		if (link->group != NOBODY && link->inertial)
			b->link[link->group].weighs = true;
		int next = link->first;
		for (; next == NOBODY && at != NOBODY; at = b->link[at].parent)
			next = b->link[at].next;
		at = next;
	}
}

struct UrdfTree urdf_tree_read(struct UrdfReader *r, const struct Urdf *urdf)
{
	struct UrdfTree tree = { .r = r, .diags = r->diags, .urdf = urdf, .root = NOBODY };
	size_t errors = r->diags->errors;
	read_links(&tree);
	read_joints(&tree);
	find_root(&tree, r->diags->errors == errors);
	if (r->diags->errors == errors)
		put_in_order(&tree);
	return tree;
}
