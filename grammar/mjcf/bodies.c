/* <worldbody> is walked without recursion. A <frame> moves the placements of its elements, and becomes no statement. */
#include "stages.h"

#include <string.h>

#include "base/elementary.h"

/* An open <worldbody>, <body> or <frame>. */
struct MjOpen {
	const struct XmlElement *next; /* of its children */
	int body;
	struct MadePlace place; /* on the body, of the frames around */
	const struct MjClass *class;
};

/* Longest placement of nested frames, in items. A longer placement becomes a pose. */
enum { MOST_ITEMS = 8 };

struct MjWalk {
	struct Mjcf *m;
	struct MjOpen *item;
	size_t count, capacity;
};

/* --- joints --- */

static const struct JointType {
	const char *name;
	enum MjKind kind;
} joint_types[] = { { "hinge", MJ_HINGE }, { "slide", MJ_SLIDE }, { "ball", MJ_BALL }, { "free", MJ_FREE } };

static enum MjKind read_kind(struct Mjcf *m, const struct MjElement *e)
{
	static const char *const words[] = { "hinge", "slide", "ball", "free", NULL };
	if (xml_is(e->element, "freejoint"))
		return MJ_FREE;
	return joint_types[mj_word(m, e, "type", words, 0)].kind;
}

enum MjKind mj_joint_kind(struct Mjcf *m, const struct XmlElement *element)
{
	const struct MjDocument *document = mj_document(m, element->span);
	int around = names_find(&document->class_names, mj_class_around(element));
	const struct MjElement e =
		mj_element(m, element, around < 0 ? document->outermost : document->class.item[around]);
	return read_kind(m, &e);
}

static void read_axis(struct Mjcf *m, struct MjJoint *joint)
{
	struct Span span = joint->e.element->span;
	for (int i = 0; i < 3; i++) {
		joint->axis[i] = figure_of(m->arena, span, i == 2);
		joint->anchor[i] = figure_of(m->arena, span, 0);
	}
	mj_exactly(m, &joint->e, "axis", 3, joint->axis);
	if (joint->kind != MJ_SLIDE)
		mj_exactly(m, &joint->e, "pos", 3, joint->anchor);
	double length =
		elementary_hypot(elementary_hypot(joint->axis[0].value, joint->axis[1].value), joint->axis[2].value);
	if (joint->kind <= MJ_SLIDE && !(length > 0))
		diag(m->diags, CHECK_ZERO_AXIS, joint->axis[0].span, "this axis has no length");
}

static void take_joint(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	struct Mjcf *m = w->m;
	bool freed = xml_is(element, "freejoint");
	if (open->body == WORLD) {
		diag(m->diags, CHECK_MISPLACED, element->span, "the world has no joint");
		return;
	}
	struct MjJoint *joint = ARENA_PUSH(arena_scratch(m->arena), &m->joint);
	struct MjBody *body = &m->body.item[open->body];
	int index = (int)m->joint.count - 1;
	*joint = (struct MjJoint){ .body = open->body, .next = NONE };
	joint->e = freed ? (struct MjElement){ .element = element } : mj_element(m, element, open->class);
	joint->kind = read_kind(m, &joint->e);
	if (body->joints++ == 0)
		body->first_joint = index;
	else
		m->joint.item[body->last_joint].next = index;
	body->last_joint = index;
	read_axis(m, joint);
	mj_direction_in_body(m, &open->place.pose, joint->axis);
	mj_point_in_body(m, &open->place.pose, joint->anchor);
	joint->shown = figure_of(m->arena, element->span, 0);
	if (joint->kind <= MJ_SLIDE)
		mj_exactly(m, &joint->e, "ref", 1, &joint->shown);
	joint->ref = joint->kind == MJ_HINGE ? mj_radians(m, &joint->shown) : joint->shown.value;
	m->moved |= joint->kind == MJ_FREE || joint->ref != 0;
}

/* --- what else a body has --- */

