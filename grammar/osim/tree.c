#include "tree.h"

#include <limits.h>

#include "grammar/import/made.h"
#include "losses.h"

/* Are both bodies of a joint known? Else there is a diagnostic. */
static bool joins_bodies(const struct OsimJoint *joint)
{
	return joint->child.body >= 0 && joint->parent.body != OSIM_NOWHERE;
}

/* The least number of joints between the ground and each body; INT_MAX: no way leads there. */
static int *levels_of(struct Osim *o)
{
	size_t bodies = o->body.count, head = 0, tail = 0;
	int *level = ARENA_ARRAY(o->arena, int, bodies), *queue = ARENA_ARRAY(o->arena, int, bodies + 1);
	int *first = ARENA_ARRAY(o->arena, int, bodies + 1), *next = ARENA_ARRAY(o->arena, int, o->joint.count);
	for (size_t i = 0; i < bodies; i++)
		level[i] = INT_MAX;
	for (size_t i = 0; i <= bodies; i++)
		first[i] = OSIM_NOWHERE;
	for (size_t i = 0; i < o->joint.count; i++) {
		if (!joins_bodies(&o->joint.item[i]))
			continue;
		int *of = &first[o->joint.item[i].parent.body + 1]; /* the ground is the first */
		next[i] = *of;
		*of = (int)i;
	}
	queue[tail++] = OSIM_GROUND;
	while (head < tail) {
		int body = queue[head++], more = body == OSIM_GROUND ? 1 : level[body] + 1;
		for (int j = first[body + 1]; j != OSIM_NOWHERE; j = next[j]) {
			int child = o->joint.item[j].child.body;
			if (level[child] != INT_MAX)
				continue;
			level[child] = more;
			queue[tail++] = child;
		}
	}
	return level;
}

/* Chooses the joint that carries each body: the nearest to the ground, of several the first, as in OpenSim. */
static void choose_joints(struct Osim *o)
{
	const int *level = levels_of(o);
	for (size_t i = 0; i < o->joint.count; i++) {
		if (!joins_bodies(&o->joint.item[i]))
			continue;
		struct OsimBody *body = &o->body.item[o->joint.item[i].child.body];
		int parent = o->joint.item[i].parent.body;
		int chosen = body->joint == OSIM_NOWHERE ? parent : o->joint.item[body->joint].parent.body;
		bool nearer = chosen != OSIM_GROUND && (parent == OSIM_GROUND || level[parent] < level[chosen]);
		if (body->joint == OSIM_NOWHERE || nearer)
			body->joint = (int)i;
	}
}

int osim_new_body(struct Osim *o, const struct XmlElement *element, struct Ident name)
{
	*ARENA_PUSH(o->arena, &o->body) = (struct OsimBody){ .element = element,
		                                             .name = name,
		                                             .joint = OSIM_NOWHERE,
		                                             .first = OSIM_NOWHERE,
		                                             .last = OSIM_NOWHERE,
		                                             .next = OSIM_NOWHERE };
	return (int)o->body.count - 1;
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
		const char *wanted =
			text_print(o->arena, "%s_%s", o->body.item[joint->child.body].name.text, name.text);
		name.text = made_free_name(o->diags, &o->body_names, wanted, "_link");
		closing.end = osim_new_body(o, NULL, name);
		o->body.item[closing.end].comment = text_print(o->arena, "joint '%s' closes a loop", joint->name.text);
		joint->child = (struct OsimPlace){ .body = closing.end };
		osim_hang(o, number);
	}
	*ARENA_PUSH(o->arena, &o->closing) = closing;
}

void osim_make_tree(struct Osim *o)
{
	choose_joints(o);
	for (size_t i = 0; i < o->joint.count; i++) {
		const struct OsimJoint *joint = &o->joint.item[i];
		if (joins_bodies(joint) && o->body.item[joint->child.body].joint == (int)i)
			osim_hang(o, (int)i);
		else if (joins_bodies(joint))
			close_loop(o, (int)i);
	}
}
