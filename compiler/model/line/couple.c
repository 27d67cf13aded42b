#include "couple.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"
#include "model/joint_rate.h"
#include "model/loop.h"
#include "model/part/naming.h"
#include "closed_form.h"
#include "line.h"
#include "model/body/input.h"
#include "model/body/motion.h"
#include "model/body/pose.h"
#include "point.h"
#include "model/expression/task.h"
#include "model/part/unsure.h"

enum CouplingState { COUPLING_NEW, COUPLING_BUSY, COUPLING_DONE, COUPLING_BAD };

/* State of the evaluation of couplings; a coupling may need others first. */
struct Coupler {
	struct Points points;
	struct NameTable joints;   /* to bodies */
	enum CouplingState *state; /* by body */
	/* by body and by coordinate: 1 + the last body whose coupling depends on it */
	int *named, *met;
};

/* Expression of coordinates: a coupling's or a constraint's. */
struct Coupling {
	struct Coupler *coupler;
	int body; /* of a coupling; -1: of a constraint */
	const struct Env *env;
	struct NamedCoordinates named; /* so far */
};

struct CoordinateList ARENA_LIST(struct Coordinate);

static void add_once(struct Arena *arena, struct CoordinateList *list, struct Coupler *c, int body,
                     struct Coordinate coordinate)
{
	if (c->met[coordinate.v] != body + 1)
		*ARENA_PUSH(arena, list) = coordinate;
	c->met[coordinate.v] = body + 1;
}

/* Coordinate k of a joint that is not coupled; of a quaternion joint, velocity k. */
static struct Coordinate own_coordinate(const struct Joint *joint, int k)
{
	return (struct Coordinate){ joint->tree.q + k, joint->tree.v + k, kind_has_quaternion(joint->kind) };
}

/* Adds a named coordinate, or its dependences, unless they are in the list already. */
static void add_followed(struct Arena *arena, struct CoordinateList *list, struct Coupler *c, int body,
                         struct NamedCoordinate named)
{
	const struct Joint *other = c->points.model->body[named.body].joint;
	for (int k = 0; k < other->kind->nv && !other->coupling; k++)
		if (named.k == k || named.k == ALL_COORDINATES)
			add_once(arena, list, c, body, own_coordinate(other, k));
	for (int i = 0; i < other->ons && other->coupling && c->named[named.body] != body + 1; i++)
		add_once(arena, list, c, body, other->on[i]);
	c->named[named.body] = body + 1;
}

/* Finds the independent coordinates of a coupling: the named coordinates, or, for coupled coordinates, their
 * dependences. */
static void find_dependence(struct Arena *arena, const struct Coupling *coupling)
{
	struct Coupler *c = coupling->coupler;
	struct Joint *joint = c->points.model->body[coupling->body].joint;
	struct CoordinateList list = { 0 };
	for (size_t i = 0; i < coupling->named.count; i++)
		add_followed(arena, &list, c, coupling->body, coupling->named.item[i]);
	joint->on = list.item;
	joint->ons = (int)list.count;
}

static bool couple(struct Scope *scope, struct Task *task, struct Value *value);

static void push_coupling(struct Scope *scope, struct Coupler *c, int body)
{
	const struct Joint *joint = c->points.model->body[body].joint;
	struct Coupling *coupling = ARENA_NEW(scope->arena, struct Coupling);
	*coupling = (struct Coupling){ .coupler = c, .body = body, .env = joint->env };
	task_push(scope, couple, joint->coupling)->of = coupling;
}

/* Has the joint of a body known coordinates: no coupling, or an evaluated one? Otherwise *later is true after a request
 * to evaluate the coupling first, and false after a mistake in the coupling. */
static bool is_known(struct Scope *scope, struct Coupler *c, int body, bool *later)
{
	const struct Joint *joint = c->points.model->body[body].joint;
	bool coupled = joint->coupling && !joint->locked;
	*later = coupled && (c->state[body] == COUPLING_NEW || c->state[body] == COUPLING_BUSY);
	if (*later)
		push_coupling(scope, c, body);
	return !*later && !(coupled && c->state[body] == COUPLING_BAD);
}

