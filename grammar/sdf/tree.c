#include "stages.h"

#include <string.h>

#include "base/hints.h"

/* Joint types. A screw and a gearbox close no loop. */
static const struct SdfType types[] = {
	{ .name = "revolute", .kind = "revolute", .loop = "revolute", .axes = 1, .limited = true },
	{ .name = "continuous", .kind = "revolute", .loop = "revolute", .axes = 1 },
	{ .name = "prismatic", .kind = "prismatic", .loop = "prismatic", .axes = 1, .slides = true, .limited = true },
	{ .name = "fixed", .kind = "fixed", .loop = "fixed" },
	{ .name = "ball", .kind = "spherical", .loop = "spherical" },
	{ .name = "screw", .kind = "helical", .axes = 1, .limited = true },
	{ .name = "universal", .kind = "revolute", .axes = 2, .limited = true },
	{ .name = "revolute2", .kind = "revolute", .axes = 2, .limited = true },
	{ .name = "gearbox", .axes = 2 },
};

/* --- the model that is read --- */

bool sdf_is_chosen(const struct Sdf *s, int entity)
{
	while (entity >= 0 && entity != s->chosen)
		entity = s->scope.item[s->entity.item[entity].scope].model;
	return entity >= 0;
}

/* Names of the models beside each other in the world or the file. */
static const char *all_models(struct Sdf *s)
{
	enum { SHOWN = 8 };
	int count = 0;
	struct Text text = text_new(s->arena);
	for (size_t i = 1; i < s->scope.count; i++) {
		const struct SdfEntity *e = &s->entity.item[s->scope.item[i].model];
		if (e->scope == 0 && count++ < SHOWN)
			text_format(&text, "%s'%s'", count > 1 ? ", " : "", e->name.text);
	}
	return text_format(&text, "%s", count > SHOWN ? ", ..." : ""), text_string(&text);
}

/* Chooses the model of --from=sdf:NAME, or the only model, or the only model without `static`. */
static bool choose(struct Sdf *s)
{
	const char *wanted = s->request->model;
	int movable = 0, all = 0, last = NONE;
	for (size_t i = 1; i < s->scope.count; i++) {
		int model = s->scope.item[i].model;
		if (s->entity.item[model].scope != 0)
			continue;
		if (wanted && strcmp(s->entity.item[model].name.text, wanted) == 0)
			s->chosen = model;
		all++;
		last = model;
		movable += !s->scope.item[i].still;
		if (!wanted && !s->scope.item[i].still)
			s->chosen = model;
	}
	if (!wanted && all == 1)
		s->chosen = last;
	if (s->chosen != NONE && (wanted || movable == 1 || all == 1))
		return true;
	struct Span span = s->world ? s->world->span : s->root->span;
	struct Diag *d = !all      ? diag(s->diags, CHECK_MODEL_CHOICE, span, "there is no <model> in this file")
	                 : wanted  ? diag(s->diags, CHECK_MODEL_CHOICE, span, "there is no model '%s', but %s", wanted,
	                                  all_models(s))
	                 : movable ? diag(s->diags, CHECK_MODEL_CHOICE, span, "%d models move, not one: %s", movable,
	                                  all_models(s))
	                           : diag(s->diags, CHECK_MODEL_CHOICE, span, "all %d models are static: %s", all,
	                                  all_models(s));
	if (all)
		diag_help(s->diags, d, "--from=sdf:NAME chooses one");
	return false;
}

/* --- joints --- */

static const struct SdfType *find_type(struct Sdf *s, const struct XmlElement *element)
{
	struct XmlValue name = xml_attribute(element, "type");
	if (!name.text) {
		diag(s->diags, CHECK_MISSING_PART, element->span, "this joint has no type");
		return NULL;
	}
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, name.text) == 0)
			return &types[i];
	struct Diag *d = diag(s->diags, CHECK_UNKNOWN_KIND, name.span, "there is no joint type '%s'", name.text);
	struct Nearest nearest = diags_nearest(s->diags, name.text);
	NEAREST_EACH(&nearest, types, sizeof types / sizeof *types, name);
	hint_or_nearest(s->diags, d, HINT_SDF_TYPE, &nearest);
	return NULL;
}

/* The frame in whose axes an axis is given: the joint, unless the file says something else. Before version 1.5 all axes
 * are those of the model. */
static int axes_of(struct Sdf *s, const struct SdfJoint *joint, const struct XmlElement *axis)
{
	enum { BEFORE = 1005 };
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	const struct XmlElement *xyz = xml_child(axis, "xyz");
	struct XmlValue frame = xml_attribute(xyz, "expressed_in");
	if (frame.text && *frame.text)
		return sdf_find(s, e->scope, e->root, frame);
	bool in_model = sdf_is_true(sdf_content(axis, "use_parent_model_frame")) || e->version * 1000 < BEFORE - 0.5;
	return in_model ? e->root : joint->entity;
}

