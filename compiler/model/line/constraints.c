/* A constraint on velocities is linear in them, a(q, qd) = J(q) qd, so that
 *   J = da/dqd at qd = 0,   d/dt a = J qdd + (da/dq) qd.
 * With inputs that move it is linear in qd and ud together.
 * At a point that wanders on a body the second term has the motion of the point too. */
#include "constraints.h"

#include "couple.h"
#include "dag/substitution.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/part/naming.h"
#include "model/part/property.h"
#include "model/part/unsure.h"
#include "seen_frame.h"

struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct DeclaredNames *names;
	struct Coupler *coupler;
	const struct Env *env;
	const struct Stmt *stmt;
	struct Constraint *constraint;
};

/* --- value --- */

/* Values of a length or an angle, or of their rates. */
static const struct {
	struct Dim dim;
	bool length, on_velocities;
} sorts[] = { { { 0, 1, 0 }, true, false },
	      { { 0, 0, 0 }, false, false },
	      { { 0, 1, -1 }, true, true },
	      { { 0, 0, -1 }, false, true } };

/* Takes the value. False after a diagnostic. */
static bool take_value(const struct Declaring *d, struct Value value)
{
	struct Diags *diags = d->scope->diags;
	struct Constraint *constraint = d->constraint;
	if (!value_is(diags, value, VALUE_SCALAR))
		return false;
	constraint->value = value.item[0].ref;
	for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
		if (!dim_equal(value.item[0].dim, sorts[i].dim))
			continue;
		constraint->length = sorts[i].length;
		constraint->on_velocities = sorts[i].on_velocities;
		constraint->row = (struct ConstraintRow){ .angular = !constraint->length,
			                                  .t = vec_const(d->scope->dag, 0, 0, 0),
			                                  .name = "c" };
		return true;
	}
	diag(diags, CHECK_DIMENSION, value.span, "a constraint is a length, an angle or the rate of one, this is %s",
	     dim_describe(diags->arena, value.item[0].dim));
	return false;
}

/* Value with all velocities 0. */
static Ref at_rest(const struct Declaring *d, Ref value)
{
	values_substitute(d->scope->dag, &value, 1, INPUT_QD, NULL);
	values_substitute(d->scope->dag, &value, 1, INPUT_UD, NULL);
	return value;
}

static bool refuse(const struct Declaring *d, const char *reason)
{
	diag(d->scope->diags, CHECK_CONSTRAINT_VELOCITY, d->stmt->value->span, "constraint '%s' %s",
	     d->constraint->name.text, reason);
	return false;
}

/* Is a value of velocities linear in them, and one of coordinates without them? False after a diagnostic. */
static bool is_linear(const struct Declaring *d)
{
	struct Dag *dag = d->scope->dag;
	const Ref value = d->constraint->value, rest = at_rest(d, value);
	if (!d->constraint->on_velocities)
		return rest == value || refuse(d, "is a length or an angle, and reads velocities");
	if (rest == value)
		return refuse(d, "is the rate of a length or an angle, and reads no velocity");
	if (!dag_is_zero(dag, rest))
		return refuse(d, "on velocities is not 0 at rest");
	const enum Input rates[] = { INPUT_QD, INPUT_UD };
	const size_t count[] = { (size_t)d->points.model->nv, dag->moving.count };
	for (size_t i = 0; i < 2; i++)
		for (uint32_t v = 0; v < count[i]; v++) {
			Ref slope = dag_derivative(dag, value, dag_input(dag, rates[i], v));
			if (slope != at_rest(d, slope))
				return refuse(d, "on velocities is not linear in them");
		}
	return true;
}

/* --- expression --- */

/* Notes a coordinate that a coupling could give: the expression is linear in this coordinate, and in no other. */
static void note_trivial(const struct Declaring *d, const struct NamedCoordinates *named)
{
	const struct Constraint *constraint = d->constraint;
	const struct Model *model = d->points.model;
	struct Dag *dag = d->scope->dag;
	const struct Joint *linear = NULL;
	for (size_t i = 0; i < named->count; i++) {
		const struct Joint *joint = model->body[named->item[i].body].joint;
		if (joint->coupling || joint_nq(joint) != 1 || joint == linear)
			continue;
		Ref slope = coordinate_slope(dag, joint->on[0], constraint->value);
		if (!dag_is_const(dag, slope) || dag_is_zero(dag, slope))
			continue;
		if (linear)
			return;
		linear = joint;
	}
	if (linear)
		diag(d->scope->diags, CHECK_CONSTRAINT_TRIVIAL, constraint->name.span,
		     "'%s' is linear in '%s' alone: `joint %s : ... = EXPR` costs less", constraint->name.text,
		     linear->name.text, linear->name.text);
}