/* Reason why a kind cannot take part in couplings. */
static const char *why_not(const struct JointKind *kind)
{
	return kind->nq ? "its velocities are not the rates of its coordinates" : "it has no coordinate";
}

/* Help: "name one: shoulder.plane, shoulder.elevation". */
static void name_one(struct Scope *scope, struct Diag *d, const struct JointKind *kind, const char *name)
{
	struct Text text = text_new(scope->arena);
	text_put(&text, "name one:");
	for (int i = 0; i < kind->nq; i++)
		text_format(&text, "%s %s.%s", i ? "," : "", name, kind->q[i].name);
	diag_help(scope->diags, d, "%s", text_string(&text));
}

/* Index of a joint's coordinate, from the joint's name, or with the coordinate's name after it; -1 after a
 * diagnostic. */
static int coordinate_meant(struct Scope *scope, const struct JointKind *kind, const char *name, const char *coordinate,
                            struct Span span)
{
	struct Diags *diags = scope->diags;
	if (kind_has_quaternion(kind) || !kind->nq) {
		diag(diags, CHECK_COUPLING, span, "joint '%s' is %s: %s", name, kind->name, why_not(kind));
		return -1;
	}
	for (int k = 0; k < kind->nq && coordinate; k++)
		if (strcmp(kind->q[k].name, coordinate) == 0)
			return k;
	if (kind->nq == 1 && !coordinate)
		return 0;
	struct Diag *d =
		coordinate
			? diag(diags, CHECK_COUPLING, span, "joint '%s' has no coordinate '%s'", name, coordinate)
			: diag(diags, CHECK_COUPLING, span, "joint '%s' has %d coordinates, not one", name, kind->nq);
	name_one(scope, d, kind, name);
	return -1;
}

/* Body of a joint by name, in the part of the expression. A joint with the whole name has priority over a coordinate of
 * another joint. *coordinate is the last step of the name if the name is a coordinate's, else NULL. */
enum { NO_JOINT = -1, UNSURE_JOINT = -2 };
static int joint_meant(struct Scope *scope, const struct Coupling *coupling, const char **name, const char **coordinate)
{
	const struct Coupler *c = coupling->coupler;
	const struct Instance *in = instance_of(coupling->env);
	const char *prefix = in ? in->prefix : "", *dot = strrchr(*name, '.');
	const char *whole = text_print(scope->arena, "%s%s", prefix, *name);
	int body = is_unsure(c->points.model, whole) ? UNSURE_JOINT : names_find(&c->joints, whole);
	*coordinate = NULL;
	if (body != NO_JOINT || !dot)
		return body;
	*coordinate = dot + 1;
	*name = arena_copy(scope->arena, *name, (size_t)(dot - *name));
	return names_find(&c->joints, text_print(scope->arena, "%s%s", prefix, *name));
}

/* Value of a coordinate in an expression: an input, the locked position, or the value of its own coupling. */
static enum Found look_up_joint(struct Scope *scope, void *context, const char *name, struct Span span,
                                struct Value *value)
{
	struct Coupling *coupling = context;
	struct Coupler *c = coupling->coupler;
	const char *coordinate;
	int body = joint_meant(scope, coupling, &name, &coordinate);
	*value = value_error(span);
	if (body < 0)
		return body == UNSURE_JOINT ? FOUND_VALUE : FOUND_NOTHING;
	const struct Joint *joint = c->points.model->body[body].joint;
	bool later;
	int k = coordinate_meant(scope, joint->kind, name, coordinate, span);
	if (k < 0)
		return FOUND_VALUE;
	if (!is_known(scope, c, body, &later))
		return later ? FOUND_LATER : FOUND_VALUE;
	Ref number = joint->locked     ? joint->lock[k]
	             : joint->coupling ? joint->value[k]
	                               : dag_input(scope->dag, INPUT_Q, (uint32_t)(joint->tree.q + k));
	*value = value_number(scope->dag, span, number, kind_dim(joint->kind, k), false);
	if (!joint->locked)
		*ARENA_PUSH(scope->arena, &coupling->named) = (struct NamedCoordinate){ body, k };
	return FOUND_VALUE;
}