/* A site between two ends has z from the second to the first. */
static struct MadePlace site_place(struct Mjcf *m, const struct MjElement *e)
{
	struct MadePlace middle = { .pose = pose_identity };
	double way[3];
	if (!mj_between(m, e, &middle, way))
		return mj_place(m, e);
	double z[3] = { -way[0], -way[1], -way[2] };
	if (made_unit_vector(z) > 0)
		mj_turn_z(m, mj_value(e, "fromto").span, z, middle.pose.R, &middle.at);
	return middle;
}

/* A geom with a name is a frame. */
static void take_mark(struct Mjcf *m, const struct MjGeom *geom, const struct MjOpen *open)
{
	const char *name = xml_attribute(geom->e.element, "name").text;
	if (!name || !*name)
		return;
	struct MjSite *mark = ARENA_PUSH(arena_scratch(m->arena), &m->mark);
	struct MadePlace place = site_place(m, &geom->e);
	*mark = (struct MjSite){ .e = geom->e, .body = geom->body };
	mark->place = made_place_times(m->diags, &open->place, &place);
}

static void take_geom(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	struct Mjcf *m = w->m;
	struct MjGeom *geom = ARENA_PUSH(arena_scratch(m->arena), &m->geom);
	int index = (int)m->geom.count - 1;
	*geom = (struct MjGeom){
		.e = mj_element(m, element, open->class), .body = open->body, .next = NONE, .place = open->place
	};
	if (open->body == WORLD)
		return; /* the world has no mass */
	struct MjBody *body = &m->body.item[open->body];
	if (body->first_geom == NONE)
		body->first_geom = index;
	else
		m->geom.item[body->last_geom].next = index;
	body->last_geom = index;
	take_mark(m, geom, open);
}

static void take_site(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	struct Mjcf *m = w->m;
	struct XmlValue name = xml_attribute(element, "name");
	if (!name.text)
		return;
	struct MjSite *site = ARENA_PUSH(arena_scratch(m->arena), &m->site);
	*site = (struct MjSite){ .e = mj_element(m, element, open->class), .body = open->body };
	struct MadePlace place = site_place(m, &site->e);
	site->place = made_place_times(m->diags, &open->place, &place);
	int index = (int)m->site.count - 1, first = names_add(&m->sites, name.text, index);
	if (first != index)
		diag_duplicate(m->diags, name.span, m->site.item[first].e.element->span, "site '%s'", name.text);
}

static void take_inertial(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	struct Mjcf *m = w->m;
	if (open->body == WORLD) {
		losses_add(&m->losses, LOSS_INERTIAL_WORLD, element->span, NULL);
		return;
	}
	struct MjBody *body = &m->body.item[open->body];
	if (body->inertial) {
		diag_duplicate(m->diags, element->span, body->inertial->span, "<inertial>");
		return;
	}
	body->inertial = element;
	body->inertial_frame = open->place;
}

static void take_plugin(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	const char *name = open->body == WORLD ? NULL : w->m->body.item[open->body].name.text;
	if (!w->m->settings.no.passive)
		losses_add(&w->m->losses, LOSS_PLUGIN, element->span, name);
}

/* --- bodies --- */

static void push(struct MjWalk *w, const struct XmlElement *first, int body, const struct MadePlace *place,
                 const struct MjClass *class)
{
	*ARENA_PUSH(w->m->arena, w) = (struct MjOpen){ first, body, *place, class };
}

/* Reports a <frame> with a scale other than 1. */
static void check_scale(struct Mjcf *m, const struct MjElement *e)
{
	static const char *const names[] = { "scale", "massscale" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct XmlValue value = mj_value(e, names[i]);
		struct Figure factor[3];
		int count = value.text ? mj_numbers(m, e, names[i], 3, factor) : 0;
		for (int k = 0; k < count; k++)
			if (factor[k].value != 1) {
				mj_not_expanded(m, value.span, text_print(m->arena, "`%s` of a <frame>", names[i]));
				break;
			}
	}
}

static void take_frame(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	struct MjElement e = { .element = element };
	struct MadePlace own = mj_place(w->m, &e), place = made_place_times(w->m->diags, &open->place, &own);
	const struct MjClass *class = mj_class(w->m, element, "childclass", open->class);
	check_scale(w->m, &e);
	if (place.at.count > MOST_ITEMS)
		place.at = made_pose_items(w->m->diags, element->span, &place.pose);
	push(w, element->first, open->body, &place, class);
}

