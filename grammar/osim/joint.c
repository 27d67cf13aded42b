#include "stages.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "grammar/import/made.h"

/* Part of a joint: consecutive motions of a coordinate, with constant motions between them. */
struct OsimStep {
	int coordinate;
	int from, to; /* motions */
};

struct Steps {
	struct OsimStep item[OSIM_MOTIONS];
	int count;
};

/* --- motions --- */

/* The number of the coordinate axis along which an axis lies, or -1. */
static int coordinate_axis(const struct Figure axis[3])
{
	int found = -1;
	for (int i = 0; i < 3; i++) {
		if (axis[i].zero)
			continue;
		if (found >= 0)
			return -1;
		found = i;
	}
	return found;
}

/* x, -z, or the vector as given. In a kind one of whose coordinates hides x, y or z it is a vector. */
static struct Expr *axis_value(struct Osim *o, const struct OsimMotion *motion, const struct Stmt *kind)
{
	static const char *const letter[] = { "x", "y", "z" };
	int along = coordinate_axis(motion->axis);
	bool hidden = along < 0;
	for (size_t i = 0; kind && i < kind->coordinates.count && !hidden; i++)
		hidden = strcmp(kind->coordinates.item[i].name.text, letter[along]) == 0;
	if (hidden || fabs(motion->axis[along].value) != 1)
		return made_vector(o->diags, motion->span, motion->axis, 3, NULL);
	struct Expr *name = made_name(o->diags, motion->span, letter[along]);
	return motion->axis[along].negative ? expr_negate(o->diags, motion->span, name) : name;
}

/* Placement of a constant motion. Without length an axis is left to the checker. */
static void push_constant(struct Osim *o, const struct OsimMotion *motion, const struct Figure *value,
                          struct Arguments *at)
{
	int along = coordinate_axis(motion->axis);
	struct Figure shift[3], angle = *value;
	struct Arguments list = { 0 };
	double length =
		elementary_hypot(elementary_hypot(motion->axis[0].value, motion->axis[1].value), motion->axis[2].value);
	if (value->zero)
		return;
	if (along >= 0 && motion->axis[along].negative)
		angle = figure_negated(angle);
	for (int i = 0; i < 3; i++)
		shift[i] = along >= 0
		                   ? (i == along ? angle : (struct Figure){ .digits = "0", .length = 1, .zero = true })
		                   : figure_of(o->arena, value->span, motion->axis[i].value * value->value / length);
	if (motion->slides && length > 0) {
		osim_push_shift(o, shift, false, at);
	} else if (along >= 0) {
		osim_push_turn(o, along, &angle, at);
	} else {
		made_push(o->diags, &list, made_vector(o->diags, motion->span, motion->axis, 3, NULL));
		made_push(o->diags, &list, made_scalar(o->diags, value, "rad"));
		made_push(o->diags, at, made_call(o->diags, motion->span, "axis_angle", list));
	}
}

/* Appends the constant motions from one motion up to another. */
static void push_constants(struct Osim *o, const struct OsimJoint *joint, int from, int to, struct Arguments *at)
{
	for (int i = from; i < to; i++) {
		struct Figure value;
		if (osim_constant(o, joint->motion[i].function, joint->motion[i].coordinates, &value))
			push_constant(o, &joint->motion[i], &value, at);
	}
}

/* Use of a motion's function where its coordinates have these values. */
static struct OsimUse use_of(struct OsimModel *m, const struct OsimMotion *motion, struct Expr *const value[])
{
	struct OsimUse use = { .slides = motion->slides, .arguments = motion->coordinates, .tables = &m->tables };
	for (int i = 0; i < motion->coordinates; i++) {
		const struct OsimCoordinate *c = &m->o->coordinate.item[motion->coordinate[i]];
		use.argument[i].value = value[i];
		use.argument[i].slides = c->slides;
		use.table = text_print(m->o->arena, "%s_%s", c->name.text, motion->label);
	}
	return use;
}

/* Appends `rotate AXIS by ANGLE` or `translate AXIS by LENGTH` to the definition of a kind. */
static void add_motion(struct OsimModel *m, struct Stmt *kind, const struct OsimMotion *motion,
                       struct Expr *const value[])
{
	struct Osim *o = m->o;
	struct Figure number;
	if (osim_constant(o, motion->function, motion->coordinates, &number) && number.zero)
		return;
	struct OsimUse use = use_of(m, motion, value);
	struct Stmt *stmt = made_property(o->diags, motion->slides ? "translate" : "rotate", motion->span,
	                                  axis_value(o, motion, kind));
	stmt->by = motion->on_ellipsoid ? osim_on_ellipsoid(o, motion, value)
	                                : osim_function(o, motion->function, &use, motion->span);
	if (stmt->by)
		kind->block = statements_add(kind->block, stmt);
}