/* Defines the motion of a body that moves a point of a distance. True if it is known now. */
static bool find_motion(struct Scope *scope, struct Coupling *coupling, int body, struct Span span, bool *later)
{
	struct Coupler *c = coupling->coupler;
	struct Joint *joint = c->points.model->body[body].joint;
	if (kind_has_quaternion(joint->kind)) {
		struct Diag *said =
			diag(scope->diags, CHECK_COUPLING, span,
		             "this distance changes with joint '%s', which is %s: its velocities are no rates of its "
		             "coordinates",
		             joint->name.text, joint->kind->name);
		if (coupling->body < 0)
			diag_help(scope->diags, said,
			          "a loop holds any distance: loop NAME : distance(LENGTH) from A to B");
		*later = false;
		return false;
	}
	if (!is_known(scope, c, body, later))
		return false;
	motions_define(scope, joint, true);
	*ARENA_PUSH(scope->arena, &coupling->named) = (struct NamedCoordinate){ body, ALL_COORDINATES };
	return true;
}

/* Value of `distance(A, B)`. The coordinates between A and B are evaluated first. */
static enum Found look_up_distance(struct Scope *scope, void *context, const struct Expr *const name[2],
                                   struct Span span, struct Value *value)
{
	struct Coupling *coupling = context;
	const struct Points *points = &coupling->coupler->points;
	struct Point end[2];
	bool later;
	int count;
	*value = value_error(span);
	if (!points_of_distance(scope, points, name, end))
		return FOUND_VALUE;
	if (points->model->unsure) { /* any length; its coordinates do not matter */
		*value = value_number(scope->dag, span, dag_input(scope->dag, INPUT_Q, 0), dim_length, false);
		return FOUND_VALUE;
	}
	const int *body = line_bodies(scope, points->model, end, &count);
	for (int i = 0; i < count; i++)
		if (!find_motion(scope, coupling, body[i], span, &later))
			return later ? FOUND_LATER : FOUND_VALUE;
	Ref length = dag_sqrt(scope->dag, line_square(points->model, end));
	*value = value_number(scope->dag, span, length, dim_length, false);
	return FOUND_VALUE;
}

bool coupling_possible(struct Diags *diags, const struct JointKind *kind, struct Span span)
{
	bool possible = kind->nq && !kind_has_quaternion(kind);
	if (!possible)
		diag(diags, CHECK_COUPLING, span, "a %s joint cannot be coupled: %s", kind->name, why_not(kind));
	return possible;
}

void coupling_doubt_terms(struct Scope *scope, const struct Expr *sum)
{
	const struct Expr *left = sum;
	for (bool more = true; more; left = left->a) {
		more = left->kind == EXPR_ADD || left->kind == EXPR_SUB;
		const struct Expr *term = more ? left->b : left;
		while (term->kind == EXPR_NEGATE)
			term = term->a;
		if (term->kind == EXPR_NUMBER)
			value_doubt_angle(scope->dag, scope->diags, term->span,
			                  value_literal(scope->dag, scope->diags, term->span, term->digits,
			                                term->length)
			                          .item[0]);
	}
}

/* Takes the values of a coupling: a number for a joint with one coordinate, else a vector. */
static bool take_values(struct Scope *scope, struct Joint *joint, struct Value value)
{
	const struct JointKind *kind = joint->kind;
	struct Dim dim[JOINT_V];
	const struct Value known = value_known(value);
	if (known.kind == VALUE_ERROR)
		return false;
	if (kind->nv > 1 && (known.kind != VALUE_VECTOR || known.count != (size_t)kind->nv)) {
		diag(scope->diags, CHECK_COUPLING, value.span, "a %s joint is coupled by a vector of %d numbers",
		     kind->name, kind->nv);
		return false;
	}
	for (int k = 0; k < kind->nv; k++)
		dim[k] = kind_dim(kind, k);
	if (!value_numbers(scope->diags, value, (size_t)kind->nv, dim, joint->value))
		return false;
	const struct Expr *given = joint->coupling;
	for (int k = 0; k < kind->nv; k++)
		if (!kind_slides(kind, k) && (kind->nv == 1 || given->kind == EXPR_VECTOR))
			coupling_doubt_terms(scope, kind->nv == 1 ? given : given->list.item[k].value);
	return true;
}