static void take_body(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element)
{
	static const struct MadePlace none = { .pose = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };
	struct Mjcf *m = w->m;
	struct MjElement e = { .element = element };
	int index = (int)m->body.count, parent = open->body;
	struct MadePlace own = mj_place(m, &e);
	struct MjBody body = {
		.e = e, .parent = parent, .place = made_place_times(m->diags, &open->place, &own), .own = own.pose
	};
	const struct Pose *on = parent == WORLD ? &pose_identity : &m->body.item[parent].world;
	body.world = pose_compose(on, &body.place.pose);
	body.first_joint = body.first_geom = NONE;
	body.name = mj_name(m, element, "name");
	body.mocap = mj_true(m, &e, "mocap", false);
	body.stmt = stmt_new(m->diags, STMT_BODY, element->span);
	const struct MjClass *class = mj_class(m, element, "childclass", open->class);
	*ARENA_PUSH(arena_scratch(m->arena), &m->body) = body;
	if (parent != WORLD)
		m->body.item[parent].carries = true;
	if (body.name.text)
		names_add(&m->bodies, body.name.text, index);
	if (body.mocap)
		losses_add(&m->losses, LOSS_MOCAP, body.name.span, body.name.text);
	push(w, element->first, index, &none, class);
}

/* Elements of bodies; all others mean nothing for dynamics. */
static const struct BodyItem {
	const char *name;
	bool holds; /* it is walked, or its elements belong to others */
	void (*take)(struct MjWalk *w, const struct MjOpen *open, const struct XmlElement *element);
} items[] = {
	{ "body", true, take_body },          { "frame", true, take_frame },   { "joint", false, take_joint },
	{ "freejoint", false, take_joint },   { "geom", false, take_geom },    { "site", false, take_site },
	{ "inertial", false, take_inertial }, { "plugin", true, take_plugin },
};

static void take(struct MjWalk *w, const struct XmlElement *element)
{
	const struct MjOpen open = w->item[w->count - 1]; /* a copy: the list may move */
	if (!mj_known(w->m, element))
		return;
	losses_check_attributes(&w->m->losses, element);
	for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
		if (!xml_is(element, items[i].name))
			continue;
		items[i].take(w, &open, element);
		if (!items[i].holds)
			mj_check_inside(w->m, element);
	}
}

static void walk(struct Mjcf *m, const struct XmlElement *worldbody)
{
	static const struct MadePlace none = { .pose = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };
	struct MjWalk w = { .m = m };
	push(&w, worldbody->first, WORLD, &none, m->own->outermost);
	while (w.count) {
		struct MjOpen *open = &w.item[w.count - 1];
		const struct XmlElement *element = open->next;
		if (!element) {
			w.count--;
			continue;
		}
		open->next = element->next;
		take(&w, element);
	}
}

static void check_free(struct Mjcf *m, const struct MjJoint *joint)
{
	const struct MjBody *body = &m->body.item[joint->body];
	if (body->parent != WORLD)
		diag(m->diags, CHECK_MISPLACED, joint->e.element->span, "a free joint is of a body in <worldbody>");
	else if (body->joints > 1)
		diag(m->diags, CHECK_MISPLACED, joint->e.element->span, "a free joint is the only one of its body");
}

void mj_bodies_read(struct Mjcf *m)
{
	m->bodies = names_new(m->arena);
	m->joints = names_new(m->arena);
	m->sites = names_new(m->arena);
	for (const struct XmlElement *world = xml_child(m->root, "worldbody"); world; world = xml_next(world))
		walk(m, world);
	for (size_t i = 0; i < m->body.count; i++) {
		struct MjBody *body = &m->body.item[i];
		int inward = body->parent == WORLD ? WORLD : m->body.item[body->parent].carrier;
		body->carrier = body->joints ? (int)i : inward;
	}
	for (size_t i = 0; i < m->joint.count; i++)
		if (m->joint.item[i].kind == MJ_FREE)
			check_free(m, &m->joint.item[i]);
}
