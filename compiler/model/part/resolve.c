#include "resolve.h"

#include <string.h>

#include "base/hints.h"
#include "model/body.h"
#include "model/expression/mirror.h"
#include "model/joint.h"
#include "unsure.h"

enum { WORLD = -1, NOWHERE = -2 };

void resolver_init(struct Resolver *resolver, struct Diags *diags)
{
	*resolver = (struct Resolver){ .arena = diags->arena, .diags = diags };
	resolver->names = names_new(diags->arena);
}

void resolver_room(struct Resolver *resolver, int bodies, int frames)
{
	resolver->capacity = (size_t)bodies + (size_t)frames;
	resolver->item = ARENA_ARRAY(resolver->arena, struct DeclaredSite, resolver->capacity);
	struct Joint *joint = ARENA_ARRAY(resolver->arena, struct Joint, bodies);
	resolver->body = ARENA_ARRAY(resolver->arena, struct Body, bodies);
	resolver->most = bodies;
	for (int i = 0; i < bodies; i++)
		resolver->body[i].joint = &joint[i];
}

struct Body *resolver_body_new(struct Resolver *resolver)
{
	MUST(resolver->arena, resolver->bodies < resolver->most);
	return &resolver->body[resolver->bodies++];
}

int resolver_add(struct Resolver *resolver, const struct DeclaredSite *declared)
{
	struct Diags *diags = resolver->diags;
	const struct Ident name = declared->name;
	int site = (int)resolver->count;
	if (ident_is_world(name)) {
		struct Diag *d =
			diag(diags, CHECK_RESERVED, name.span, "'world' is the world, which carries all bodies");
		diag_help(diags, d, "in quotes it is a name like others: \"world\"");
	} else {
		int first = names_add(&resolver->names, name.text, site);
		if (first != site)
			diag_duplicate(diags, name.span, resolver->item[first].name.span, "'%s'", name.text);
	}
	struct DeclaredSite *added = ARENA_PUSH(resolver->arena, resolver);
	*added = *declared;
	added->within = diags->within;
	added->parent = NOWHERE;
	added->index = -1;
	return site;
}

struct Body *resolver_body(const struct Resolver *resolver, int site)
{
	return resolver->item[site].body;
}

static void find_parents(struct Resolver *resolver, const struct Model *model)
{
	for (size_t i = 0; i < resolver->count; i++) {
		struct DeclaredSite *site = &resolver->item[i];
		if (model->unsure && (!site->on.text || is_unsure(model, site->on.text))) {
			site->parent = WORLD; /* the parent does not matter here */
			continue;
		}
		if (!site->on.text)
			continue;
		site->parent = ident_is_world(site->on) ? WORLD : names_find(&resolver->names, site->on.text);
		if (site->parent >= 0 || ident_is_world(site->on))
			continue;
		site->parent = strcmp(site->on.text, "world") == 0 ? WORLD : NOWHERE; /* in quotes, but not a body */
		if (site->parent == WORLD)
			continue;
		resolver->diags->within = site->within;
		struct Nearest nearest = diags_nearest(resolver->diags, site->on.text);
		nearest_try(&nearest, "world");
		NEAREST_EACH(&nearest, resolver->item, resolver->count, name.text);
		hint_or_nearest(resolver->diags,
		                diag(resolver->diags, CHECK_UNKNOWN_PARENT, site->on.span,
		                     "there is no body or frame '%s'", site->on.text),
		                HINT_BODY, &nearest);
		resolver->diags->within = NULL;
	}
}

/* Body after a reflected spherical joint: its frame is turned by C(D) relative to its mirror image
 * (model/expression/mirror.h), and placements on it start from there. The placing statement may be in a part with
 * another reflection E: relative to this part the body is reflected by D E and already turned by C(D E). */
