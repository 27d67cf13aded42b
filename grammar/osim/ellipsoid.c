#include "stages.h"

#include "base/elementary.h"
#include "grammar/import/made.h"

static const double quarter_turn = 1.5707963267948966; /* rad */

static void add_motion(struct OsimJoint *joint, struct OsimMotion motion, int coordinates, const int number[])
{
	for (int i = 0; i < coordinates; i++)
		motion.coordinate[motion.coordinates++] = joint->first + number[i];
	joint->motion[joint->motions++] = motion;
}

/* Angles a, b, c about x, the new y and the new z. The normal of the surface is their z axis,
 * n = (sin b, -sin a cos b, cos a cos b), and the point with this normal is (r_x n_x, r_y n_y, r_z n_z). */
void osim_read_ellipsoid(struct Osim *o, struct OsimJoint *joint)
{
	static const int angles[] = { 0, 1, 2 };
	const struct XmlElement *element = joint->element;
	bool turned = joint->type->hinge; /* x and y of the radii are those of the thorax */
	struct Figure radius[3];
	if (!osim_numbers(o, element, joint->type->radii, 3, radius)) {
		if (!osim_content(element, joint->type->radii))
			diag(o->diags, CHECK_OSIM_MISSING, element->span, "this <%s> has no <%s>", element->name,
			     joint->type->radii);
		return;
	}
	for (int i = 0; i < 3; i++) {
		struct OsimMotion motion = osim_motion_along(joint->name.span, i, true, i);
		motion.on_ellipsoid = true;
		motion.radius = radius[turned && i < 2 ? 1 - i : i];
		add_motion(joint, motion, i ? 2 : 1, i ? angles : angles + 1);
	}
	for (int i = 0; i < 3; i++)
		add_motion(joint, osim_motion_along(joint->name.span, 3 + i, false, i), 1, angles + i);
}

static struct Expr *wave(struct Osim *o, const struct OsimMotion *motion, const char *name, struct Expr *angle)
{
	struct Arguments list = { 0 };
	made_push(o->diags, &list, angle);
	return made_call(o->diags, motion->span, name, list);
}

struct Expr *osim_on_ellipsoid(struct Osim *o, const struct OsimMotion *motion, struct Expr *const value[])
{
	bool along_y = !motion->axis[1].zero;
	struct Figure radius = along_y ? figure_negated(motion->radius) : motion->radius;
	struct Expr *shift = made_scalar(o->diags, &radius, "m");
	if (motion->coordinates == 1)
		return expr_binary(o->diags, EXPR_MUL, shift, wave(o, motion, "sin", value[0]));
	shift = expr_binary(o->diags, EXPR_MUL, shift, wave(o, motion, along_y ? "sin" : "cos", value[0]));
	return expr_binary(o->diags, EXPR_MUL, shift, wave(o, motion, "cos", value[1]));
}

/* --- scapula --- */

static struct OsimOffset no_offset(struct Osim *o, struct Span span)
{
	struct Figure zero = figure_of(o->arena, span, 0);
	return (struct OsimOffset){ { zero, zero, zero }, { zero, zero, zero } };
}

/* The axis of winging is in the plane of x and y. Direction 0 is y, and rises about z. */
static struct OsimMotion winging(struct Osim *o, const struct OsimJoint *joint)
{
	struct Figure direction = figure_of(o->arena, joint->name.span, 0);
	struct OsimMotion motion = osim_motion_along(joint->name.span, 3, false, 1);
	osim_numbers(o, joint->element, "scapula_winging_axis_direction", 1, &direction);
	if (direction.zero)
		return motion;
	motion.axis[0] = figure_of(o->arena, direction.span, -elementary_sin(direction.value));
	motion.axis[1] = figure_of(o->arena, direction.span, elementary_cos(direction.value));
	return motion;
}

/* The point of the plane through which the axis of winging goes. */
static struct OsimOffset winging_origin(struct Osim *o, const struct OsimJoint *joint)
{
	struct OsimOffset origin = no_offset(o, joint->name.span);
	struct Figure at[2];
	if (osim_numbers(o, joint->element, "scapula_winging_axis_origin", 2, at)) {
		origin.shift[0] = at[0];
		origin.shift[1] = at[1];
	}
	return origin;
}

/* A body without mass between the two joints of a scapula. */
static int add_plane(struct Osim *o, const struct OsimJoint *joint)
{
	const char *child = o->body.item[joint->child.body].name.text;
	struct Ident name = joint->name;
	name.text = made_free_name(o->diags, &o->body_names, text_print(o->arena, "%s_%s", child, name.text), "_link");
	int plane = osim_new_body(o, NULL, name);
	o->body.item[plane].comment = text_print(o->arena, "joint '%s' without winging", joint->name.text);
	return plane;
}

/* Makes the first joint end at the plane. Its x axis is y of the thorax. */
static void end_at_plane(struct Osim *o, struct OsimJoint *joint, int plane)
{
	struct OsimOffset turned = no_offset(o, joint->name.span);
	turned.turn[2] = figure_of(o->arena, joint->name.span, quarter_turn);
	joint->child = (struct OsimPlace){ .body = plane };
	osim_push(o, &joint->parent, &turned);
	osim_push(o, &joint->child, &turned);
	joint->coordinates--;
}

void osim_split_scapula(struct Osim *o)
{
	struct OsimJoint *joint = &o->joint.item[o->joint.count - 1], hinge = *joint;
	struct OsimOffset origin = winging_origin(o, joint);
	if (joint->child.body < 0)
		return;
	int plane = add_plane(o, joint);
	end_at_plane(o, joint, plane);
	hinge.type = joint->type->hinge;
	hinge.parent = (struct OsimPlace){ .body = plane };
	osim_push(o, &hinge.parent, &origin);
	osim_push(o, &hinge.child, &origin);
	hinge.first += joint->coordinates;
	hinge.coordinates = 1;
	hinge.motions = 1;
	hinge.motion[0] = winging(o, &hinge);
	hinge.motion[0].coordinate[hinge.motion[0].coordinates++] = hinge.first;
	o->coordinate.item[hinge.first].joint = (int)o->joint.count;
	*ARENA_PUSH(arena_scratch(o->arena), &o->joint) = hinge;
}
