/* An entity has a base, which its <pose> is relative to. Bases make a tree in each model: each entity is placed after
 * its base, without recursion, and bases in a circle are an error. */
#include "stages.h"

#include <string.h>

enum { UNFOLLOWED = -3 };

static const double pi = 3.14159265358979323846;

/* --- poses as written --- */

/* R = Rz(yaw) Ry(pitch) Rx(roll) */
static void turn(const double angle[3], double R[3][3])
{
	memcpy(R, pose_identity.R, sizeof pose_identity.R);
	for (int i = 0; i < 3; i++) {
		double axis[3] = { i == 0, i == 1, i == 2 }, step[3][3];
		rotation_about(axis, angle[i], step);
		rotation_compose(step, R, R);
	}
}

/* The pose of six or seven numbers. False: a quaternion has no length. */
static bool pose_of(struct SdfRaw *raw)
{
	double angle[3], q[4], length = 0;
	for (int i = 0; i < 3; i++) {
		raw->pose.p[i] = raw->number[i].value;
		angle[i] = raw->number[3 + i].value * (raw->degrees ? pi / 180 : 1);
	}
	if (raw->count == 6) {
		turn(angle, raw->pose.R);
		return true;
	}
	for (int i = 0; i < 4; i++) {
		q[i] = raw->number[3 + i].value;
		length += q[i] * q[i];
	}
	if (length > 0)
		made_rotation(q, raw->pose.R);
	return length > 0;
}

struct SdfRaw sdf_raw(struct Sdf *s, const struct XmlElement *element)
{
	struct SdfRaw raw = { .pose = pose_identity };
	const struct XmlElement *pose = xml_child(element, "pose");
	if (!pose || !pose->content.text)
		return raw;
	const struct XmlValue *value = &pose->content;
	const char *format = xml_attribute(pose, "rotation_format").text;
	int count = format && strcmp(format, "quat_xyzw") == 0 ? 7 : 6;
	int found = figures_read(s->diags, value, count, raw.number);
	raw.degrees = sdf_is_true(xml_attribute(pose, "degrees"));
	if (found != count && found != FIGURES_BAD)
		diag(s->diags, CHECK_KIND, value->span, "this <pose> has %d numbers, not %d", found, count);
	if (found != count)
		return raw;
	raw.count = count;
	if (!pose_of(&raw))
		diag(s->diags, CHECK_ZERO_AXIS, value->span, "this quaternion has no length");
	return raw;
}

/* rx(a), ry(b), rz(c) alone, or rpy(a, b, c) */
static void push_angles(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at)
{
	struct Arguments list = { 0 };
	struct Span span = raw->number[3].span;
	int count = 0, last = 0;
	for (int i = 0; i < 3; i++) {
		count += !raw->number[3 + i].zero;
		last = raw->number[3 + i].zero ? last : i;
		made_push(s->diags, &list, made_angle(s->diags, s->request, &raw->number[3 + i], raw->degrees));
	}
	if (count == 1)
		made_push(s->diags, at, made_turn_about(s->diags, span, last, list.item[last].value));
	else if (count > 1)
		made_push(s->diags, at, made_call(s->diags, span, "rpy", list));
}

void sdf_push_turn(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at)
{
	if (raw->count == 6)
		push_angles(s, raw, at);
	else if (raw->count == 7)
		made_push_turn(s->diags, raw->number[3].span, raw->pose.R, at);
}

void sdf_push_raw(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at)
{
	if (raw->count)
		made_push_shift(s->diags, raw->number[0].span, raw->number, false, at);
	sdf_push_turn(s, raw, at);
}

/* --- names --- */

static bool ends_with(const char *text, size_t length, const char *with)
{
	size_t n = strlen(with);
	return length >= n && memcmp(text + length - n, with, n) == 0;
}

static int look_up(const struct Sdf *s, const char *name)
{
	int found = -1;
	for (int kind = 0; kind < SDF_KINDS && found < 0; kind++)
		found = names_find(&s->names[kind], name);
	return found;
}

