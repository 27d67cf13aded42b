#include "stages.h"

#include <limits.h>

#include "grammar/import/made.h"

/* Are both bodies of a joint known? Else there is a diagnostic. */
static bool joins_bodies(const struct OsimJoint *joint)
{
	return joint->child.body != OSIM_NOWHERE && joint->parent.body != OSIM_NOWHERE;
}

/* --- ways from the ground --- */

/* Joints by the body at one end, in lists in the order of the file; the ground is the first body. */
struct OsimEnds {
	int *first, *next;
};

/* Bodies that joints connect to the ground. */
struct OsimReach {
	struct Osim *o;
	struct OsimEnds outward, inward; /* joints by their parents, by their children */
	int *level;                      /* joints between a body and the ground; INT_MAX: not reached */
	int *queue;                      /* bodies in the order in which they are reached */
	size_t head, tail;
};

static struct OsimEnds ends_of(struct Osim *o, bool children)
{
	struct OsimEnds ends = { .first = ARENA_ARRAY(arena_scratch(o->arena), int, o->body.count + 1),
		                 .next = ARENA_ARRAY(arena_scratch(o->arena), int, o->joint.count) };
	for (size_t i = 0; i <= o->body.count; i++)
		ends.first[i] = OSIM_NOWHERE;
	for (size_t i = o->joint.count; i-- > 0;) {
		const struct OsimJoint *joint = &o->joint.item[i];
		if (!joins_bodies(joint))
			continue;
		int *first = &ends.first[(children ? joint->child.body : joint->parent.body) + 1];
		ends.next[i] = *first;
		*first = (int)i;
	}
	return ends;
}

static int level_of(const struct OsimReach *r, int body)
{
	return body == OSIM_GROUND ? 0 : r->level[body];
}

static void enter(struct OsimReach *r, int body, int level)
{
	if (body != OSIM_GROUND)
		r->level[body] = level;
	r->queue[r->tail++] = body;
}

/* Reaches bodies from parents to children. */
static void reach_outward(struct OsimReach *r)
{
	while (r->head < r->tail) {
		int body = r->queue[r->head++];
		for (int j = r->outward.first[body + 1]; j != OSIM_NOWHERE; j = r->outward.next[j]) {
			int child = r->o->joint.item[j].child.body;
			if (level_of(r, child) == INT_MAX)
				enter(r, child, level_of(r, body) + 1);
		}
	}
}

/* The same joint from its child to its parent: the inverse motions in the other order. */
static void reverse(struct Osim *o, struct OsimJoint *joint)
{
	struct OsimPlace parent = joint->parent;
	osim_use_angles(o, joint);
	joint->parent = joint->child;
	joint->child = parent;
	for (int i = 0, last = joint->motions - 1; i <= last - i; i++) {
		struct OsimMotion motion = joint->motion[i];
		joint->motion[i] = joint->motion[last - i];
		joint->motion[last - i] = motion;
	}
	for (int i = 0; i < joint->motions; i++)
		for (int k = 0; k < 3; k++)
			joint->motion[i].axis[k] = figure_negated(joint->motion[i].axis[k]);
}

/* Reaches all bodies that joints connect to the ground. Joints that alone lead from a child to its parent are
 * reversed. */
static struct OsimReach reach(struct Osim *o)
{
	struct OsimReach r = { .o = o, .outward = ends_of(o, false), .inward = ends_of(o, true) };
	r.level = ARENA_ARRAY(arena_scratch(o->arena), int, o->body.count);
	r.queue = ARENA_ARRAY(arena_scratch(o->arena), int, o->body.count + 1);
	for (size_t i = 0; i < o->body.count; i++)
		r.level[i] = INT_MAX;
	enter(&r, OSIM_GROUND, 0);
	reach_outward(&r);
	for (size_t i = 0; i < r.tail; i++) {
		int body = r.queue[i];
		for (int j = r.inward.first[body + 1]; j != OSIM_NOWHERE; j = r.inward.next[j]) {
			int parent = o->joint.item[j].parent.body;
			if (level_of(&r, parent) != INT_MAX)
				continue;
			reverse(o, &o->joint.item[j]);
			enter(&r, parent, level_of(&r, body) + 1);
			reach_outward(&r);
		}
	}
	return r;
}

/* --- the tree --- */

/* Chooses the joint that carries each body: the nearest to the ground, of several the first, as in OpenSim. */
static void choose_joints(struct Osim *o)
{
	const struct OsimReach r = reach(o);
	for (size_t i = 0; i < o->joint.count; i++) {
		const struct OsimJoint *joint = &o->joint.item[i];
		if (!joins_bodies(joint) || joint->child.body == OSIM_GROUND)
			continue;
		struct OsimBody *body = &o->body.item[joint->child.body];
		if (body->joint == OSIM_NOWHERE ||
		    level_of(&r, joint->parent.body) < level_of(&r, o->joint.item[body->joint].parent.body))
			body->joint = (int)i;
	}
}

void osim_hang(struct Osim *o, int number)
{
	const struct OsimJoint *joint = &o->joint.item[number];
	int child = joint->child.body, parent = joint->parent.body;
	o->body.item[child].joint = number;
	int *first = parent == OSIM_GROUND ? &o->ground_first : &o->body.item[parent].first;
	int *last = parent == OSIM_GROUND ? &o->ground_last : &o->body.item[parent].last;
	*(*first == OSIM_NOWHERE ? first : &o->body.item[*last].next) = child;
	*last = child;
}

/* A joint that closes a loop keeps its coordinates: it carries a body without mass, which is fixed to its child. */
static void close_loop(struct Osim *o, int number)
{
	struct OsimJoint *joint = &o->joint.item[number];
	struct OsimClosing closing = { .joint = number, .end = OSIM_NOWHERE, .child = joint->child };
	osim_lose(o, LOSS_CLOSES, joint->name);
	if (joint->coordinates) {
		struct Ident name = joint->name;
		int child = joint->child.body;
		const char *of = child == OSIM_GROUND ? "ground" : o->body.item[child].name.text;
		const char *wanted = text_print(o->arena, "%s_%s", of, name.text);
		name.text = made_free_name(o->diags, &o->body_names, wanted, "_link");
		closing.end = osim_new_body(o, NULL, name);
		o->body.item[closing.end].comment = text_print(o->arena, "joint '%s' closes a loop", joint->name.text);
		joint->child = (struct OsimPlace){ .body = closing.end };
		osim_hang(o, number);
	}
	*ARENA_PUSH(arena_scratch(o->arena), &o->closing) = closing;
}

void osim_make_tree(struct Osim *o)
{
	choose_joints(o);
	for (size_t i = 0; i < o->joint.count; i++) {
		const struct OsimJoint *joint = &o->joint.item[i];
		int child = joint->child.body;
		if (joins_bodies(joint) && child != OSIM_GROUND && o->body.item[child].joint == (int)i)
			osim_hang(o, (int)i);
		else if (joins_bodies(joint))
			close_loop(o, (int)i);
	}
}
