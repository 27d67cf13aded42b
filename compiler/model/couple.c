#include "couple.h"

#include "expand.h"
#include "line.h"
#include "motion.h"
#include "point.h"
#include "task.h"

enum CouplingState { COUPLING_NEW, COUPLING_BUSY, COUPLING_DONE, COUPLING_BAD };

/* Couplings while they are evaluated; one can ask for others. */
struct Coupler {
	struct Points points;
	struct NameTable joints;   /* to bodies */
	enum CouplingState *state; /* by body */
	/* by body and by coordinate: 1 + the last body whose coupling was found to depend on it */
	int *named, *met;
};

/* One of them, and the bodies whose joints its expression has named so far. */
struct Coupling {
	struct Coupler *coupler;
	int body;
	int *item;
	size_t count, capacity;
};

struct CoordinateList {
	struct Coordinate *item;
	size_t count, capacity;
};

/* The coordinates that joint `other` follows, or its own, unless they are in the list. */
static void add_followed(struct Arena *arena, struct CoordinateList *list, struct Coupler *c, int body,
                         const struct Joint *other)
{
	for (int i = 0; i < (other->coupling ? other->ons : other->kind->nq); i++) {
		struct Coordinate coordinate = other->coupling ? other->on[i] : (struct Coordinate){ other->q + i, other->v + i };
		if (c->met[coordinate.q] != body + 1)
			*ARENA_PUSH(arena, list) = coordinate;
		c->met[coordinate.q] = body + 1;
	}
}

/* What a coupling depends on: the coordinates of the joints it names, or those that they depend on. */
static void find_dependence(struct Arena *arena, const struct Coupling *coupling)
{
	struct Coupler *c = coupling->coupler;
	struct Joint *joint = &c->points.model->body[coupling->body].joint;
	struct CoordinateList list = { 0 };
	for (size_t i = 0; i < coupling->count; i++) {
		int other = coupling->item[i];
		if (c->named[other] != coupling->body + 1)
			add_followed(arena, &list, c, coupling->body, &c->points.model->body[other].joint);
		c->named[other] = coupling->body + 1;
	}
	joint->on = list.item;
	joint->ons = (int)list.count;
}

static bool couple(struct Scope *scope, struct Task *task, struct Value *value);

static void push_coupling(struct Scope *scope, struct Coupler *c, int body)
{
	struct Coupling *coupling = ARENA_NEW(scope->arena, struct Coupling);
	*coupling = (struct Coupling){ .coupler = c, .body = body };
	task_push(scope, couple, c->points.model->body[body].joint.coupling)->of = coupling;
}

/* Is what the joint of a body is coupled to known? Else it is no error if it can be found now, with *later. */
static bool is_known(struct Scope *scope, struct Coupler *c, int body, bool *later)
{
	const struct Joint *joint = &c->points.model->body[body].joint;
	bool coupled = joint->coupling && !joint->locked;
	*later = coupled && (c->state[body] == COUPLING_NEW || c->state[body] == COUPLING_BUSY);
	if (*later)
		push_coupling(scope, c, body);
	return !*later && !(coupled && c->state[body] == COUPLING_BAD);
}

/* The value of a joint in the coupling of another: its coordinate, where it is locked, or what it is coupled
 * to. */
static enum Found look_up_joint(struct Scope *scope, void *context, const char *name, struct Span span,
                                struct Value *value)
{
	struct Coupling *coupling = context;
	struct Coupler *c = coupling->coupler;
	const struct Instance *in = instance_of(c->points.model->body[coupling->body].joint.env);
	int body = names_find(&c->joints, in ? text_print(scope->arena, "%s%s", in->prefix, name) : name);
	if (body < 0)
		return FOUND_NOTHING;
	const struct Joint *joint = &c->points.model->body[body].joint;
	bool later;
	*value = value_error(span);
	if (joint->kind->nq != 1) {
		diag(scope->diags, CHECK_COUPLING, span, "joint '%s' has %d coordinates, not one", name,
		     joint->kind->nq);
		return FOUND_VALUE;
	}
	if (!is_known(scope, c, body, &later))
		return later ? FOUND_LATER : FOUND_VALUE;
	Ref coordinate = joint->locked ? joint->lock[0] : joint->coupling ? joint->value
	                 : dag_input(scope->dag, INPUT_Q, (uint32_t)joint->q);
	*value = value_number(scope->dag, span, coordinate, kind_dim(joint->kind, 0), false);
	if (!joint->locked)
		*ARENA_PUSH(scope->arena, coupling) = body;
	return FOUND_VALUE;
}

