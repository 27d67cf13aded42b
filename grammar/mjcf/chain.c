/* A joint with an anchor a and a shown coordinate r is `at a, TURN(-r)` and `then -a`, so that the body is where the
 * file has it at q = r. A ball takes no `then`: -a goes before what follows it. */
#include "stages.h"

#include <string.h>

#include "grammar/import/made.h"

struct MjChain {
	struct Mjcf *m;
	struct MjBody *body;
	struct Ident on;     /* the last body of the chain so far, or the parent */
	struct Arguments at; /* before the next joint */
};

static void add(struct Stmt *joint, struct Stmt *stmt)
{
	joint->block = statements_add(joint->block, stmt);
}

/* --- properties --- */

/* An angle or a length. */
static struct Expr *position(struct Mjcf *m, const struct MjJoint *joint, const struct Figure *f)
{
	return joint->kind == MJ_HINGE ? mj_angle(m, f) : made_scalar(m->diags, f, "m");
}

static void add_limits(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt)
{
	struct Figure f[2];
	bool given = mj_exactly(m, &joint->e, "range", 2, f) && !m->settings.no.limits;
	if (!mj_auto(m, &joint->e, "limited", given && mj_compiler(m, joint->e.element->span)->autolimits) || !given)
		return;
	if (joint->kind == MJ_BALL)
		losses_add(&m->losses, LOSS_BALL_RANGE, f[0].span, joint->name.text);
	if (joint->kind > MJ_SLIDE)
		return;
	if (f[0].value >= f[1].value) {
		diag(m->diags, CHECK_LIMITS_UPSIDE_DOWN, f[0].span,
		     "the lower limit is not below the upper: none is taken");
		return;
	}
	const char *unit = joint->kind == MJ_SLIDE ? "m" : mj_compiler(m, f[0].span)->degrees ? "deg" : "rad";
	add(stmt, made_property(m->diags, "limits", f[0].span, made_vector(m->diags, f[0].span, f, 2, unit)));
}

/* Armature, of a ball or a free joint for each velocity. */
static void add_armature(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt)
{
	struct Figure f = figure_of(m->arena, joint->e.element->span, 0);
	mj_exactly(m, &joint->e, "armature", 1, &f);
	if (joint->reflected[MJ_ARMATURE] != 0)
		f = figure_of(m->arena, joint->e.element->span, f.value + joint->reflected[MJ_ARMATURE]);
	if (f.zero)
		return;
	if (joint->kind <= MJ_SLIDE)
		made_scalar_property(m->diags, stmt, "armature", &f,
		                     made_joint_unit(joint->kind == MJ_SLIDE, UNIT_ARMATURE));
	else
		mj_quaternion_armature(m, joint, &f, stmt);
}

/* The spring. Returns the force that is not proportional to its deflection, or NULL. */
static struct Expr *add_spring(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt)
{
	struct Figure c[MJ_COEFFICIENTS], rest;
	if (!mj_coefficients(m, &joint->e, "stiffness", c) || m->settings.no.springs)
		return NULL;
	if (joint->kind > MJ_SLIDE) {
		losses_add(&m->losses, LOSS_BALL_SPRING, c[0].span, joint->name.text);
		return NULL;
	}
	if (mj_value(&joint->e, "springyield").text)
		losses_add(&m->losses, LOSS_YIELD, c[0].span, joint->name.text);
	bool bent = mj_exactly(m, &joint->e, "springref", 1, &rest) && !rest.zero;
	if (!c[0].zero)
		made_spring(m->diags, stmt, joint->kind == MJ_SLIDE, &c[0], bent ? position(m, joint, &rest) : NULL);
	struct Expr *x = made_name(m->diags, c[0].span, "q");
	if (bent)
		x = expr_binary(m->diags, EXPR_SUB, x, position(m, joint, &rest));
	return mj_curve(m, NULL, c, joint->kind == MJ_SLIDE, false, x);
}

/* Damping and friction of a hinge or slide. Returns the sum of `force` and of damping that is not proportional to the
 * velocity. */
static struct Expr *keep_losses(struct Mjcf *m, const struct MjJoint *joint, const struct Figure c[MJ_COEFFICIENTS],
                                const struct Figure *friction, struct Stmt *stmt, struct Expr *force)
{
	bool slides = joint->kind == MJ_SLIDE;
	if (!c[0].zero)
		made_damping(m->diags, stmt, slides, &c[0]);
	if (!friction->zero)
		made_friction(m->diags, stmt, slides, friction);
	return mj_curve(m, force, c, slides, true, made_name(m->diags, c[0].span, "qd"));
}