static void unknown(struct Sdf *s, struct XmlValue name, const char *prefix)
{
	struct Diag *d =
		diag(s->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no link, frame or joint '%s'", name.text);
	size_t length = strlen(prefix);
	struct Nearest nearest = diags_nearest(s->diags, name.text);
	for (size_t i = 0; i < s->entity.count; i++) {
		const char *other = s->entity.item[i].key;
		bool inside = other && strncmp(other, prefix, length) == 0;
		nearest_try(&nearest, inside ? other + length : NULL);
	}
	diag_nearest(s->diags, d, &nearest);
}

int sdf_find(struct Sdf *s, int scope, int root, struct XmlValue name)
{
	static const char own[] = "::__model__";
	const char *prefix = s->scope.item[scope].prefix;
	size_t length = strlen(name.text);
	if (strcmp(name.text, own + 2) == 0)
		return root;
	length -= ends_with(name.text, length, own) ? strlen(own) : 0;
	int found = look_up(s, text_print(s->arena, "%s%.*s", prefix, (int)length, name.text));
	if (found >= 0)
		return found;
	if (strcmp(name.text, "world") == 0)
		return WORLD;
	unknown(s, name, prefix);
	return NONE;
}

/* Entity that an attribute names; `otherwise` without the attribute. */
static int named(struct Sdf *s, const struct SdfEntity *e, struct XmlValue name, int otherwise)
{
	return name.text && *name.text ? sdf_find(s, e->scope, e->root, name) : otherwise;
}

/* The frame that a <pose> names. Up to version 1.6 the attribute was called `frame`. */
static struct XmlValue relative_to(const struct SdfEntity *e)
{
	const struct XmlElement *pose = xml_child(e->posed, "pose");
	struct XmlValue none = { .text = NULL };
	if (!pose)
		return none;
	struct XmlValue name = xml_attribute(pose, "relative_to");
	return name.text ? name : xml_attribute(pose, "frame");
}

/* What a frame is attached to, or the child of a joint. */
static void find_on(struct Sdf *s, struct SdfEntity *e)
{
	if (e->kind == SDF_FRAME && e->element)
		e->on = named(s, e, xml_attribute(e->element, "attached_to"), NONE);
	if (e->kind != SDF_JOINT)
		return;
	struct XmlValue child = sdf_content(e->element, "child");
	if (!child.text)
		sdf_help_content(s,
		                 diag(s->diags, CHECK_MISSING_PART, e->element->span, "joint '%s' has no <child>",
		                      e->name.text),
		                 e->element, "child");
	else
		e->on = sdf_find(s, e->scope, e->root, child);
	if (e->on == WORLD)
		diag(s->diags, CHECK_MISPLACED, child.span, "the world is no child of a joint");
}

/* The frame of a model that its pose is of, and its canonical link. */
static void find_inside(struct Sdf *s, struct SdfEntity *e, int number)
{
	struct XmlValue placing = sdf_content(e->placing, "placement_frame");
	struct XmlValue canonical = { .text = NULL };
	if (e->kind == SDF_MODEL) {
		placing = placing.text ? placing : xml_attribute(e->element, "placement_frame");
		canonical = xml_attribute(e->element, "canonical_link");
	}
	if (placing.text && *placing.text && !e->element)
		diag(s->diags, CHECK_MISPLACED, placing.span, "a merged model takes no placement_frame here");
	else if (placing.text && *placing.text)
		e->placed_by = sdf_find(s, e->inner, number, placing);
	if (canonical.text && *canonical.text)
		s->scope.item[e->inner].canonical = sdf_find(s, e->inner, number, canonical);
}

static void find_names(struct Sdf *s)
{
	for (size_t i = 0; i < s->entity.count; i++) {
		struct SdfEntity *e = &s->entity.item[i];
		find_on(s, e);
		bool carried = e->on >= 0 && (e->kind == SDF_JOINT || (e->kind == SDF_FRAME && e->element));
		e->base = named(s, e, relative_to(e), carried ? e->on : e->root);
		if (e->kind == SDF_MODEL || !e->element)
			find_inside(s, e, (int)i);
		e->raw = sdf_raw(s, e->posed);
	}
}

/* --- places --- */

/* Is the entity the origin of the scope? */
static bool is_origin(const struct Sdf *s, int scope, int entity)
{
	return entity < 0 || entity == s->scope.item[scope].model;
}

/* The model or scope around an entity, if that is not yet `scope`; else its origin. */
static int outward(const struct Sdf *s, int scope, int entity)
{
	int around = s->entity.item[entity].scope;
	return around == scope ? s->scope.item[scope].model : s->scope.item[around].model;
}

/* Pose of an entity of the scope, or of models in it. */
static struct Pose pose_in(const struct Sdf *s, int scope, int entity)
{
	struct Pose pose = pose_identity;
	for (; !is_origin(s, scope, entity); entity = outward(s, scope, entity))
		pose = pose_compose(&s->entity.item[entity].local, &pose);
	return pose;
}

/* An entity on the way that is not placed yet, or NONE. */
static int pending(const struct Sdf *s, int scope, int entity)
{
	for (; !is_origin(s, scope, entity); entity = outward(s, scope, entity))
		if (s->entity.item[entity].state != SDF_PLACED)
			return entity;
	return NONE;
}

static void place(struct Sdf *s, struct SdfEntity *e)
{
	struct Pose base = pose_in(s, e->scope, e->base);
	e->local = pose_compose(&base, &e->raw.pose);
	e->state = SDF_PLACED;
	if (e->placed_by < 0)
		return;
	struct Pose inside = pose_in(s, e->inner, e->placed_by);
	struct Pose back = pose_relative(&inside, &pose_identity);
	e->local = pose_compose(&e->local, &back);
}

struct Stack ARENA_LIST(int);

/* Places an entity, and first all entities on its way to a placed one. */
static void place_with_bases(struct Sdf *s, int entity)
{
	struct Stack stack = { NULL, 0, 0 };
	*ARENA_PUSH(arena_scratch(s->arena), &stack) = entity;
	while (stack.count) {
		struct SdfEntity *e = &s->entity.item[stack.item[stack.count - 1]];
		int next = e->state == SDF_PLACED ? NONE : pending(s, e->scope, e->base);
		if (next == NONE && e->placed_by >= 0 && e->state != SDF_PLACED)
			next = pending(s, e->inner, e->placed_by);
		if (next == NONE) {
			if (e->state != SDF_PLACED)
				place(s, e);
			stack.count--;
			continue;
		}
		e->state = SDF_OPEN;
		if (s->entity.item[next].state == SDF_OPEN) {
			diag(s->diags, CHECK_PARENT_CYCLE, e->name.span, "the place of '%s' depends on itself",
			     e->name.text);
			e->state = SDF_PLACED;
			continue;
		}
		*ARENA_PUSH(arena_scratch(s->arena), &stack) = next;
	}
}

/* --- links that entities move with --- */

/* The next entity on the way to a link: WORLD, NONE for a model without links, or the entity itself, a link. */
static int towards_link(const struct Sdf *s, int entity)
{
	const struct SdfEntity *e = &s->entity.item[entity];
	switch (e->kind) {
	case SDF_LINK: return entity;
	case SDF_JOINT: return e->on;
	case SDF_FRAME: return e->on == NONE ? e->root : e->on;
	case SDF_MODEL:
	case SDF_KINDS: break;
	}
	const struct SdfScope *scope = &s->scope.item[e->inner];
	return scope->canonical >= 0 ? scope->canonical : scope->first_link;
}

/* Finds the link of an entity, and of those on the way. */
static void follow(struct Sdf *s, int entity)
{
	int at = entity, steps = 0, link;
	while (at >= 0 && s->entity.item[at].link == UNFOLLOWED && towards_link(s, at) != at) {
		if (steps++ > (int)s->entity.count) {
			diag(s->diags, CHECK_PARENT_CYCLE, s->entity.item[entity].name.span,
			     "'%s' is attached to itself", s->entity.item[entity].name.text);
			return;
		}
		at = towards_link(s, at);
	}
	link = at < 0 ? at : s->entity.item[at].link;
	for (at = entity; at >= 0 && s->entity.item[at].link == UNFOLLOWED; at = towards_link(s, at))
		s->entity.item[at].link = link;
}

bool sdf_place_all(struct Sdf *s)
{
	find_names(s);
	if (s->diags->errors)
		return false;
	for (size_t i = 0; i < s->entity.count; i++)
		place_with_bases(s, (int)i);
	for (size_t i = 0; i < s->entity.count; i++)
		if (s->entity.item[i].kind != SDF_LINK)
			s->entity.item[i].link = UNFOLLOWED;
	for (size_t i = 0; i < s->entity.count && !s->diags->errors; i++)
		follow(s, (int)i);
	return !s->diags->errors;
}

/* --- places of one entity on another --- */

static int scope_of(const struct Sdf *s, int entity)
{
	return entity < 0 ? 0 : s->entity.item[entity].scope;
}

struct Pose sdf_relative(const struct Sdf *s, int from, int to)
{
	int scope = scope_of(s, from) == scope_of(s, to) ? scope_of(s, from) : 0;
	struct Pose a = pose_in(s, scope, from), b = pose_in(s, scope, to);
	return pose_relative(&a, &b);
}

static bool is_identity(const struct Pose *pose)
{
	bool same = true;
	for (int i = 0; i < 3; i++) {
		same &= pose->p[i] == 0;
		for (int k = 0; k < 3; k++)
			same &= pose->R[i][k] == (i == k);
	}
	return same;
}

/* Is an entity, or the world, at the origin of a scope? */
static bool is_at_origin(const struct Sdf *s, int scope, int entity)
{
	const int model = s->scope.item[scope].model;
	const int checked = entity == WORLD ? model : entity;
	if (checked < 0)
		return entity == WORLD;
	const struct SdfEntity *e = &s->entity.item[checked];
	return e->scope == (entity == WORLD ? 0 : scope) && is_identity(&e->local);
}

/* Is the pose of an entity, as written, its pose on another one? */
static bool is_written(const struct Sdf *s, int from, int to)
{
	const struct SdfEntity *e = &s->entity.item[to];
	bool origin = is_origin(s, e->scope, e->base) && is_at_origin(s, e->scope, from);
	return e->placed_by < 0 && (e->base == from || origin);
}

void sdf_push_relative(struct Sdf *s, struct Span span, int from, int to, struct Arguments *at)
{
	const struct SdfEntity *e = to >= 0 ? &s->entity.item[to] : NULL;
	if (e && e->base != from && !is_origin(s, e->scope, e->base) && is_identity(&e->raw.pose) && e->placed_by < 0)
		to = e->base;
	if (to >= 0 && is_written(s, from, to)) {
		sdf_push_raw(s, &s->entity.item[to].raw, at);
		return;
	}
	struct Pose pose = sdf_relative(s, from, to);
	struct Arguments items = made_pose_items(s->diags, span, &pose);
	for (size_t i = 0; i < items.count; i++)
		made_push(s->diags, at, items.item[i].value);
}
