/* Assertions are checked numerically. The world poses of two frames are expressions in the coordinates, couplings
 * included. They are made once, in a copy of the DAG that is discarded, and evaluated at some dozen states within the
 * limits. */
#include "checks.h"

#include <math.h>

#include "base/elementary.h"
#include "base/random.h"
#include "dag/posture.h"
#include "model/body.h"
#include "model/expression/evaluate.h"
#include "model/joint.h"
#include "model/line/point.h"

enum { STATES = 32, SEED = 1 };

/* Frame in an assertion. */
struct Spot {
	struct Ident name;
	int body;            /* -1: the world */
	struct Placement at; /* in the body's frame; later in the world */
};

struct Assertion {
	struct Span span;
	const struct Within *within;
	struct Spot spot[2];
	double most, most_angle; /* infinite: the axes are not compared */
	double apart, angle;     /* at the worst state */
	double excess;           /* largest difference, relative to the tolerance */
	double *q;
};

struct Asserting {
	struct Scope *scope;
	const struct Model *model; /* a discarded copy, after all assertions are read */
	struct AssertionList ARENA_LIST(struct Assertion) all;
	struct Placement *place; /* poses of bodies in the world, where needed */
	bool *needed;
};

/* --- statements --- */

/* Reads a tolerance: a constant above 0. */
static bool read_most(struct Asserting *a, const struct Expr *expr, struct Dim dim, double *most)
{
	struct Diags *diags = a->scope->diags;
	struct Value value = evaluate(a->scope, expr);
	Ref ref;
	if (!value_scalar(diags, value, dim, &ref) ||
	    !value_constant(a->scope->dag, diags, value, "what an assertion allows"))
		return false;
	*most = dag_value(a->scope->dag, ref);
	if (!(*most > 0))
		diag(diags, CHECK_RANGE, value.span, "the tolerance of an assertion is above 0");
	return *most > 0;
}

/* Reads `assert A = B within LENGTH[, ANGLE]`. */
static void read_assertion(struct Asserting *a, const struct Points *points, const struct Stmt *stmt)
{
	struct Assertion assertion = { .span = stmt->span, .within = a->scope->diags->within, .most_angle = INFINITY };
	bool good = true;
	for (int i = 0; i < 2; i++)
		good &= place_named(a->scope, points, stmt->list.item[i].name, &assertion.spot[i].body,
		                    &assertion.spot[i].at, &assertion.spot[i].name);
	if (stmt->at.count > 2) {
		diag(a->scope->diags, CHECK_ARGUMENTS, stmt->at.item[2].value->span,
		     "a length and an angle belong here: within 1 um, 1 mrad");
		return;
	}
	good &= read_most(a, stmt->at.item[0].value, dim_length, &assertion.most);
	if (stmt->at.count == 2)
		good &= read_most(a, stmt->at.item[1].value, dim_none, &assertion.most_angle);
	if (good)
		*ARENA_PUSH(a->scope->arena, &a->all) = assertion;
}

/* --- poses --- */

/* Placement of a joint's moving frame, with quaternions from the coordinates. */
static struct Placement moved(const struct Model *model, const struct Joint *joint)
{
	struct Joint own = *joint;
	for (int k = 0; k < joint_nq(joint) && kind_has_quaternion(joint->kind); k++)
		own.lock[k] = dag_input(model->dag, INPUT_Q, (uint32_t)(joint->tree.q + k));
	return joint_placement(model->dag, &own, own.motion, own.motions);
}

static void place_bodies(struct Asserting *a)
{
	struct Dag *dag = a->model->dag;
	for (int i = 0; i < a->model->bodies; i++) {
		const struct Body *body = &a->model->body[i];
		if (!a->needed[i])
			continue;
		struct Placement at =
			body->parent < 0 ? body->at : placement_compose(dag, a->place[body->parent], body->at);
		at = placement_compose(dag, at, moved(a->model, body->joint));
		a->place[i] = placement_compose(dag, at, body->then);
	}
}