/* Coefficients of damping, with the damping of actuators. False: there is none. */
static bool read_damping(struct Mjcf *m, const struct MjJoint *joint, struct Figure c[MJ_COEFFICIENTS])
{
	const double reflected = joint->reflected[MJ_DAMPING];
	bool damps = mj_coefficients(m, &joint->e, "damping", c) || reflected != 0;
	for (int i = 0; i < MJ_COEFFICIENTS && m->settings.no.dampers; i++)
		c[i] = figure_of(m->arena, c[i].span, 0);
	if (reflected != 0 && !m->settings.no.dampers)
		c[0] = figure_of(m->arena, c[0].span, c[0].value + reflected);
	return damps && !m->settings.no.dampers;
}

static struct Figure read_friction(struct Mjcf *m, const struct MjJoint *joint)
{
	struct Figure friction = figure_of(m->arena, joint->e.element->span, 0);
	mj_exactly(m, &joint->e, "frictionloss", 1, &friction);
	friction.zero |= m->settings.no.friction;
	return friction;
}

/* Damping and friction, if they are to be kept; else they are counted. Returns `force`, or its sum with damping. */
static struct Expr *add_losses(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt, struct Expr *force)
{
	struct Figure c[MJ_COEFFICIENTS], friction = read_friction(m, joint);
	bool damps = read_damping(m, joint, c);
	if (joint->kind == MJ_FREE)
		damps = mj_free_lose(m, joint, c, &friction);
	if (!damps && friction.zero)
		return force;
	if (!m->request->keep_damping)
		losses_add(&m->losses, LOSS_DAMPING, damps ? c[0].span : friction.span, joint->name.text);
	else if (joint->kind <= MJ_SLIDE)
		return keep_losses(m, joint, c, &friction, stmt, force);
	else
		mj_quaternion_losses(m, joint, c, &friction, stmt);
	return force;
}

/* Springs, damping and friction. */
static void add_forces(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt)
{
	struct Expr *force = add_losses(m, joint, stmt, add_spring(m, joint, stmt));
	if (joint->drive)
		force = made_sum(m->diags, force, joint->drive);
	if (force)
		add(stmt, made_property(m->diags, "passive", force->span, force));
}

/* Has a motor of the joint, or the joint itself, a range of force? */
static bool has_range(struct Mjcf *m, const struct MjJoint *joint)
{
	static const char *const ranges[] = { "forcerange", "ctrlrange" };
	bool any = mj_value(&joint->e, "actuatorfrcrange").text != NULL;
	for (size_t i = 0; i < 2 && joint->actuator; i++) {
		const struct MjElement e =
			mj_element(m, joint->actuator, mj_document(m, joint->actuator->span)->outermost);
		any |= mj_value(&e, ranges[i]).text != NULL;
	}
	return any;
}

static void add_effort(struct Mjcf *m, int index, struct Stmt *stmt)
{
	const struct MjJoint *joint = &m->joint.item[index];
	struct Figure effort;
	if (joint->kind == MJ_BALL && has_range(m, joint))
		losses_add(&m->losses, LOSS_BALL_EFFORT, joint->e.element->span, joint->name.text);
	if (joint->kind <= MJ_SLIDE && mj_effort(m, index, &effort))
		made_scalar_property(m->diags, stmt, "effort", &effort,
		                     made_joint_unit(joint->kind == MJ_SLIDE, UNIT_FORCE));
}

/* Adds `idle` to a joint without an actuator, if the file has actuators of joints. */
static void add_idle(struct Mjcf *m, const struct MjJoint *joint, struct Stmt *stmt)
{
	if (m->drives_told && !joint->actuators && !joint->coupled && joint->kind != MJ_FREE)
		add(stmt, made_property(m->diags, "idle", joint->e.element->span, NULL));
}

static void add_properties(struct Mjcf *m, int index, struct Stmt *stmt)
{
	const struct MjJoint *joint = &m->joint.item[index];
	add_armature(m, joint, stmt);
	add_forces(m, joint, stmt);
	add_limits(m, joint, stmt);
	add_effort(m, index, stmt);
	add_idle(m, joint, stmt);
	if (mj_value(&joint->e, "springdamper").text && !m->settings.no.passive)
		losses_add(&m->losses, LOSS_SPRINGDAMPER, joint->e.element->span, joint->name.text);
}

/* --- places --- */