/* --- joints --- */

/* Splits the motions of a joint into steps. False: some motion has several coordinates, or a coordinate has motions
 * that do not follow one another. */
static bool split(struct Osim *o, const struct OsimJoint *joint, struct Steps *steps)
{
	struct Figure value;
	steps->count = 0;
	for (int i = 0; i < joint->motions; i++) {
		const struct OsimMotion *motion = &joint->motion[i];
		if (osim_constant(o, motion->function, motion->coordinates, &value))
			continue;
		int c = motion->coordinates == 1 ? motion->coordinate[0] : -1, last = steps->count - 1;
		for (int k = 0; k < last; k++)
			if (steps->item[k].coordinate == c)
				return false;
		if (c < 0)
			return false;
		if (last < 0 || steps->item[last].coordinate != c)
			steps->item[++last] = (struct OsimStep){ c, i, i };
		steps->item[last].to = i + 1;
		steps->count = last + 1;
	}
	return true;
}

/* Is a coordinate one of a joint with a quaternion, which has no names for them? */
static bool is_round(const struct Osim *o, const struct OsimCoordinate *c)
{
	return o->joint.item[c->joint].type->kind;
}

/* Gives coordinates names of their own: the first of a name keeps it. In OpenSim each joint has a set of names. */
static void name_coordinates(struct OsimModel *m)
{
	struct Osim *o = m->o;
	for (size_t i = 0; i < o->coordinate.count; i++)
		if (!is_round(o, &o->coordinate.item[i]))
			names_add(&m->joint_names, o->coordinate.item[i].name.text, (int)i);
	for (size_t i = 0; i < o->coordinate.count; i++) {
		struct OsimCoordinate *c = &o->coordinate.item[i];
		int first = names_find(&m->joint_names, c->name.text);
		if (first == (int)i || is_round(o, c))
			continue;
		bool own = o->coordinate.item[first].joint == c->joint;
		c->given = c->name.text;
		c->name.text = own ? text_print(o->arena, "%s_0", c->given) /* so OpenSim renames it */
		                   : text_print(o->arena, "%s_%s", o->joint.item[c->joint].name.text, c->given);
		c->name.text = made_free_name(o->diags, &m->joint_names, c->name.text, "");
		osim_lose(o, LOSS_RENAMED, c->name);
	}
}

void osim_plan_joints(struct OsimModel *m)
{
	struct Osim *o = m->o;
	struct Steps steps;
	name_coordinates(m);
	for (size_t i = 0; i < o->joint.count; i++) {
		struct OsimJoint *joint = &o->joint.item[i];
		bool whole = joint->type->kind || !joint->coordinates || !split(o, joint, &steps);
		if (whole)
			joint->name.text = made_free_name(o->diags, &m->joint_names, joint->name.text, "_joint");
		for (int k = 0; k < joint->coordinates && whole; k++)
			o->coordinate.item[joint->first + k].kept_by = joint->name.text;
	}
}

/* What the joint's coordinate is equal to, if it is locked or follows others; else NULL. */
static struct Expr *held_value(struct OsimModel *m, const struct OsimCoordinate *c)
{
	if (c->locked)
		return made_scalar(m->o->diags, &c->value, osim_unit(c->slides));
	return c->coupler ? osim_coupling(m, c) : NULL;
}

static bool is_held(const struct OsimCoordinate *c)
{
	return c->locked || c->coupler;
}

/* `limits`, unless an end is infinite. */
static void add_limits(struct Osim *o, const struct OsimCoordinate *c, struct Stmt *stmt)
{
	struct Figure range[2];
	const struct XmlValue *value = osim_content(c->element, "range");
	if (!value || strpbrk(value->text, "iI") || !osim_numbers(o, c->element, "range", 2, range))
		return;
	if (range[0].value > range[1].value)
		diag(o->diags, CHECK_LIMITS_UPSIDE_DOWN, value->span,
		     "the lower limit is above the upper: none is taken");
	else
		stmt->block = statements_add(stmt->block, made_property(o->diags, "limits", value->span,
		                                                        made_vector(o->diags, value->span, range, 2,
		                                                                    osim_unit(c->slides))));
}