static void place_spots(struct Asserting *a)
{
	for (size_t i = 0; i < 2 * a->all.count; i++)
		for (int body = a->all.item[i / 2].spot[i % 2].body; body >= 0 && !a->needed[body];
		     body = a->model->body[body].parent)
			a->needed[body] = true;
	place_bodies(a);
	for (size_t i = 0; i < 2 * a->all.count; i++) {
		struct Spot *spot = &a->all.item[i / 2].spot[i % 2];
		if (spot->body >= 0)
			spot->at = placement_compose(a->model->dag, a->place[spot->body], spot->at);
	}
}

/* --- states --- */

/* Draws a position within the limits, else half a turn or a metre to each side; quaternions of unit length. */
static void draw_joint(const struct Model *model, const struct Joint *joint, uint64_t state, double *q)
{
	int nq = joint_nq(joint), turned = kind_has_quaternion(joint->kind) ? nq - 4 : nq;
	double square = 0;
	for (int k = 0; k < nq; k++) {
		double reach = k >= turned || joint->kind->q[k].unit[0] == 'm' ? 1 : M_PI, lower = -reach,
		       upper = reach;
		if (joint->limited) {
			lower = dag_value(model->dag, joint->lower);
			upper = dag_value(model->dag, joint->upper);
		}
		q[k] = lower + (upper - lower) * (1 + random_signed(state, SEED, (uint32_t)(joint->tree.q + k))) / 2;
		square += k >= turned ? q[k] * q[k] : 0;
	}
	for (int k = turned; k < nq; k++)
		q[k] /= sqrt(square);
}

void check_draw_state(const struct Model *model, uint64_t state, double *q)
{
	for (int i = 0; i < model->bodies; i++)
		if (joint_nq(model->body[i].joint))
			draw_joint(model, model->body[i].joint, state, q + model->body[i].joint->tree.q);
}

static double distance(struct Posture *posture, const Ref *a, const Ref *b, int count)
{
	double square = 0;
	for (int i = 0; i < count; i++)
		square += elementary_square(posture_value(posture, a[i]) - posture_value(posture, b[i]));
	return sqrt(square);
}

/* Compares two frames. Rotations that differ by an angle differ by 2 sqrt(2) sin(angle / 2) in the norm of all
 * entries. */
static void compare(struct Asserting *a, struct Assertion *assertion, struct Posture *posture, const double *q)
{
	const struct Placement *A = &assertion->spot[0].at, *B = &assertion->spot[1].at;
	double apart = distance(posture, A->p.e, B->p.e, 3), angle = 0;
	if (isfinite(assertion->most_angle))
		angle = 2 *
		        elementary_asin(fmin(distance(posture, &A->R.e[0][0], &B->R.e[0][0], 9) / (2 * sqrt(2)), 1));
	double excess =
		isnan(apart) || isnan(angle) ? INFINITY : fmax(apart / assertion->most, angle / assertion->most_angle);
	if (!(excess > assertion->excess) && assertion->q)
		return;
	assertion->q = assertion->q ? assertion->q : ARENA_ARRAY(a->model->arena, double, a->model->nq);
	for (int i = 0; i < a->model->nq; i++)
		assertion->q[i] = q[i];
	assertion->apart = apart;
	assertion->angle = angle;
	assertion->excess = excess;
}

static void compare_all(struct Asserting *a)
{
	struct Posture posture = posture_begin(a->model->arena, a->model->dag);
	double *q = ARENA_ARRAY(a->model->arena, double, a->model->nq);
	for (uint64_t state = 0; state < STATES; state++) {
		check_draw_state(a->model, state, q);
		posture.moving = state + 1;
		posture_move(&posture, q);
		for (size_t i = 0; i < a->all.count; i++)
			compare(a, &a->all.item[i], &posture, q);
	}
}

/* --- failed assertions --- */

