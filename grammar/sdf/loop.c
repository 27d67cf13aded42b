#include "stages.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"

/* --- loops --- */

/* The end of a loop: the place of the joint on a link. */
static struct MadeEnd end_of(struct Sdf *s, const struct SdfJoint *joint, int link)
{
	struct Span span = s->entity.item[joint->entity].name.span;
	struct MadeEnd end = { .on = sdf_body_name(s, link, span) };
	sdf_push_relative(s, span, sdf_link_entity(s, link), joint->entity, &end.at);
	return end;
}

static void add_loop(struct Sdf *s, const struct SdfJoint *joint)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	struct MadeLoop loop = { .span = e->element->span,
		                 .name = e->name,
		                 .kind = joint->type->loop,
		                 .end = { end_of(s, joint, joint->parent), end_of(s, joint, joint->child) } };
	loop.name.text = made_free_name(s->diags, &s->places, e->name.text, "_loop");
	if (joint->type->axes)
		loop.argument = made_axis(s->diags, joint->axis[0].xyz);
	struct Stmt *stmt = made_loop(s->diags, &loop, &s->places, &s->statements);
	s->statements = statements_add(s->statements, stmt);
	losses_add(&s->losses, LOSS_LOOP, e->name.span, e->name.text);
	if (sdf_has_properties(s, joint))
		losses_add(&s->losses, LOSS_LOOP_FORCE, e->name.span, e->name.text);
}

/* --- gearboxes --- */

/* Number of joints between a link and the world. */
static int depth_of(const struct Sdf *s, int link)
{
	int depth = 0;
	for (; link >= 0 && s->link.item[link].carried != NONE; depth++)
		link = s->joint.item[s->link.item[link].carried].parent;
	return depth;
}

static int inward(const struct Sdf *s, int link)
{
	return s->joint.item[s->link.item[link].carried].parent;
}

/* Adds the turn of the joint that carries a link about a direction of the world, or takes it away. False: it does
 * something else than to turn about this direction. */
static bool add_turn(struct Sdf *s, int link, const double along[3], bool minus, struct Expr **sum)
{
	static const double within = 1e-9;
	const struct SdfJoint *joint = &s->joint.item[s->link.item[link].carried];
	struct Pose pose = sdf_relative(s, WORLD, joint->entity);
	double axis[3], cosine = 0;
	if (!joint->type->axes)
		return strcmp(joint->type->kind, "fixed") == 0;
	if (joint->type->axes > 1 || strcmp(joint->type->kind, "revolute") != 0)
		return false;
	memset(pose.p, 0, sizeof pose.p);
	pose_point(&pose, joint->axis[0].along, axis);
	for (int i = 0; i < 3; i++)
		cosine += axis[i] * along[i];
	struct Expr *turn = sdf_coordinate(s, &joint->axis[0], s->entity.item[joint->entity].name.span);
	if ((cosine < 0) != minus)
		turn = expr_negate(s->diags, turn->span, turn);
	*sum = made_sum(s->diags, *sum, turn);
	return fabs(fabs(cosine) - 1) < within;
}

/* The angle by which a link has turned against another about an axis of a joint; false if only revolute joints about
 * this axis do not make it. *angle: NULL for 0. */
static bool angle_between(struct Sdf *s, int from, int to, const struct SdfJoint *gear, int k, struct Expr **angle)
{
	struct Pose pose = sdf_relative(s, WORLD, gear->entity);
	int up = depth_of(s, from), down = depth_of(s, to);
	double along[3];
	bool good = true;
	memset(pose.p, 0, sizeof pose.p);
	pose_point(&pose, gear->axis[k].along, along);
	*angle = NULL;
	while (from != to && good && (up > 0 || down > 0)) {
		bool minus = up > down;
		int *link = minus ? &from : &to;
		good = add_turn(s, *link, along, minus, angle);
		*link = inward(s, *link);
		*(minus ? &up : &down) -= 1;
	}
	return good && from == to;
}

/* The link that <gearbox_reference_body> means. */
static int reference_of(struct Sdf *s, const struct SdfEntity *e)
{
	struct XmlValue name = sdf_content(e->element, "gearbox_reference_body");
	int found = name.text ? sdf_find(s, e->scope, e->root, name) : NONE;
	return found < 0 ? found : s->entity.item[found].link;
}

/* theta_2 = -ratio theta_1, where the angles are those of parent and child against the reference body. */
static void add_gear(struct Sdf *s, const struct SdfJoint *joint)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	struct Figure ratio = figure_of(s->arena, e->element->span, 1);
	struct Expr *first, *second;
	int reference = reference_of(s, e);
	sdf_numbers(s, e->element, "gearbox_ratio", 1, &ratio);
	if (reference == NONE || !angle_between(s, reference, joint->parent, joint, 0, &first) ||
	    !angle_between(s, reference, joint->child, joint, 1, &second) || !first || !second) {
		losses_add(&s->losses, LOSS_GEAR_OPEN, e->name.span, e->name.text);
		return;
	}
	struct Stmt *stmt = stmt_new(s->diags, STMT_CONSTRAINT, e->element->span);
	stmt->name = e->name;
	stmt->name.text = made_free_name(s->diags, &s->places, e->name.text, "_constraint");
	struct Expr *turned = expr_binary(s->diags, EXPR_MUL, made_scalar(s->diags, &ratio, NULL), first);
	stmt->value = expr_binary(s->diags, EXPR_ADD, second, turned);
	s->statements = statements_add(s->statements, stmt);
	losses_add(&s->losses, LOSS_GEAR, e->name.span, e->name.text);
}

void sdf_loops_add(struct Sdf *s)
{
	for (size_t i = 0; i < s->joint.count; i++) {
		const struct SdfJoint *joint = &s->joint.item[i];
		const struct SdfEntity *e = &s->entity.item[joint->entity];
		bool still = s->scope.item[e->scope].still;
		if (!joint->type || joint->carries || still)
			continue;
		sdf_check(s, e->element);
		if (joint->type->loop)
			add_loop(s, joint);
		else if (joint->type->kind)
			losses_add(&s->losses, LOSS_LOOP_OPEN, e->name.span, e->name.text);
		else
			add_gear(s, joint);
	}
}