/* The coordinate that the file shows: a turn back, or a shift back along the axis. */
static void push_back(struct Mjcf *m, const struct MjJoint *joint, struct Arguments *at)
{
	struct Figure shift[3];
	double axis[3];
	if (joint->ref == 0)
		return;
	if (joint->kind == MJ_HINGE) {
		struct Figure back = figure_negated(joint->shown);
		made_push_about(m->diags, joint->shown.span, joint->axis, mj_angle(m, &back), at);
		return;
	}
	for (int i = 0; i < 3; i++)
		axis[i] = joint->axis[i].value;
	made_unit_vector(axis);
	for (int i = 0; i < 3; i++)
		shift[i] = figure_of(m->arena, joint->shown.span, axis[i] == 0 ? 0 : -joint->ref * axis[i]);
	made_push_shift(m->diags, joint->shown.span, shift, false, at);
}

/* --- statements --- */

/* Body of the chain: the body of the file, or a massless body between two joints. */
static struct Stmt *add_body(struct MjChain *c, const char *name, struct Span span, bool last)
{
	struct Mjcf *m = c->m;
	struct Stmt *body = last ? c->body->stmt : stmt_new(m->diags, STMT_BODY, span);
	body->name = (struct Ident){ .text = name, .span = last ? c->body->name.span : span, .quoted = true };
	body->on = c->on;
	body->at = c->at;
	c->at = (struct Arguments){ 0 };
	c->on = body->name;
	m->statements = statements_add(m->statements, body);
	return body;
}

static struct Stmt *joint_statement(struct MjChain *c, const char *name, struct Span span, const char *kind)
{
	struct Stmt *stmt = stmt_new(c->m->diags, STMT_JOINT, span);
	if (name)
		stmt->name = (struct Ident){ .text = name, .span = span, .quoted = true };
	stmt->joint = (struct Ident){ .text = kind, .span = span };
	return stmt;
}

static void add_joint(struct MjChain *c, int index)
{
	static const char *const kind[] = { "revolute", "prismatic", "spherical", "free" };
	struct Mjcf *m = c->m;
	const struct MjJoint *joint = &m->joint.item[index];
	struct Span span = joint->e.element->span;
	bool ball = joint->kind == MJ_BALL, anchored = false;
	struct Arguments then = { 0 };
	if (joint->kind == MJ_FREE)
		c->at = (struct Arguments){ 0 }; /* its place is in a pose */
	else
		made_push_shift(m->diags, joint->anchor[0].span, joint->anchor, false, &c->at);
	made_push_shift(m->diags, joint->anchor[0].span, joint->anchor, true, &then);
	anchored = then.count > 0;
	if (joint->kind <= MJ_SLIDE)
		push_back(m, joint, &c->at);
	bool last = joint->next == NONE && !(ball && anchored);
	const char *own = c->body->name.text, *made = joint->name.text;
	if (strncmp(made, own, strlen(own)) != 0)
		made = text_print(m->arena, "%s_%s", own, made);
	const char *name = last ? own : made_free_name(m->diags, &m->places, made, "");
	struct Stmt *body = add_body(c, name, span, last);
	struct Stmt *stmt = joint_statement(c, joint->name.text, joint->name.span, kind[joint->kind]);
	if (joint->kind <= MJ_SLIDE)
		made_push(m->diags, &stmt->list, made_axis(m->diags, joint->axis));
	if (joint->kind <= MJ_SLIDE)
		stmt->then = then;
	else if (ball)
		c->at = then;
	stmt->value = joint->coupled;
	add_properties(m, index, stmt);
	body->block = statements_add(body->block, stmt);
}

/* Adds a fixed body: a body without joints, or on a ball joint with an anchor. */
static void add_fixed(struct MjChain *c)
{
	struct Mjcf *m = c->m;
	const char *name = c->body->name.text;
	const char *joint = made_free_name(m->diags, &m->motions, name, "_fixed");
	struct Stmt *body = add_body(c, name, c->body->name.span, true);
	body->block = statements_add(body->block,
	                             joint_statement(c, joint == name ? NULL : joint, c->body->name.span, "fixed"));
}

void mj_bodies_add(struct Mjcf *m)
{
	static const struct Ident world = { .text = "world" };
	for (size_t i = 0; i < m->body.count; i++) {
		struct MjBody *body = &m->body.item[i];
		struct MjChain c = { .m = m, .body = body, .on = world, .at = body->place.at };
		c.on.span = body->name.span;
		if (body->parent != WORLD)
			c.on = (struct Ident){ .text = m->body.item[body->parent].name.text,
				               .span = body->name.span,
				               .quoted = true };
		int last = NONE;
		for (int k = body->first_joint; k != NONE; last = k, k = m->joint.item[k].next)
			add_joint(&c, k);
		if (last == NONE || !body->stmt->name.text)
			add_fixed(&c);
	}
}