/* Notes a joint with coordinates of its own, and its position in the pose `start`. */
static void add_moving(struct OsimModel *m, struct Ident name, struct Expr *position)
{
	m->moving = arguments_add(m->o->diags, m->moving, name, NULL);
	if (position)
		m->pose = arguments_add(m->o->diags, m->pose, name, position);
}

static struct Stmt *new_kind(struct OsimModel *m, const struct OsimJoint *joint, const char *of)
{
	struct Span span = joint->name.span;
	struct Stmt *kind = stmt_new(m->o->diags, STMT_KIND, span);
	osim_comment(m->o, kind, "%s '%s'", joint->type->name, joint->name.text);
	kind->name = (struct Ident){ .text = text_print(m->o->arena, "%s_motion", of), .span = span, .quoted = true };
	m->kinds = statements_add(m->kinds, kind);
	return kind;
}

/* A kind with one coordinate, q. */
static const char *define_kind(struct OsimModel *m, const struct OsimJoint *joint, const struct OsimStep *step)
{
	struct Osim *o = m->o;
	const struct OsimCoordinate *c = &o->coordinate.item[step->coordinate];
	struct Stmt *kind = new_kind(m, joint, c->name.text);
	struct Argument formal = osim_formal(o, c->name.span, "q", c->slides ? "m" : NULL);
	kind->coordinates = arguments_add(o->diags, kind->coordinates, formal.name, formal.value);
	for (int i = step->from; i < step->to; i++) {
		struct Expr *q = made_name(o->diags, c->name.span, "q");
		add_motion(m, kind, &joint->motion[i], &q);
	}
	return kind->name.text;
}

/* The joint of a step: revolute or prismatic if its one motion is the coordinate itself. */
static struct Stmt *step_joint(struct OsimModel *m, const struct OsimJoint *joint, const struct OsimStep *step)
{
	struct Osim *o = m->o;
	const struct OsimCoordinate *c = &o->coordinate.item[step->coordinate];
	const struct OsimMotion *motion = &joint->motion[step->from];
	struct Stmt *stmt = stmt_new(o->diags, STMT_JOINT, c->name.span);
	stmt->name = c->name;
	bool plain = step->to == step->from + 1 && motion->slides == c->slides &&
	             osim_is_identity(o, motion->function, motion->coordinates);
	const char *kind = plain ? motion->slides ? "prismatic" : "revolute" : define_kind(m, joint, step);
	stmt->joint = (struct Ident){ .text = kind, .span = c->name.span };
	if (plain)
		made_push(o->diags, &stmt->list, axis_value(o, motion, NULL));
	stmt->value = held_value(m, c);
	add_limits(o, c, stmt);
	struct Expr *force = c->locked ? NULL : osim_coordinate_forces(m, c);
	if (force)
		stmt->block = statements_add(stmt->block, made_property(o->diags, "passive", c->name.span, force));
	if (c->locked)
		osim_lose(o, LOSS_LOCKED, c->name);
	if (!is_held(c))
		add_moving(m, stmt->name,
		           c->value.zero ? NULL : made_scalar(o->diags, &c->value, osim_unit(c->slides)));
	return stmt;
}

/* --- joints with all of their coordinates --- */

/* How many coordinates of a joint are held. */
static int count_held(struct Osim *o, const struct OsimJoint *joint)
{
	int held = 0;
	for (int i = 0; i < joint->coordinates; i++)
		held += is_held(&o->coordinate.item[joint->first + i]);
	return held;
}

/* Coordinate of a kind made by `whole_joint`: its name, or the value of a locked coordinate. */
static struct Expr *whole_value(struct OsimModel *m, const struct OsimCoordinate *c, bool all)
{
	if (all || !is_held(c))
		return made_name(m->o->diags, c->name.span, c->name.text);
	if (c->coupler && !c->locked)
		diag(m->o->diags, CHECK_OSIM_UNSUPPORTED, c->name.span,
		     "coordinate '%s' follows others, beside coordinates of its joint that do not", c->name.text);
	return held_value(m, c);
}