/* Reads axis k: z without an <xyz>. */
static void read_axis(struct Sdf *s, struct SdfJoint *joint, int k)
{
	static const char *const names[] = { "axis", "axis2" };
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	struct SdfAxis *axis = &joint->axis[k];
	axis->element = xml_child(e->element, names[k]);
	axis->name = e->name;
	if (joint->type->axes == SDF_AXES)
		axis->name.text = text_print(s->arena, "%s_%d", e->name.text, k + 1);
	for (int i = 0; i < 3; i++)
		axis->xyz[i] = figure_of(s->arena, e->element->span, i == 2);
	if (axis->element)
		sdf_numbers(s, axis->element, "xyz", 3, axis->xyz);
	int in = axis->element ? axes_of(s, joint, axis->element) : joint->entity;
	if (in == NONE)
		return;
	struct Pose frame = sdf_relative(s, joint->entity, in);
	double xyz[3] = { axis->xyz[0].value, axis->xyz[1].value, axis->xyz[2].value };
	memset(frame.p, 0, sizeof frame.p);
	pose_point(&frame, xyz, axis->along);
	bool good = made_unit_vector(axis->along) > 0;
	for (int i = 0; i < 3 && in != joint->entity; i++)
		axis->xyz[i] = figure_of(s->arena, axis->xyz[i].span, made_tidy(s->arena, axis->along[i]));
	if (!good)
		diag(s->diags, CHECK_ZERO_AXIS, axis->xyz[0].span, "this axis has no length");
}

/* The link that a <parent> means. */
static int parent_of(struct Sdf *s, const struct SdfEntity *e)
{
	struct XmlValue name = sdf_content(e->element, "parent");
	if (!name.text) {
		sdf_help_content(s,
		                 diag(s->diags, CHECK_MISSING_PART, e->element->span, "joint '%s' has no <parent>",
		                      e->name.text),
		                 e->element, "parent");
		return NONE;
	}
	int found = sdf_find(s, e->scope, e->root, name);
	int link = found < 0 ? found : s->entity.item[found].link;
	if (found >= 0 && link < 0 && s->entity.item[found].kind == SDF_MODEL)
		diag(s->diags, CHECK_UNKNOWN_REFERENCE, name.span, "model '%s' has no link", name.text);
	return link;
}

static void read_joint(struct Sdf *s, struct SdfJoint *joint)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	joint->type = find_type(s, e->element);
	joint->child = e->link;
	joint->parent = parent_of(s, e);
	if (joint->child == NONE)
		diag(s->diags, CHECK_UNKNOWN_REFERENCE, e->element->span, "the child of joint '%s' has no link",
		     e->name.text);
	for (int k = 0; k < SDF_AXES && joint->type && k < joint->type->axes; k++)
		read_axis(s, joint, k);
}

/* --- the tree --- */

int sdf_link_entity(const struct Sdf *s, int link)
{
	return link < 0 ? link : s->link.item[link].entity;
}

static bool is_still(const struct Sdf *s, int link)
{
	return s->scope.item[s->entity.item[s->link.item[link].entity].scope].still;
}

/* Lets the joint carry its child, if no earlier one does. */
static void carry(struct Sdf *s, int number)
{
	struct SdfJoint *joint = &s->joint.item[number];
	struct SdfLink *child = &s->link.item[joint->child];
	if (child->carried != NONE || !joint->type->kind || is_still(s, joint->child))
		return;
	joint->carries = true;
	child->carried = number;
	if (joint->parent < 0)
		return;
	struct SdfLink *parent = &s->link.item[joint->parent];
	if (parent->first == NONE)
		parent->first = number;
	else
		s->joint.item[parent->last].next = number;
	parent->last = number;
}

/* Reports links that carry each other. */
static void check_circles(struct Sdf *s)
{
	int *seen = ARENA_ARRAY(arena_scratch(s->arena), int, s->link.count);
	for (size_t i = 0; i < s->link.count; i++) {
		int at = (int)i;
		while (at >= 0 && !seen[at]) {
			seen[at] = (int)i + 1;
			at = s->link.item[at].carried == NONE ? WORLD : s->joint.item[s->link.item[at].carried].parent;
		}
		if (at < 0 || seen[at] != (int)i + 1)
			continue;
		const struct SdfEntity *joint = &s->entity.item[s->joint.item[s->link.item[at].carried].entity];
		diag(s->diags, CHECK_PARENT_CYCLE, joint->name.span, "links carry each other: '%s' by joint '%s'",
		     s->entity.item[s->link.item[at].entity].name.text, joint->name.text);
		return;
	}
}

bool sdf_tree_read(struct Sdf *s)
{
	if (!choose(s))
		return false;
	for (size_t i = 0; i < s->joint.count; i++)
		if (sdf_is_chosen(s, s->joint.item[i].entity))
			read_joint(s, &s->joint.item[i]);
	for (size_t i = 0; i < s->joint.count && !s->diags->errors; i++)
		if (s->joint.item[i].type)
			carry(s, (int)i);
	if (!s->diags->errors)
		check_circles(s);
	return !s->diags->errors;
}