static struct Locals locals_of(struct Coupling *coupling)
{
	return (struct Locals){ .lookup = look_up_joint,
		                .distance = look_up_distance,
		                .context = coupling,
		                .env = coupling->env,
		                .input = coupling->body >= 0 ? input_moving : NULL };
}

/* The pose that a closed form names, or the only pose: it chooses the branch. NULL after a diagnostic. */
static const struct ModelPose *branch_pose(struct Scope *scope, const struct Model *model,
                                           const struct ClosedForm *form)
{
	const struct ModelPose *pose = form->pose.text ? pose_find(model, form->pose.text) : model->poses.item;
	if (form->pose.text && !pose)
		diag(scope->diags, CHECK_UNKNOWN_POSE, form->pose.span, "there is no pose '%s'", form->pose.text);
	if (form->pose.text || model->poses.count == 1)
		return pose;
	struct Diag *said = diag(scope->diags, CHECK_CLOSED_FORM, form->span,
	                         "a closed form needs a pose: its joints have several places");
	diag_help(scope->diags, said,
	          model->poses.count ? "name it: solve JOINT, ... at POSE"
	                             : "pose home { JOINT = POSITION }, with all joints of the loop");
	return NULL;
}

/* Defines the motions that the closed form needs. If not all are known, *later is true after a request for one, and
 * false if one had a mistake. */
static bool drives_known(struct Scope *scope, struct Coupling *coupling, const struct ClosedShape *shape,
                         const void *found, bool *later)
{
	struct Coupler *c = coupling->coupler;
	struct Model *model = c->points.model;
	int *body = ARENA_ARRAY(scope->arena, int, model->bodies), count = shape->drives(found, body);
	for (int i = 0; i < count; i++)
		if (!is_known(scope, c, body[i], later))
			return false;
	for (int i = 0; i < count; i++) {
		motions_define(scope, model->body[body[i]].joint, true);
		*ARENA_PUSH(scope->arena, &coupling->named) = (struct NamedCoordinate){ body[i], ALL_COORDINATES };
	}
	return true;
}

/* Gives the joints of a closed form their values. False: *later tells as drives_known does. */
static bool solve(struct Scope *scope, struct Coupling *coupling, const struct ClosedForm *form, bool *later)
{
	struct Model *model = coupling->coupler->points.model;
	const struct ClosedShape *shape = closed_shape(scope->diags, model, form);
	*later = false;
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].joint->locked)
			motions_define(scope, model->body[i].joint, false);
	void *found = shape ? shape->find(scope->diags, model, form) : NULL;
	if (!found || !drives_known(scope, coupling, shape, found, later))
		return false;
	for (int k = 0; k < form->bodies; k++) {
		coupling->body = form->body[k];
		find_dependence(scope->arena, coupling);
	}
	const struct ModelPose *pose = branch_pose(scope, model, form);
	return pose && shape->solve(scope, found, pose);
}

/* Evaluates the couplings of a closed form, as `couple` does one. */
static bool couple_closed(struct Scope *scope, struct Task *task, struct Coupling *coupling,
                          const struct ClosedForm *form)
{
	enum CouplingState *state = coupling->coupler->state, now = state[form->body[0]];
	struct Coupling own = *coupling;
	bool later = false, good = false;
	scope->diags->within = form->within;
	if (now == COUPLING_NEW || task->done)
		good = solve(scope, &own, form, &later);
	else
		diag(scope->diags, CHECK_COUPLING, form->span, "loop '%s' is solved for joints that it follows",
		     form->loop.name.text);
	task->done = 1;
	for (int k = 0; k < form->bodies; k++)
		state[form->body[k]] = later ? COUPLING_BUSY : good ? COUPLING_DONE : COUPLING_BAD;
	return !later;
}