struct Placement resolver_seen(const struct Resolver *resolver, const struct Dag *dag, int site, unsigned seen_by,
                               struct Placement at)
{
	const struct Body *on = site >= 0 ? resolver->item[site].body : NULL;
	if (!on)
		return at;
	unsigned mirror = on->joint->mirror, seen = mirror ^ seen_by;
	return mirror_turned(dag, mirror_turn(on->joint->kind, mirror) ^ mirror_turn(on->joint->kind, seen), at);
}

static void turn_back(struct Resolver *resolver, const struct Dag *dag)
{
	for (size_t i = 0; i < resolver->count; i++) {
		struct DeclaredSite *site = &resolver->item[i];
		site->at = resolver_seen(resolver, dag, site->parent, site->seen_by, site->at);
	}
}

static void report_cycle(struct Resolver *resolver, int start)
{
	enum { SHOWN = 8 };
	struct Text path = text_new(resolver->arena);
	int site = start, steps = 0;
	do {
		if (steps < SHOWN)
			text_format(&path, "%s on ", resolver->item[site].name.text);
		else if (steps == SHOWN)
			text_put(&path, "... on ");
		steps++;
		site = resolver->item[site].parent;
	} while (site != start);
	diag(resolver->diags, CHECK_PARENT_CYCLE, resolver->item[start].name.span, "%s%s", text_string(&path),
	     resolver->item[start].name.text);
}

/* Finds cycles, visiting each site once: 0 is not visited, k > 0 visited in walk k. */
static bool find_cycles(struct Resolver *resolver)
{
	int *walk = ARENA_ARRAY(arena_scratch(resolver->arena), int, resolver->count);
	bool found = false;
	for (size_t i = 0; i < resolver->count; i++) {
		int number = (int)i + 1, site = (int)i;
		while (site >= 0 && !walk[site]) {
			walk[site] = number;
			site = resolver->item[site].parent;
		}
		if (site >= 0 && walk[site] == number) {
			report_cycle(resolver, site);
			found = true;
		}
	}
	return found;
}

/* Children of each site, in the order of the source. */
struct Children {
	int *first, *next; /* -1: none; first[0] holds the world's, first[site + 1] a site's */
};

static struct Children find_children(struct Resolver *resolver)
{
	size_t count = resolver->count;
	struct Arena *arena = arena_scratch(resolver->arena);
	struct Children children = { ARENA_ARRAY(arena, int, count + 1), ARENA_ARRAY(arena, int, count + 1) };
	for (size_t i = 0; i <= count; i++)
		children.first[i] = children.next[i] = -1;
	for (int i = (int)count - 1; i >= 0; i--) {
		int parent = resolver->item[i].parent;
		if (parent == NOWHERE)
			continue;
		children.next[i] = children.first[parent + 1];
		children.first[parent + 1] = i;
	}
	return children;
}

/* Resolves frames to their bodies. Then the children of a body are the bodies on it or on its frames, in the order of
 * the source. */
static void resolve_frames(struct Resolver *resolver, struct Dag *dag)
{
	int *stack = ARENA_ARRAY(arena_scratch(resolver->arena), int, resolver->count);
	for (size_t i = 0; i < resolver->count; i++) {
		/* down to the body or the world, then up again: each frame is changed once */
		int depth = 0, site = resolver->item[i].parent;
		stack[depth++] = (int)i;
		while (site >= 0 && !resolver->item[site].body) {
			stack[depth++] = site;
			site = resolver->item[site].parent;
		}
		for (depth -= 2; depth >= 0; depth--) {
			struct DeclaredSite *upper = &resolver->item[stack[depth]];
			const struct DeclaredSite *lower = &resolver->item[stack[depth + 1]];
			upper->at = placement_compose(dag, lower->at, upper->at);
			upper->parent = lower->parent;
		}
	}
}

/* Puts bodies in their order, in place: from[i] is the body that comes to place i. Each cycle of places needs one
 * copy. */