/* Marks the coordinates that move the body, by its joint, its ancestors' joints and couplings there. */
static void mark_moving(const struct Model *model, int body, bool *moves)
{
	for (; body >= 0; body = model->body[body].parent) {
		const struct Joint *joint = model->body[body].joint;
		for (int i = 0; i < joint->ons && !joint->locked; i++)
			moves[joint->on[i].q] = true;
	}
}

/* Unit of a coordinate. */
static const char *unit_of(const struct Model *model, int q)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (q >= joint->tree.q && q < joint->tree.q + joint_nq(joint))
			return joint->kind->q[q - joint->tree.q].unit;
	}
	NEVER(model->arena, "a coordinate without a joint");
}

/* State in words: " at elbow = 0.42 rad, slide = 0.1 m"; empty if no coordinate moves the frames. */
static const char *state_text(const struct Asserting *a, const struct Assertion *assertion)
{
	enum { SHOWN = 8 };
	const struct Model *model = a->model;
	const char **names = model_coordinates(model->arena, model);
	bool *moves = ARENA_ARRAY(model->arena, bool, model->nq);
	int shown = 0;
	struct Text text = text_new(a->scope->diags->arena);
	for (int i = 0; i < 2; i++)
		mark_moving(model, assertion->spot[i].body, moves);
	for (int i = 0; i < model->nq; i++)
		if (moves[i] && shown++ < SHOWN)
			text_format(&text, "%s%s = %.4g %s", shown > 1 ? ", " : " at ",
			            text_shown(text.arena, names[i]), assertion->q[i], unit_of(model, i));
	text_put(&text, shown > SHOWN ? ", ..." : "");
	return text_string(&text);
}

/* Length in words: "0.32 mm". */
static const char *length_text(struct Arena *arena, double length)
{
	return length < 1e-3 ? text_print(arena, "%.3g um", length * 1e6)
	       : length < 1  ? text_print(arena, "%.3g mm", length * 1e3)
	                     : text_print(arena, "%.3g m", length);
}

static void report(struct Asserting *a, const struct Assertion *assertion)
{
	struct Diags *diags = a->scope->diags;
	const char *first = assertion->spot[0].name.text, *second = assertion->spot[1].name.text;
	const char *where = state_text(a, assertion);
	const bool angle = assertion->angle / assertion->most_angle > assertion->apart / assertion->most;
	struct Diag *d;
	diags->within = assertion->within;
	if (isinf(assertion->excess))
		d = diag(diags, CHECK_ASSERTION, assertion->span,
		         "'%s' or '%s' has no place%s: a result is not a number", first, second, where);
	else if (angle)
		d = diag(diags, CHECK_ASSERTION, assertion->span, "the axes of '%s' and '%s' are %.3g rad apart%s",
		         first, second, assertion->angle, where);
	else
		d = diag(diags, CHECK_ASSERTION, assertion->span, "'%s' and '%s' are %s apart%s", first, second,
		         length_text(diags->arena, assertion->apart), where);
	if (*where)
		diag_help(diags, d, "this is the worst of %d random states; limits restrict the joints", STATES);
	diags->within = NULL;
}

void assertions_check(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items)
{
	const struct Points points = { model, resolver };
	struct Asserting a = { .scope = scope };
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_ASSERT)
			continue;
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		read_assertion(&a, &points, items->item[i].stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
	if (!a.all.count || model->unsure)
		return;
	struct Arena *arena = arena_trial(model->arena);
	a.model = model_fork(model, arena);
	a.place = ARENA_ARRAY(arena, struct Placement, model->bodies);
	a.needed = ARENA_ARRAY(arena, bool, model->bodies);
	place_spots(&a);
	compare_all(&a);
	for (size_t i = 0; i < a.all.count; i++)
		if (!(a.all.item[i].excess <= 1))
			report(&a, &a.all.item[i]);
	arena_empty(arena);
}