/* Positions, or what all coordinates are equal to, as a vector. */
static struct Expr *whole_vector(struct OsimModel *m, const struct OsimJoint *joint, bool held)
{
	struct Osim *o = m->o;
	struct Arguments list = { 0 };
	for (int i = 0; i < joint->coordinates; i++) {
		const struct OsimCoordinate *c = &o->coordinate.item[joint->first + i];
		if (held || !is_held(c))
			made_push(o->diags, &list,
			          held ? held_value(m, c) : made_scalar(o->diags, &c->value, osim_unit(c->slides)));
	}
	return expr_vector(o->diags, joint->name.span, list);
}

/* Has a joint a position other than 0? */
static bool starts_elsewhere(struct Osim *o, const struct OsimJoint *joint)
{
	for (int i = 0; i < joint->coordinates; i++) {
		const struct OsimCoordinate *c = &o->coordinate.item[joint->first + i];
		if (!is_held(c) && !c->value.zero)
			return true;
	}
	return false;
}

/* A kind with several coordinates: none of them has limits of its own. */
static struct Stmt *whole_joint(struct OsimModel *m, const struct OsimJoint *joint)
{
	struct Osim *o = m->o;
	struct Stmt *stmt = stmt_new(o->diags, STMT_JOINT, joint->name.span);
	struct Stmt *kind = new_kind(m, joint, joint->name.text);
	bool all = count_held(o, joint) == joint->coordinates;
	for (int i = 0; i < joint->coordinates; i++) {
		const struct OsimCoordinate *c = &o->coordinate.item[joint->first + i];
		struct Argument formal = osim_formal(o, c->name.span, c->name.text, c->slides ? "m" : NULL);
		if (all || !is_held(c))
			kind->coordinates = arguments_add(o->diags, kind->coordinates, formal.name, formal.value);
		if (osim_content(c->element, "range"))
			osim_lose(o, LOSS_RANGE, c->name);
	}
	for (int i = 0; i < joint->motions; i++) {
		struct Expr *value[OSIM_MOTIONS];
		for (int k = 0; k < joint->motion[i].coordinates; k++)
			value[k] = whole_value(m, &o->coordinate.item[joint->motion[i].coordinate[k]], all);
		add_motion(m, kind, &joint->motion[i], value);
	}
	stmt->name = joint->name;
	stmt->joint = kind->name;
	stmt->value = all ? whole_vector(m, joint, true) : NULL;
	if (!all)
		add_moving(m, stmt->name, starts_elsewhere(o, joint) ? whole_vector(m, joint, false) : NULL);
	return stmt;
}

/* --- bodies --- */