static void permute(struct Body *body, int *from, int bodies)
{
	for (int i = 0; i < bodies; i++) {
		if (from[i] == i)
			continue;
		const struct Body first = body[i];
		int at = i;
		for (int next = from[i]; next != i; next = from[at]) {
			body[at] = body[next];
			from[at] = at;
			at = next;
		}
		body[at] = first;
		from[at] = at;
	}
}

/* Gives the model its bodies in their order. Those without a place are reported, and come last. */
static void order_bodies(struct Resolver *resolver, struct Model *model)
{
	int *from = ARENA_ARRAY(arena_scratch(resolver->arena), int, resolver->bodies), last = model->bodies;
	for (size_t i = 0; i < resolver->count; i++) {
		struct DeclaredSite *site = &resolver->item[i];
		if (!site->body)
			continue;
		int place = site->index >= 0 ? site->index : last++;
		from[place] = (int)(site->body - resolver->body);
		site->body = &resolver->body[place];
	}
	permute(resolver->body, from, resolver->bodies);
	model->body = resolver->body;
}

static void append(struct Resolver *resolver, struct Model *model, int number)
{
	struct DeclaredSite *site = &resolver->item[number];
	int parent = site->parent < 0 ? -1 : resolver->item[site->parent].index;
	if (site->body) {
		site->index = model->bodies++;
		site->body->parent = parent;
		site->body->at = site->at;
	} else {
		site->index = model->frames;
		model->frame[model->frames++] = (struct Frame){ site->name, parent, site->at };
	}
}

void resolver_finish(struct Resolver *resolver, struct Model *model)
{
	model->body = resolver->body;
	model->frame = ARENA_ARRAY(model->arena, struct Frame, resolver->count - (size_t)resolver->bodies);
	find_parents(resolver, model);
	if (find_cycles(resolver))
		return;
	turn_back(resolver, model->dag);
	resolve_frames(resolver, model->dag);
	struct Children children = find_children(resolver);
	/* depth first, without recursion: to the first child, else to the next sibling of the nearest ancestor that
	 * has one */
	int site = children.first[0];
	while (site >= 0) {
		append(resolver, model, site);
		int next = children.first[site + 1];
		for (; next < 0 && site >= 0; site = resolver->item[site].parent)
			next = children.next[site];
		site = next;
	}
	order_bodies(resolver, model);
}

/* --- after all names are resolved --- */

struct Placement joint_placement(struct Dag *dag, const struct Joint *joint, const struct Motion *motion, int motions)
{
	struct Placement all = placement_identity(dag);
	for (int i = 0; i < motions; i++) {
		struct Placement one = placement_identity(dag);
		const Ref *q = joint->lock;
		Ref s, c;
		switch (motion[i].kind) {
		case MOTION_ROTATE:
			angle_sincos(dag, motion[i].y, &s, &c);
			one.R = mat_axis_angle(dag, motion[i].axis, s, c);
			break;
		case MOTION_TRANSLATE: one.p = vec_scale(dag, motion[i].y, motion[i].axis); break;
		case MOTION_SPHERICAL: one.R = mat_quaternion(dag, q); break;
		case MOTION_FREE:
			one = (struct Placement){ mat_quaternion(dag, q + 3), { { q[0], q[1], q[2] } } };
			break;
		}
		all = placement_compose(dag, all, one);
	}
	return all;
}

void model_merge(struct Model *model)
{
	struct Dag *dag = model->dag;
	for (int i = 0; i < model->bodies; i++) {
		struct Body *body = &model->body[i];
		const struct Joint *joint = body->joint;
		if (body_moves(body)) {
			body->carrier = i;
			continue;
		}
		struct Placement seen = body->at;
		if (joint->locked)
			seen = placement_compose(dag, seen, joint_placement(dag, joint, joint->motion, joint->motions));
		seen = placement_compose(dag, seen, body->then);
		body->carrier = -1;
		body->seen = seen;
		if (body->parent >= 0) {
			body->carrier = model->body[body->parent].carrier;
			body->seen = placement_compose(dag, model->body[body->parent].seen, seen);
		}
	}
}