/* Finds the frames of `on` and `in`. False after a diagnostic. */
static bool find_frames(const struct Declaring *d, struct SeenFrame *frame)
{
	const struct Model *model = d->points.model;
	struct Constraint *constraint = d->constraint;
	struct FrameEnd on, in;
	bool good = frame_end(d->scope, &d->points, d->env, d->stmt->on, &on);
	good &= frame_end(d->scope, &d->points, d->env, d->stmt->to, &in);
	if (!good)
		return false;
	if (!model->unsure && frame_carrier(model, on.body) == frame_carrier(model, in.body)) {
		diag(d->scope->diags, CHECK_CONSTRAINT_STILL, d->stmt->span,
		     "the frames of constraint '%s' do not move against each other", constraint->name.text);
		return false;
	}
	constraint->seen = true;
	constraint->on = frame_law_end(&on);
	constraint->in = frame_law_end(&in);
	*frame = frame_seen(model, &on, &in);
	return true;
}

/* The value at the motion of the frames, and the wrenches of the row's force 1 on them. */
static void load_frames(const struct Declaring *d, const struct SeenFrame *frame)
{
	struct Dag *dag = d->scope->dag;
	struct Constraint *constraint = d->constraint;
	Ref value[1 + SEEN_NUMBERS] = { constraint->value };
	frame_slopes(dag, frame, value);
	constraint->value = value[0];
	if (!d->points.model->unsure)
		frame_load(dag, frame,
		           constraint->on_velocities ? frame_wrench_of_velocities(dag, frame, value + 1)
		                                     : frame_wrench_of_positions(dag, frame, value + 1),
		           &constraint->on.f, &constraint->in.f);
}

static bool find_value(const struct Declaring *d)
{
	struct NamedCoordinates named;
	struct Dag *dag = d->scope->dag;
	struct Constraint *constraint = d->constraint;
	const struct Expr *expr = d->stmt->value;
	const bool sees = d->stmt->on.text;
	struct Local local[SEEN_NAMES];
	struct SeenFrame frame;
	const struct FrameMotion free = frame_free(dag);
	if (sees && !find_frames(d, &frame))
		return false;
	frame_names(d->scope, &free, d->stmt->span, local);
	if (!take_value(d, state_value(d->scope, d->coupler, d->env, local, sees ? SEEN_NAMES : 0, expr, &named)))
		return false;
	if (sees)
		load_frames(d, &frame);
	if (dag_is_known(dag, constraint->value)) {
		diag(d->scope->diags, CHECK_CONSTRAINT_STILL, expr->span, "constraint '%s' depends on no coordinate",
		     constraint->name.text);
		return false;
	}
	if (!constraint->length && !constraint->on_velocities)
		coupling_doubt_terms(d->scope, expr);
	if (d->points.model->unsure)
		return true;
	if (!is_linear(d))
		return false;
	kinks_doubt(&d->scope->kinks, d->scope->diags, dag, constraint->value, KINK_IN_MOTION);
	if (!sees && !constraint->on_velocities)
		note_trivial(d, &named);
	return true;
}

/* --- statements --- */

static void read_block(const struct Declaring *d)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	for (const struct Stmt *s = d->stmt->block.first; s; s = s->next)
		if (where_allows(d->scope->diags, s, WHERE_CONSTRAINT) && s->kind == STMT_PROPERTY)
			property_set((struct Assignment){ .scope = d->scope,
			                                  .model = d->points.model,
			                                  .constraint = d->constraint,
			                                  .stmt = s },
			             WHERE_CONSTRAINT, seen);
}

static void declare_constraint(struct Declaring *d, struct ConstraintList *list)
{
	struct Constraint constraint = {
		.name = name_declared(d->scope, d->points.model, d->stmt->name),
		.stmt = d->stmt,
		.settle = dag_const(d->scope->dag, 0),
	};
	d->constraint = &constraint;
	read_block(d);
	bool good = find_value(d);
	good &= declared_add(d->names, d->scope->diags,
	                     &(struct Declared){ constraint.name, DECLARED_CONSTRAINT, false, DECLARED_BAD });
	if (good)
		*ARENA_PUSH(d->points.model->arena, &list[constraint.on_velocities]) = constraint;
}

bool constraints_see(const struct Items *items)
{
	bool any = false;
	for (size_t i = 0; i < items->count; i++)
		any |= items->item[i].stmt->kind == STMT_CONSTRAINT && items->item[i].stmt->on.text;
	return any;
}

void constraints_declare(struct Scope *scope, struct Model *model, struct DeclaredNames *names,
                         const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, names->resolver }, .names = names };
	struct ConstraintList list[2] = { { 0 } }; /* of coordinates, of velocities */
	for (size_t i = 0; i < items->count; i++) {
		d.stmt = items->item[i].stmt;
		if (d.stmt->kind != STMT_CONSTRAINT)
			continue;
		d.env = items->item[i].env;
		d.coupler = d.coupler ? d.coupler : coordinates_known(scope, model, names->resolver);
		scope_see(scope, (struct Locals){ .env = d.env });
		declare_constraint(&d, list);
	}
	scope_see(scope, (struct Locals){ 0 });
	model->constraints = list[0];
	for (size_t i = 0; i < list[1].count; i++)
		*ARENA_PUSH(model->arena, &model->constraints) = list[1].item[i];
}