/* `mass`, `com` and `inertia` about the centre of mass: xx yy zz xy xz yz. */
static void add_inertia(struct Osim *o, const struct XmlElement *element, struct Stmt *body)
{
	static const char *const entry[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
	struct Figure number[6];
	bool given = osim_numbers(o, element, "inertia", 6, number);
	for (int i = 0; i < 6 && !osim_content(element, "inertia"); i++) {
		number[i] = (struct Figure){ .digits = "0", .length = 1, .zero = true, .span = element->span };
		osim_numbers(o, element, text_print(o->arena, "inertia_%s", entry[i]), 1, &number[i]);
		given = true;
	}
	struct Expr *value = given ? made_inertia(o->diags, number) : NULL;
	if (value)
		body->block = statements_add(body->block, made_property(o->diags, "inertia", number[0].span, value));
}

static void add_mass(struct Osim *o, const struct OsimBody *of, struct Stmt *body)
{
	struct Figure mass, com[3];
	if (!osim_content(of->element, "mass"))
		diag(o->diags, CHECK_OSIM_MISSING, of->element->span, "body '%s' has no <mass>", of->name.text);
	if (osim_numbers(o, of->element, "mass", 1, &mass) && !mass.zero)
		body->block = statements_add(body->block, made_property(o->diags, "mass", mass.span,
		                                                        made_scalar(o->diags, &mass, "kg")));
	if (osim_numbers(o, of->element, "mass_center", 3, com) && !figures_zero(com, 3))
		body->block =
			statements_add(body->block, made_property(o->diags, "com", com[0].span,
		                                                  made_vector(o->diags, com[0].span, com, 3, "m")));
	add_inertia(o, of->element, body);
}

static struct Stmt *new_body(struct OsimModel *m, struct Ident name, struct Ident on, struct Arguments at,
                             struct Stmt *joint)
{
	struct Stmt *body = stmt_new(m->o->diags, STMT_BODY, name.span);
	body->name = name;
	body->on = on;
	body->at = at;
	body->block = statements_add(body->block, joint);
	m->bodies = statements_add(m->bodies, body);
	return body;
}

static struct Stmt *fixed_joint(struct OsimModel *m, struct Ident name)
{
	struct Stmt *stmt = stmt_new(m->o->diags, STMT_JOINT, name.span);
	stmt->name = name;
	stmt->joint = (struct Ident){ .text = "fixed", .span = name.span };
	return stmt;
}

/* A body without mass, between others. */
static struct Ident between(struct OsimModel *m, const struct OsimBody *body, const char *what)
{
	struct Ident name = body->name;
	name.text = made_free_name(m->o->diags, &m->names, text_print(m->o->arena, "%s_%s", body->name.text, what),
	                           "_link");
	return name;
}

/* Adds a comment with the meaning of a step's joint in OpenSim, where it differs. */
static void comment_step(struct Osim *o, const struct OsimCoordinate *c, struct Stmt *body)
{
	if (c->given)
		osim_comment(o, body, "coordinate '%s' of joint '%s' in OpenSim", c->given,
		             o->joint.item[c->joint].name.text);
	if (c->locked)
		osim_comment(o, body, "coordinate '%s' is locked", c->name.text);
	else if (c->coupler)
		osim_comment(o, body, "coordinate '%s' follows by constraint '%s'", c->name.text,
		             osim_name(o, c->coupler, "").text);
	else if (osim_is_true(c->element, "prescribed"))
		osim_comment(o, body, "coordinate '%s' is prescribed in OpenSim", c->name.text);
}

/* A body for each step, the last being the body itself. */
static struct Stmt *add_chain(struct OsimModel *m, const struct OsimJoint *joint, const struct OsimBody *body,
                              struct Ident on, struct Arguments at)
{
	struct Osim *o = m->o;
	struct Steps steps;
	struct Stmt *stmt = NULL, *last = NULL;
	int done = 0;
	split(o, joint, &steps);
	for (int i = 0; i < steps.count; i++) {
		const struct OsimStep *step = &steps.item[i];
		push_constants(o, joint, done, step->from, &at);
		stmt = step_joint(m, joint, step);
		struct Ident name = i == steps.count - 1 ? body->name : between(m, body, stmt->name.text);
		last = new_body(m, name, on, at, stmt);
		if (i == 0 && steps.count > 1)
			osim_comment(o, last, "%s '%s': a body for each of its %d coordinates", joint->type->name,
			             joint->name.text, steps.count);
		comment_step(o, &o->coordinate.item[step->coordinate], last);
		at = (struct Arguments){ 0 };
		on = name;
		done = step->to;
	}
	struct Arguments *rest = stmt ? &stmt->then : &at;
	push_constants(o, joint, done, joint->motions, rest);
	osim_push_place(o, &joint->child, true, rest);
	return last ? last : new_body(m, body->name, on, at, fixed_joint(m, joint->name));
}

/* Position of a free or spherical joint from OpenSim's coordinates: turns about x, the new y, the new z, then
 * shifts. */
static struct Expr *round_position(struct Osim *o, const struct OsimJoint *joint)
{
	const struct OsimCoordinate *c = &o->coordinate.item[joint->first];
	double q[4] = { 0, 0, 0, 1 };
	struct Arguments list = { 0 };
	for (int i = 0; i < 3; i++) {
		double s = elementary_sin(c[i].value.value / 2), w = elementary_cos(c[i].value.value / 2), old[4];
		int j = (i + 1) % 3, k = (i + 2) % 3;
		memcpy(old, q, sizeof q);
		q[i] = old[i] * w + old[3] * s;
		q[j] = old[j] * w + old[k] * s;
		q[k] = old[k] * w - old[j] * s;
		q[3] = old[3] * w - old[i] * s;
	}
	for (int i = 3; i < joint->coordinates; i++)
		made_push(o->diags, &list, made_scalar(o->diags, &c[i].value, "m"));
	for (int i = 0; i < 4; i++)
		made_push(o->diags, &list, made_number(o->diags, joint->name.span, q[i], NULL));
	return expr_vector(o->diags, joint->name.span, list);
}

/* Appends the position at which all coordinates of a free or spherical joint are locked. */
static void push_locked_round(struct Osim *o, const struct OsimJoint *joint, struct Arguments *at)
{
	const struct OsimCoordinate *c = &o->coordinate.item[joint->first];
	struct Figure shift[3];
	for (int i = 0; i < 3 && joint->coordinates == 6; i++)
		shift[i] = c[3 + i].value;
	if (joint->coordinates == 6)
		osim_push_shift(o, shift, false, at);
	for (int i = 0; i < 3; i++)
		osim_push_turn(o, i, &c[i].value, at);
}

/* `angles (A, B, C)`: names of the coordinates of a free or spherical joint in OpenSim. */
static void add_angles(struct Osim *o, const struct OsimJoint *joint, struct Stmt *stmt)
{
	struct Arguments list = { 0 };
	for (int i = 0; i < joint->coordinates; i++) {
		struct Ident name = o->coordinate.item[joint->first + i].name;
		name.quoted = true;
		made_push(o->diags, &list, expr_name(o->diags, name));
	}
	if (joint->coordinates)
		stmt->block = statements_add(stmt->block, made_property(o->diags, "angles", joint->name.span,
		                                                        expr_vector(o->diags, joint->name.span, list)));
}

/* A free or spherical joint takes no `then`: where the child's frame is not its body's, a body between carries it. */
static struct Stmt *add_round(struct OsimModel *m, const struct OsimJoint *joint, const struct OsimBody *body,
                              struct Ident on, struct Arguments at)
{
	struct Osim *o = m->o;
	int held = count_held(o, joint);
	struct Arguments back = { 0 };
	struct Stmt *stmt = fixed_joint(m, joint->name);
	osim_push_place(o, &joint->child, true, &back);
	if (held) { /* all of them, or the joint would have its angles */
		push_locked_round(o, joint, &at);
		for (size_t i = 0; i < back.count; i++)
			made_push(o->diags, &at, back.item[i].value);
		return new_body(m, body->name, on, at, stmt);
	}
	stmt->joint.text = joint->type->kind;
	add_angles(o, joint, stmt);
	add_moving(m, stmt->name, starts_elsewhere(o, joint) ? round_position(o, joint) : NULL);
	if (joint->coordinates)
		osim_lose(o, LOSS_ANGLES, joint->name);
	struct Ident carrier = back.count ? between(m, body, joint->name.text) : body->name;
	struct Stmt *round = new_body(m, carrier, on, at, stmt);
	if (joint->coordinates)
		osim_comment(o, round, "%s '%s': OpenSim has angles, here is a quaternion", joint->type->name,
		             joint->name.text);
	if (!back.count)
		return round;
	struct Ident fixed = { .span = body->name.span, .quoted = true }; /* without a name it has that of its body */
	if (names_find(&m->joint_names, body->name.text) >= 0)
		fixed.text = made_free_name(o->diags, &m->joint_names, body->name.text, "_fixed");
	return new_body(m, body->name, carrier, back, fixed_joint(m, fixed));
}

/* Lists the joints of a body that have coordinates, in the order of the file. */
static void list_coordinates(struct OsimModel *m, const struct OsimJoint *joint)
{
	struct Osim *o = m->o;
	int held = count_held(o, joint);
	bool whole = !joint->coordinates || o->coordinate.item[joint->first].kept_by;
	if (whole && (joint->type->kind || joint->coordinates) && !(held && held == joint->coordinates))
		m->listed = arguments_add(o->diags, m->listed, joint->name, NULL);
	for (int i = 0; i < joint->coordinates && !whole; i++)
		if (!is_held(&o->coordinate.item[joint->first + i]))
			m->listed = arguments_add(o->diags, m->listed, o->coordinate.item[joint->first + i].name, NULL);
}

void osim_add_body(struct OsimModel *m, int number)
{
	struct Osim *o = m->o;
	struct OsimBody *body = &o->body.item[number];
	const struct OsimJoint *joint = &o->joint.item[body->joint];
	struct Ident on = osim_body_name(o, &joint->parent, joint->name.span);
	struct Arguments at = { 0 };
	struct Stmt *stmt;
	osim_push_place(o, &joint->parent, false, &at);
	if (joint->type->kind) {
		stmt = add_round(m, joint, body, on, at);
	} else if (joint->coordinates && o->coordinate.item[joint->first].kept_by) {
		struct Stmt *whole = whole_joint(m, joint);
		osim_push_place(o, &joint->child, true, &whole->then);
		stmt = new_body(m, body->name, on, at, whole);
	} else {
		stmt = add_chain(m, joint, body, on, at);
	}
	if (body->element)
		add_mass(o, body, stmt);
	else
		osim_comment(o, stmt, "%s", body->comment);
	body->statement = stmt;
	list_coordinates(m, joint);
}