/* The motion of a body that moves one of the points. True: it is there. */
static bool find_motion(struct Scope *scope, struct Coupling *coupling, int body, struct Span span, bool *later)
{
	struct Coupler *c = coupling->coupler;
	struct Joint *joint = &c->points.model->body[body].joint;
	if (kind_has_quaternion(joint->kind)) {
		diag(scope->diags, CHECK_COUPLING, span, "this distance changes with joint '%s', which is %s: its velocities are no rates of its "
		     "coordinates", joint->name.text, joint->kind->name);
		*later = false;
		return false;
	}
	if (!is_known(scope, c, body, later))
		return false;
	motions_define(scope, joint, true);
	*ARENA_PUSH(scope->arena, coupling) = body;
	return true;
}

/* `distance(A, B)`, where the coordinates are known that it depends on. */
static enum Found look_up_distance(struct Scope *scope, void *context, const struct Expr *const name[2], struct Span span,
                                   struct Value *value)
{
	struct Coupling *coupling = context;
	const struct Points *points = &coupling->coupler->points;
	struct Point end[2];
	bool later;
	int count;
	*value = value_error(span);
	if (!points_of_distance(scope, points, name, end))
		return FOUND_VALUE;
	const int *body = line_bodies(points->model, end, &count);
	for (int i = 0; i < count; i++)
		if (!find_motion(scope, coupling, body[i], span, &later))
			return later ? FOUND_LATER : FOUND_VALUE;
	Ref length = dag_sqrt(scope->dag, line_square(points->model, end));
	*value = value_number(scope->dag, span, length, dim_length, false);
	return FOUND_VALUE;
}

/* The terms of a sum that are plain numbers: is one of them an angle in degrees? */
static void doubt_terms(struct Scope *scope, const struct Expr *sum)
{
	const struct Expr *left = sum;
	for (bool more = true; more; left = left->a) {
		more = left->kind == EXPR_ADD || left->kind == EXPR_SUB;
		const struct Expr *term = more ? left->b : left;
		while (term->kind == EXPR_NEGATE)
			term = term->a;
		if (term->kind == EXPR_NUMBER)
			value_doubt_angle(scope->dag, scope->diags, term->span,
			                  value_literal(scope->dag, scope->diags, term->span, term->digits, term->length).item[0]);
	}
}

/* Evaluates a coupling; one that leads back to itself is an error. */
static bool couple(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Coupling *coupling = task->of;
	struct Joint *joint = &coupling->coupler->points.model->body[coupling->body].joint;
	enum CouplingState *state = &coupling->coupler->state[coupling->body];
	if (*state == COUPLING_NEW) {
		*state = COUPLING_BUSY;
		task_enter(scope, task, (struct Locals){ .lookup = look_up_joint, .distance = look_up_distance,
		                                        .context = task->of, .env = joint->env }, 0);
		return task_ask(task, joint->coupling);
	}
	if (task->done == 0) {
		diag(scope->diags, CHECK_COUPLING, joint->coupling->span, "joint '%s' is coupled to itself",
		     joint->name.text);
		*state = COUPLING_BAD;
		return true;
	}
	task_leave(scope, task);
	bool good = value_scalar(scope->diags, *value, kind_dim(joint->kind, 0), &joint->value);
	if (good && !kind_slides(joint->kind, 0))
		doubt_terms(scope, joint->coupling);
	*state = good ? COUPLING_DONE : COUPLING_BAD;
	find_dependence(scope->arena, coupling);
	return true;
}

void coordinates_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver)
{
	struct Coupler coupler = { .points = { model, resolver } };
	coupler.state = ARENA_ARRAY(scope->arena, enum CouplingState, model->bodies);
	coupler.named = ARENA_ARRAY(scope->arena, int, model->bodies);
	coupler.met = ARENA_ARRAY(scope->arena, int, model->nq);
	names_init(&coupler.joints, scope->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&coupler.joints, model->body[i].joint.name.text, i);
	for (int i = 0; i < model->bodies; i++) {
		struct Joint *joint = &model->body[i].joint;
		if (joint->coupling && !joint->locked && coupler.state[i] == COUPLING_NEW) {
			push_coupling(scope, &coupler, i);
			evaluate_pushed(scope);
		}
		if (joint_nv(joint) == 0 || joint->kind->form != JOINT_DEFINED)
			continue;
		joint->ons = joint_nv(joint);
		joint->on = ARENA_ARRAY(scope->arena, struct Coordinate, joint->ons);
		for (int k = 0; k < joint->ons; k++)
			joint->on[k] = (struct Coordinate){ joint->q + k, joint->v + k };
	}
}