/* Evaluates a coupling; a coupling that depends on itself is an error. */
static bool couple(struct Scope *scope, struct Task *task, struct Value *value)
{
	const struct Coupling *coupling = task->of;
	struct Joint *joint = coupling->coupler->points.model->body[coupling->body].joint;
	enum CouplingState *state = &coupling->coupler->state[coupling->body];
	if (joint->closed)
		return couple_closed(scope, task, task->of, joint->closed);
	if (*state == COUPLING_NEW) {
		*state = COUPLING_BUSY;
		task_enter(scope, task, locals_of(task->of), 0);
		return task_ask(task, joint->coupling);
	}
	if (task->done == 0) {
		diag(scope->diags, CHECK_COUPLING, joint->coupling->span, "joint '%s' is coupled to itself",
		     joint->name.text);
		*state = COUPLING_BAD;
		return true;
	}
	task_leave(scope, task);
	*state = take_values(scope, joint, *value) ? COUPLING_DONE : COUPLING_BAD;
	find_dependence(scope->arena, coupling);
	return true;
}

static struct Coupler coupler_begin(struct Scope *scope, struct Model *model, const struct Resolver *resolver)
{
	struct Coupler coupler = { .points = { model, resolver }, .joints = model_joints(model) };
	coupler.state = ARENA_ARRAY(scope->arena, enum CouplingState, model->bodies);
	return coupler;
}

struct Coupler *coordinates_known(struct Scope *scope, struct Model *model, const struct Resolver *resolver)
{
	struct Coupler *coupler = ARENA_NEW(scope->arena, struct Coupler);
	*coupler = coupler_begin(scope, model, resolver);
	for (int i = 0; i < model->bodies; i++)
		coupler->state[i] = scope->diags->errors ? COUPLING_BAD : COUPLING_DONE;
	return coupler;
}

/* Value of an expression with these local names, whose context is a struct Coupling. */
static struct Value value_of_coordinates(struct Scope *scope, struct Locals locals, const struct Expr *expr,
                                         struct NamedCoordinates *named)
{
	const struct Coupling *expression = locals.context;
	scope_see(scope, locals);
	struct Value value = evaluate(scope, expr);
	*named = expression->named;
	return value;
}

struct Value coordinates_value(struct Scope *scope, struct Coupler *coupler, const struct Env *env,
                               const struct Expr *expr, struct NamedCoordinates *named)
{
	struct Coupling expression = { .coupler = coupler, .body = -1, .env = env };
	return value_of_coordinates(scope, locals_of(&expression), expr, named);
}

const struct Coordinate *coordinates_followed(const struct Model *model, const struct NamedCoordinates *named,
                                              int *count)
{
	struct CoordinateList list = { 0 };
	bool *met = ARENA_ARRAY(model->arena, bool, model->nv + 1);
	for (size_t i = 0; i < named->count; i++) {
		const struct Joint *joint = model->body[named->item[i].body].joint;
		for (int k = 0; k < joint->ons; k++) {
			bool own = joint->coupling || joint->on[k].v == joint->tree.v + named->item[i].k;
			if (own && !met[joint->on[k].v])
				*ARENA_PUSH(model->arena, &list) = joint->on[k];
			met[joint->on[k].v] |= own;
		}
	}
	*count = (int)list.count;
	return list.item;
}

/* Joints that are not coupled move by their own coordinates. */
static void find_own(struct Scope *scope, struct Joint *joint)
{
	if (joint_nv(joint) == 0 || joint->kind->form != JOINT_DEFINED)
		return;
	joint->ons = joint_nv(joint);
	joint->on = ARENA_ARRAY(scope->arena, struct Coordinate, joint->ons);
	for (int k = 0; k < joint->ons; k++)
		joint->on[k] = own_coordinate(joint, k);
}

/* Derivatives along the velocities of quaternion joints, which closed forms may follow. */
static void give_turns(const struct Model *model)
{
	for (int v = 0; v < model->nv; v++)
		coordinate_key(model->dag, (struct Coordinate){ 0, v, true });
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		bool free = joint->kind->form == JOINT_FREE;
		if (joint_nv(joint) && kind_has_quaternion(joint->kind))
			coordinate_give_turns(model->dag, free ? joint->tree.q : -1, joint->tree.q + (free ? 3 : 0),
			                      joint->tree.v);
	}
}

void coordinates_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver)
{
	struct Coupler coupler = coupler_begin(scope, model, resolver);
	coupler.named = ARENA_ARRAY(scope->arena, int, model->bodies);
	coupler.met = ARENA_ARRAY(scope->arena, int, model->nv);
	if (model->closed_forms.count || model->lawful)
		give_turns(model);
	for (int i = 0; i < model->bodies; i++)
		find_own(scope, model->body[i].joint);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint->coupling || joint->locked || coupler.state[i] != COUPLING_NEW)
			continue;
		push_coupling(scope, &coupler, i);
		evaluate_pushed(scope);
	}
}

/* --- laws of the state --- */

/* Is it the name of a coordinate, or of one that may not be declared? */
static bool names_coordinate(struct Scope *scope, const struct Coupling *coupling, const char *name)
{
	const char *coordinate;
	int body = joint_meant(scope, coupling, &name, &coordinate);
	bool any = body == UNSURE_JOINT;
	const struct JointKind *kind = body >= 0 ? coupling->coupler->points.model->body[body].joint->kind : NULL;
	for (int k = 0; kind && k < kind->nq && coordinate; k++)
		any |= strcmp(kind->q[k].name, coordinate) == 0;
	return any || (kind && !coordinate);
}

/* Looks up `elbow` or `elbowd`, `shoulder.plane` or `shoulder.planed`. */
static enum Found look_up_state(struct Scope *scope, void *context, const char *name, struct Span span,
                                struct Value *value)
{
	struct Coupling *coupling = context;
	size_t length = strlen(name);
	if (locals_hide(&scope->locals, name))
		return FOUND_NOTHING;
	const char *whole = arena_copy(scope->arena, name, length - 1);
	bool rate = length > 1 && name[length - 1] == 'd' && !names_coordinate(scope, coupling, name) &&
	            names_coordinate(scope, coupling, whole);
	enum Found found = look_up_joint(scope, coupling, rate ? whole : name, span, value);
	if (!rate || value->kind == VALUE_ERROR)
		return found;
	const char *coordinate;
	int body = joint_meant(scope, coupling, &whole, &coordinate);
	const struct Joint *joint = coupling->coupler->points.model->body[body].joint;
	Ref zero = dag_const(scope->dag, 0);
	value->item[0].ref = joint->locked ? zero : joint_rate(scope->dag, joint, value->item[0].ref);
	value->item[0].dim = dim_times(value->item[0].dim, (struct Dim){ 0, 0, 1 }, -1);
	return found;
}

struct Value state_value(struct Scope *scope, struct Coupler *coupler, const struct Env *env, const struct Local *other,
                         int count, const struct Expr *expr, struct NamedCoordinates *named)
{
	struct Coupling expression = { .coupler = coupler, .body = -1, .env = env };
	struct Locals locals = locals_of(&expression);
	locals.lookup = look_up_state;
	locals.item = other;
	locals.count = count;
	return value_of_coordinates(scope, locals, expr, named);
}

static enum Found look_up_known_distance(struct Scope *scope, void *context, const struct Expr *const name[2],
                                         struct Span span, struct Value *value)
{
	const struct Coupling *coupling = context;
	*value = line_distance(scope, &coupling->coupler->points, name, span);
	return FOUND_VALUE;
}

struct Locals coordinates_of_state(struct Scope *scope, struct Coupler *coupler, const struct Env *env)
{
	struct Coupling *expression = ARENA_NEW(scope->arena, struct Coupling);
	*expression = (struct Coupling){ .coupler = coupler, .body = -1, .env = env };
	return (struct Locals){ .lookup = look_up_state,
		                .distance = look_up_known_distance,
		                .context = expression,
		                .env = env,
		                .input = input_named };
}
