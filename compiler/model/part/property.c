/* Table of properties, with a small function for each row. A new property is a new row. */
#include "property.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hints.h"
#include "base/request.h"
#include "dag/default_values.h"
#include "grammar/words.h"
#include "model/added.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/loop.h"
#include "model/shape.h"
#include "model/strut.h"
#include "velocity.h"

static void set_gravity(const struct Assignment *a)
{
	value_vector(a->scope->diags, a->value, dim_acceleration, &a->model->gravity);
	a->model->gravity_at = a->value.span;
}

static void not_negative(const struct Assignment *a, const char *what, Ref *ref)
{
	struct Dag *dag = a->scope->dag;
	if (!(dag_default_value(dag, *ref) < 0))
		return;
	diag(a->scope->diags, CHECK_NEGATIVE_MASS, a->stmt->value->span, "this %s is negative", what);
	*ref = dag_const(dag, 0);
}

/* Did the author write a unit, here or with a constant? A unit for a number in a URDF is at the number. */
static bool in_unit(const struct Expr *expr, struct Value value)
{
	bool implied = expr->kind == EXPR_UNIT && expr->span.end == expr->a->span.end;
	return value.kind == VALUE_SCALAR && !value.item[0].bare && !implied;
}

static void set_mass(const struct Assignment *a)
{
	a->body->mass_span = a->stmt->value->span;
	a->body->mass_in_unit = in_unit(a->stmt->value, a->value);
	a->body->solids.failed |= !value_scalar(a->scope->diags, a->value, dim_mass, &a->body->mass);
	not_negative(a, "mass", &a->body->mass);
}

static void set_com(const struct Assignment *a)
{
	a->body->com_span = a->stmt->value->span;
	value_vector(a->scope->diags, a->value, dim_length, &a->body->com);
}

static bool symmetric(const struct Assignment *a, struct Mat J)
{
	const char *axes = "xyz";
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < i; j++)
			if (J.e[i][j] != J.e[j][i]) {
				diag(a->scope->diags, CHECK_INERTIA_SYMMETRY, a->stmt->value->span,
				     "%c%c = %.6g and %c%c = %.6g differ", axes[j], axes[i],
				     dag_default_value(a->scope->dag, J.e[j][i]), axes[i], axes[j],
				     dag_default_value(a->scope->dag, J.e[i][j]));
				return false;
			}
	return true;
}

/* Stores the inertia as given. The checker applies `about` after mass, com and frames are known. */
static void set_inertia(const struct Assignment *a)
{
	struct Scope *scope = a->scope;
	struct Placement turn;
	struct Mat J;
	a->body->inertia_span = a->stmt->value->span;
	if (!evaluate_placement(scope, &a->stmt->in, &turn) || !value_matrix(scope->diags, a->value, dim_inertia, &J) ||
	    !symmetric(a, J))
		return;
	a->body->inertia = mat_congruence(scope->dag, turn.R, J);
	if (!vec_is_zero(scope->dag, turn.p))
		diag(scope->diags, CHECK_KIND, a->stmt->in.item[0].value->span,
		     "`in` turns the axes of an inertia; a translation has no meaning here");
}

/* Statement `solid SOLID [at PLACEMENT]`: the checker adds up the solids of a body. */
static void set_solid(const struct Assignment *a)
{
	struct Scope *scope = a->scope;
	struct Placement at;
	bool good = evaluate_placement(scope, &a->stmt->at, &at);
	good &= value_is(scope->diags, a->value, VALUE_SOLID);
	a->body->solids.failed |= !good;
	if (!good)
		return;
	struct SolidPart part = { .span = a->stmt->value->span,
		                  .form = a->value.form,
		                  .R = at.R,
		                  .mass = a->value.item[0].ref,
		                  .centre = at.p };
	if (part.form)
		part.axis = part.form->axis;
	struct Mat J;
	if (!value_matrix(scope->diags, a->value, dim_inertia, &J))
		return;
	part.inertia = mat_congruence(scope->dag, at.R, J);
	*ARENA_PUSH(scope->arena, &a->body->solids) = part;
}

/* A block of added mass; 0 alone is a matrix of zeros. */
static bool take_block(const struct Assignment *a, struct Value value, struct Dim dim, struct Mat *block)
{
	struct Dag *dag = a->scope->dag;
	if (value.kind == VALUE_SCALAR && value.item->bare && dag_is_zero(dag, value.item->ref)) {
		*block = mat_zero(dag);
		return true;
	}
	return value_matrix(a->scope->diags, value, dim, block);
}

/* Is [A B; B^T C] positive semidefinite, with parameters at their defaults? By L D L^T with the largest pivot first. */
static bool is_semidefinite(const struct Dag *dag, const struct AddedMass *mass)
{
	double X[6][6], size = 0;
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++) {
			const struct Mat *of = i < 3 ? (j < 3 ? &mass->A : &mass->B) : j < 3 ? &mass->B : &mass->C;
			X[i][j] = dag_default_value(dag, i >= 3 && j < 3 ? of->e[j][i - 3] : of->e[i % 3][j % 3]);
			size = fmax(size, fabs(X[i][j]));
		}
	const double rounding = 1e-12 * size;
	bool done[6] = { false };
	for (int step = 0; step < 6; step++) {
		int p = -1;
		for (int i = 0; i < 6; i++)
			p = !done[i] && (p < 0 || X[i][i] > X[p][p]) ? i : p;
		for (int i = 0; i < 6; i++) { /* without a pivot the rest is zero */
			if (!done[i] && X[i][i] < -rounding)
				return false;
			for (int j = 0; j < 6; j++)
				if (!done[i] && !done[j] && X[p][p] <= rounding && fabs(X[i][j]) > 1e-6 * size)
					return false;
		}
		if (X[p][p] <= rounding)
			return true;
		done[p] = true;
		for (int i = 0; i < 6; i++)
			for (int j = 0; j < 6; j++)
				if (!done[i] && !done[j])
					X[i][j] -= X[i][p] * X[p][j] / X[p][p];
	}
	return true;
}

/* Statement `added A[, B, C]`: inertia of the fluid. */
static void set_added(const struct Assignment *a)
{
	static const struct Dim coupling = { 1, 1, 0 };
	const struct Arguments *list = &a->stmt->list;
	const size_t blocks = a->stmt->law ? 1 + list->count : 1;
	struct Scope *scope = a->scope;
	struct AddedMass mass = { .span = a->stmt->span };
	mass.A = mass.B = mass.C = mat_zero(scope->dag);
	if (blocks != 1 && blocks != 3) {
		diag(scope->diags, CHECK_ARGUMENTS, a->stmt->span, "added mass is one matrix or three: added A, B, C");
		return;
	}
	if (!take_block(a, a->value, dim_mass, &mass.A) || !symmetric(a, mass.A))
		return;
	if (blocks == 3 &&
	    (!take_block(a, evaluate(scope, list->item[0].value), coupling, &mass.B) ||
	     !take_block(a, evaluate(scope, list->item[1].value), dim_inertia, &mass.C) || !symmetric(a, mass.C)))
		return;
	if (!is_semidefinite(scope->dag, &mass)) {
		diag(scope->diags, CHECK_NEGATIVE_MASS, a->stmt->value->span,
		     "this added mass is not positive semidefinite: a motion would have negative energy");
		return;
	}
	a->body->added = ARENA_NEW(scope->arena, struct AddedMass);
	*a->body->added = mass;
}

static const struct Dim per_velocity = { 1, 0, -1 }, per_distance = { 1, 0, -2 }, velocity = { 0, 1, -1 };

/* Takes a number by velocity of the joint. False after a diagnostic. */
static bool take_number(const struct Assignment *a, enum JointNumber n, struct Value value)
{
	const struct JointNumberInfo *info = &joint_number_table[n];
	struct Joint *joint = a->body->joint;
	return velocity_numbers(a->scope->diags, joint->kind, info->property, value, info->dim, info->turning,
	                        joint_number_at(joint, n));
}

/* Takes it, if no number is negative. */
static void take_not_negative(const struct Assignment *a, enum JointNumber n, const char *what)
{
	bool taken = take_number(a, n, a->value);
	for (int i = 0; taken && i < a->body->joint->kind->nv; i++)
		not_negative(a, what, &joint_number_at(a->body->joint, n)[i]);
}

/* A property that is one number of the table. */
static void set_number(const struct Assignment *a)
{
	enum JointNumber n = joint_number_of(a->stmt->name.text);
	take_not_negative(a, n, joint_number_table[n].property);
}

/* Statement `friction FORCE at VELOCITY`: the velocity smooths the change of sign. */
static void set_friction(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	struct Joint *joint = a->body->joint;
	take_not_negative(a, NUMBER_FRICTION, "friction");
	if (a->stmt->at.count != 1) {
		diag(diags, CHECK_ARGUMENTS, a->stmt->span,
		     "friction needs the velocity that smooths it: `friction 0.4 N m at 0.01 rad/s`");
		return;
	}
	struct Value at = evaluate(a->scope, a->stmt->at.item[0].value);
	if (!take_number(a, NUMBER_SMOOTHING, at))
		return;
	for (int i = 0; i < joint->kind->nv; i++)
		if (!(dag_default_value(a->scope->dag, joint->number->smoothing[i]) > 0))
			diag(diags, CHECK_UNDEFINED, at.span, "the velocity that smooths friction is above 0");
}

/* Statement `spring STIFFNESS [at REST]`. */
static void set_spring(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	struct Joint *joint = a->body->joint;
	if (joint->kind && kind_has_quaternion(joint->kind)) {
		diag(diags, CHECK_VELOCITY_COUNT, a->stmt->span, "a %s joint has no spring", joint->kind->name);
		return;
	}
	take_not_negative(a, NUMBER_STIFFNESS, "stiffness");
	if (!a->stmt->at.count)
		return;
	struct Value rest = evaluate(a->scope, a->stmt->at.item[0].value);
	if (!take_number(a, NUMBER_REST, rest))
		return;
	for (int i = 0; i < joint->kind->nv; i++)
		if (!kind_slides(joint->kind, i))
			value_doubt_angle(a->scope->dag, diags, rest.span, rest.item[i]);
}

/* Keeps the statement, since its expression needs the coordinates. */
static void set_passive(const struct Assignment *a)
{
	struct Joint *joint = a->body->joint;
	if (joint->kind && joint->kind->form == JOINT_FIXED)
		diag(a->scope->diags, CHECK_VELOCITY_COUNT, a->stmt->span, "a %s joint has no passive force",
		     joint->kind->name);
	else
		joint->passive = a->stmt;
}

/* Statement `sensor`: the wrench through a fixed joint is an output of `reaction`. */
static void set_sensor(const struct Assignment *a)
{
	struct Joint *joint = a->body->joint;
	if (joint->kind && joint->kind->nv)
		diag(a->scope->diags, CHECK_MISPLACED, a->stmt->span,
		     "a sensor is of a fixed joint: `reaction` has the wrenches of those that move in any case");
	else
		joint->sensor = true;
}

/* Statement `idle`. */
static void set_idle(const struct Assignment *a)
{
	struct Joint *joint = a->body->joint;
	if (joint->kind && (joint->coupling || !joint->kind->nv))
		diag(a->scope->diags, CHECK_BAD_IDLE, a->stmt->span, "joint '%s' is %s: it has no drive of its own",
		     joint->name.text, joint->coupling ? "coupled to others" : "fixed");
	else
		joint->idle = true;
}

/* Statement `angles (A, B, C)`: names of the three angles, and of a free joint's three shifts after them. */
static void set_angles(const struct Assignment *a)
{
	struct Joint *joint = a->body->joint;
	struct Diags *diags = a->scope->diags;
	const struct Expr *list = a->stmt->value;
	if (!joint->kind)
		return;
	if (!kind_has_quaternion(joint->kind)) {
		diag(diags, CHECK_MISPLACED, a->stmt->span,
		     "a %s joint has coordinates of its own; `angles` is for a spherical or free joint",
		     joint->kind->name);
		return;
	}
	size_t count = (size_t)joint->kind->nv;
	bool named = list->kind == EXPR_VECTOR && list->list.count == count;
	const char **name = ARENA_ARRAY(a->scope->arena, const char *, count);
	for (size_t k = 0; k < count && named; k++) {
		const struct Expr *item = list->list.item[k].value;
		named = item->kind == EXPR_NAME && !item->name.path;
		name[k] = named ? item->name.text : NULL;
	}
	if (named)
		joint->angles = name;
	else
		diag(diags, CHECK_KIND, list->span,
		     count == 3
		             ? "the angles of a spherical joint are three names: angles (a, b, c)"
		             : "the angles of a free joint are six names, those of its shifts at the end: angles (a, b, c, x, y, z)");
}

/* Statement `limits (LOWER, UPPER)`. */
static void set_limits(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	struct Joint *joint = a->body->joint;
	Ref bound[2];
	if (!joint->kind)
		return;
	if (joint->kind->nq != 1) {
		diag(diags, CHECK_VELOCITY_COUNT, a->stmt->span, "limits belong to a joint with one coordinate");
		return;
	}
	struct Dim dim = kind_dim(joint->kind, 0), both[2] = { dim, dim };
	if (!value_numbers(diags, a->value, 2, both, bound) ||
	    !value_constant(a->scope->dag, diags, a->value, "a limit"))
		return;
	for (int i = 0; i < 2 && !kind_slides(joint->kind, 0); i++)
		value_doubt_angle(a->scope->dag, diags, a->value.span, a->value.item[i]);
	joint->limited = true;
	joint->lower = bound[0];
	joint->upper = bound[1];
	joint->limits_span = a->value.span;
	joint->lower_in_rad = a->value.item[0].in_rad;
	joint->upper_in_rad = a->value.item[1].in_rad;
	if (dag_value(a->scope->dag, bound[0]) > dag_value(a->scope->dag, bound[1]))
		diag(diags, CHECK_BAD_LIMITS, a->value.span, "the lower limit is above the upper one");
}

/* Statement `effort FORCE`: largest force of the joint's actuator, 0 without an actuator. */
static void set_effort(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	struct Joint *joint = a->body->joint;
	if (!velocity_numbers(diags, joint->kind, "effort", a->value, dim_force, 1, joint->effort) ||
	    !value_constant(a->scope->dag, diags, a->value, "a limit"))
		return;
	joint->effort_limited = true;
	for (int i = 0; i < joint->kind->nv; i++)
		if (dag_value(a->scope->dag, joint->effort[i]) < 0)
			diag(diags, CHECK_BAD_LIMITS, a->value.span,
			     "an effort is not below 0: it is meant either way");
	joint->idle |= joint_has_no_effort(a->scope->dag, joint) && !joint->coupling;
}

/* Statement `speed VELOCITY`. */
static void set_speed(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	struct Joint *joint = a->body->joint;
	if (!velocity_numbers(diags, joint->kind, "speed", a->value, velocity, -1, joint->speed) ||
	    !value_constant(a->scope->dag, diags, a->value, "a limit"))
		return;
	joint->speed_limited = true;
	for (int i = 0; i < joint->kind->nv; i++)
		if (!(dag_value(a->scope->dag, joint->speed[i]) > 0))
			diag(diags, CHECK_BAD_LIMITS, a->value.span,
			     "a speed is above 0, and holds for both directions");
}

/* --- of a strut or tendon --- */

static void set_strut_spring(const struct Assignment *a)
{
	struct Diags *diags = a->scope->diags;
	if (value_scalar(diags, a->value, per_distance, &a->strut->stiffness))
		not_negative(a, "stiffness", &a->strut->stiffness);
	if (a->stmt->at.count > 1)
		diag(diags, CHECK_ARGUMENTS, a->stmt->at.item[1].value->span, "a spring has one length at rest");
	else if (a->stmt->at.count)
		value_scalar(diags, evaluate(a->scope, a->stmt->at.item[0].value), dim_length, &a->strut->rest);
}

static void set_strut_damping(const struct Assignment *a)
{
	if (value_scalar(a->scope->diags, a->value, per_velocity, &a->strut->damping))
		not_negative(a, "damping", &a->strut->damping);
}

/* Keeps the statement, since its expression needs the length. */
static void set_strut_force(const struct Assignment *a)
{
	a->strut->force = a->stmt;
}

/* --- of a contact --- */

/* Keeps the statement: frames are looked up after all are declared. */
static void set_ground(const struct Assignment *a)
{
	a->contact->on_ground = a->stmt;
}

/* Sets a number without dimension from `least` to `most`; `range` is the message if it is outside. */
static void set_contact_number(const struct Assignment *a, double least, double most, const char *range, Ref *ref)
{
	Ref number;
	if (!value_scalar(a->scope->diags, a->value, dim_none, &number))
		return;
	double value = dag_default_value(a->scope->dag, number);
	if (value >= least && value <= most)
		*ref = number;
	else
		diag(a->scope->diags, CHECK_CONTACT_RANGE, a->stmt->value->span, "%s", range);
}

static void set_contact_friction(const struct Assignment *a)
{
	const char *range = "a coefficient of friction is 0 or more";
	if (value_constant(a->scope->dag, a->scope->diags, a->value, "a coefficient of friction"))
		set_contact_number(a, 0, DBL_MAX, range, &a->contact->friction);
}

static void set_restitution(const struct Assignment *a)
{
	set_contact_number(a, 0, 1, "a restitution is from 0 to 1", &a->contact->restitution);
}

static void set_weight(const struct Assignment *a)
{
	set_contact_number(a, DBL_MIN, DBL_MAX, "the weight of a contact is above 0", &a->contact->weight);
}

/* --- of a closed loop or constraint --- */

static void set_settle(const struct Assignment *a)
{
	static const struct Dim time = { 0, 0, 1 };
	Ref *settle = a->loop ? &a->loop->settle : &a->constraint->settle;
	bool *settles = a->loop ? &a->loop->settles : &a->constraint->settles;
	if (!value_scalar(a->scope->diags, a->value, time, settle))
		return;
	*settles = dag_default_value(a->scope->dag, *settle) > 0;
	if (!*settles)
		diag(a->scope->diags, CHECK_LOOP_RANGE, a->stmt->value->span, "the time of `settle` is above 0");
}

/* --- of a shape --- */

/* Statement `colour (RED, GREEN, BLUE)`, or with the opacity as the fourth number. */
static void set_colour(const struct Assignment *a)
{
	static const struct Dim plain[4] = { { 0, 0, 0 } };
	struct Diags *diags = a->scope->diags;
	const struct Value known = value_known(a->value);
	const size_t count = known.kind == VALUE_VECTOR && known.count == 4 ? 4 : 3;
	Ref part[4] = { [3] = dag_const(a->scope->dag, 1) };
	if (!value_numbers(diags, a->value, count, plain, part))
		return;
	for (int i = 0; i < 4; i++) {
		const double number = dag_default_value(a->scope->dag, part[i]);
		if (!(number >= 0 && number <= 1)) {
			diag(diags, CHECK_UNDEFINED, a->value.span, "the parts of a colour are from 0 to 1");
			return;
		}
		a->shape->colour[i] = number;
	}
	a->shape->coloured = true;
}

/* Statement `name NAME`, in quotes where the scanner needs them. */
static void set_name(const struct Assignment *a)
{
	const struct Expr *value = a->stmt->value;
	if (value->kind == EXPR_NAME && !value->name.path)
		a->shape->name = value->name.text;
	else
		diag(a->scope->diags, CHECK_KIND, value->span, "a name belongs here");
}

static const struct Property properties[] = {
	{ "gravity", WHERE_TOP, FORM_VALUE, set_gravity, "VECTOR", "in world axes; without it (0, 0, -9.81) m/s^2" },
	{ "mass", WHERE_BODY, FORM_VALUE, set_mass, "MASS", "default 0" },
	{ "com", WHERE_BODY, FORM_VALUE, set_com, "VECTOR", "centre of mass in the body frame, default its origin" },
	{ "inertia", WHERE_BODY, FORM_MATRIX, set_inertia, "MATRIX [about FRAME] [in ROTATION]",
	  "default 0; about the centre of mass and in the axes of the body frame, unless stated otherwise" },
	{ "added", WHERE_BODY, FORM_LIST, set_added, "MATRIX[, MATRIX, MATRIX]",
	  "inertia of the fluid around the body: of its velocity, coupled, of its angular velocity" },
	{ "solid", WHERE_BODY, FORM_PLACED, set_solid, "SOLID [at PLACEMENT]",
	  "a solid that belongs to the body, any number of times" },
#define ROW_OWN(property, value, summary)
#define ROW_PLAIN(property, value, summary) { property, WHERE_JOINT, FORM_VALUE, set_number, value, summary },
#define JOINT_NUMBER(id, field, property, read, value, summary, ...) ROW_##read(property, value, summary)
#include "model/joint_numbers.def"
#include "model/loop.h"
#include "model/strut.h"
	{ "friction", WHERE_JOINT, FORM_AT, set_friction, "F at VELOCITY",
	  "tau gains F qd / sqrt(qd^2 + VELOCITY^2): Coulomb's law smoothed near rest, 0 at qd = 0" },
	{ "spring", WHERE_JOINT, FORM_AT, set_spring, "STIFFNESS [at REST]",
	  "tau gains STIFFNESS (q - REST); REST is 0 by default" },
	{ "passive", WHERE_JOINT, FORM_LATER, set_passive, "FORCE",
	  "force of muscles and ligaments in the direction of the coordinate: tau loses FORCE" },
	{ "limits", WHERE_JOINT, FORM_VALUE, set_limits, "(LOWER, UPPER)",
	  "smallest and largest coordinate, for a joint with one coordinate" },
	{ "effort", WHERE_JOINT, FORM_VALUE, set_effort, "FORCE",
	  "largest force or torque in either direction; 0 for a joint without a drive" },
	{ "speed", WHERE_JOINT, FORM_VALUE, set_speed, "VELOCITY", "largest velocity in either direction" },
	{ "idle", WHERE_JOINT, FORM_WORD, set_idle, "", "nothing drives the joint: its tau is 0, as with `effort 0`" },
	{ "angles", WHERE_JOINT, FORM_LATER, set_angles, "(A, B, C[, X, Y, Z])",
	  "for a spherical or free joint: names that a file of motion has for its angles about x, the new y and the new z, and for the "
	  "shifts of a free joint" },
	{ "sensor", WHERE_JOINT, FORM_WORD, set_sensor, "", "for a fixed joint: `reaction` has its wrench too" },
	{ "spring", WHERE_STRUT, FORM_AT, set_strut_spring, "STIFFNESS [at REST]",
	  "it pulls with STIFFNESS (length - REST); REST is 0 by default" },
	{ "damping", WHERE_STRUT, FORM_VALUE, set_strut_damping, "D", "it pulls with D times the rate of its length" },
	{ "force", WHERE_STRUT, FORM_LATER, set_strut_force, "FORCE",
	  "the force that pushes its ends apart, an expression in its `length` and its `rate`" },
	{ "ground", WHERE_CONTACT, FORM_LATER, set_ground, "FRAME",
	  "the frame of the world whose z is the normal; `world` by default" },
	{ "friction", WHERE_CONTACT, FORM_VALUE, set_contact_friction, "COEFFICIENT",
	  "the coefficient of friction, which is reported and not enforced; default 0" },
	{ "restitution", WHERE_CONTACT, FORM_VALUE, set_restitution, "E",
	  "velocity along the normal after an impact over that before, from 0 to 1; default 0" },
	{ "weight", WHERE_CONTACT, FORM_VALUE, set_weight, "W",
	  "weight of the squares of its forces where contacts share a load; default 1" },
	{ "settle", WHERE_CLOSED_LOOP, FORM_VALUE, set_settle, "T",
	  "errors of the loop decay with the time constant T; without it they stay as they are" },
	{ "settle", WHERE_CONSTRAINT, FORM_VALUE, set_settle, "T",
	  "errors of the constraint decay with the time constant T; without it they stay as they are" },
	{ "colour", WHERE_SHAPE, FORM_VALUE, set_colour, "(RED, GREEN, BLUE[, OPACITY])",
	  "numbers from 0 to 1; without it programs choose a colour" },
	{ "name", WHERE_SHAPE, FORM_LATER, set_name, "NAME", "the name of the shape in files of other formats" },
	{ "force", WHERE_WRENCH, FORM_ACTS, NULL, "VECTOR [at POINT]",
	  "a force as a function of p, v, w, ex, ey, ez; at the origin of the frame, or at a point" },
	{ "moment", WHERE_WRENCH, FORM_LAW, NULL, "VECTOR", "a moment as a function of p, v, w, ex, ey, ez" },
	{ "potential", WHERE_WRENCH, FORM_LAW, NULL, "ENERGY",
	  "an energy as a function of p, ex, ey, ez, whose decrease is a force and a moment" },
	{ "rate", WHERE_INPUT, FORM_LAW, NULL, "RATE",
	  "the rate of a state, as a function of inputs, states, coordinates of joints and their rates" },
};
enum { PROPERTIES = sizeof properties / sizeof *properties };
_Static_assert((int)PROPERTIES <= (int)PROPERTY_MOST, "the arrays of statements seen are too short");

const struct Property *property_row(size_t i)
{
	return i < PROPERTIES ? &properties[i] : NULL;
}

const struct Property *property_find(const char *name)
{
	for (int i = 0; i < PROPERTIES; i++)
		if (strcmp(properties[i].name, name) == 0)
			return &properties[i];
	return NULL;
}

/* Row of a name in this place, else in another place. */
static const struct Property *property_at(const char *name, enum Where where)
{
	for (int i = 0; i < PROPERTIES; i++)
		if (properties[i].where == where && strcmp(properties[i].name, name) == 0)
			return &properties[i];
	return property_find(name);
}

static bool takes_at(enum PropertyForm form)
{
	return form == FORM_AT || form == FORM_PLACED || form == FORM_ACTS;
}

static bool repeats(enum PropertyForm form)
{
	return form == FORM_PLACED || form == FORM_LAW || form == FORM_ACTS;
}

/* Has the statement only the clauses of its property? */
static bool well_formed(struct Diags *diags, const struct Stmt *stmt, const struct Property *property)
{
	if (property->form == FORM_WORD && stmt->value)
		diag(diags, CHECK_ARGUMENTS, stmt->value->span, "%s takes no value", property->name);
	else if (!stmt->law && property->form != FORM_MATRIX && (stmt->about.text || stmt->in.count))
		diag(diags, CHECK_MISPLACED, stmt->span, "`about` and `in` belong to inertia");
	else if (!takes_at(property->form) && stmt->at.count)
		diag(diags, CHECK_MISPLACED, stmt->at.item[0].value->span, "%s takes no `at`", property->name);
	else if (stmt->by)
		diag(diags, CHECK_MISPLACED, stmt->by->span, "`by` belongs to the motions of a joint's definition");
	else
		return true;
	return false;
}

static void unknown_property(struct Diags *diags, const struct Stmt *stmt, enum Where where)
{
	struct Nearest nearest = diags_nearest(diags, stmt->name.text);
	for (int i = 0; i < PROPERTIES; i++)
		nearest_try(&nearest, properties[i].where == where ? properties[i].name : NULL);
	if (where == WHERE_BODY) {
		nearest_try(&nearest, "joint");
		nearest_try(&nearest, "frame");
	}
	int own = nearest.tries;
	NEAREST_EACH(&nearest, properties, PROPERTIES, name);
	nearest.tries = own; /* a list has those of this place alone */
	const char *form = word_form(stmt->name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_PROPERTY, stmt->span, "%s has no '%s'%s", where_text[where].name,
	                      stmt->name.text, form ? " in this form" : "");
	if (form)
		diag_help(diags, d, "it is written: %s", form);
	else if (word_is_kept(stmt->name.text))
		diag_help(diags, d, "'%s' is kept for a later version of the language", stmt->name.text);
	else
		hint_or_nearest(diags, d, HINT_STATEMENT, &nearest);
}

const struct Property *property_of(struct Diags *diags, const struct Stmt *stmt, enum Where where,
                                   const struct Stmt **seen)
{
	const struct Property *property = property_at(stmt->name.text, where);
	if (!property) {
		unknown_property(diags, stmt, where);
		return NULL;
	}
	if (property->where != where) {
		struct Diag *said = diag(diags, CHECK_MISPLACED, stmt->span, "%s belongs to %s, this one is %s",
		                         property->name, where_text[property->where].name, where_text[where].inside);
		const char *help = hint_word(HINT_PROPERTY, property->name);
		if (help)
			diag_help(diags, said, "%s", help);
		return NULL;
	}
	if (property->form != FORM_WORD && !stmt->value) {
		diag(diags, CHECK_SYNTAX, stmt->span, "%s needs a value", property->name);
		return NULL;
	}
	const struct Stmt **first = &seen[property - properties];
	if (*first && !repeats(property->form)) {
		diag_duplicate(diags, stmt->span, (*first)->span, "%s", property->name);
		return NULL;
	}
	*first = stmt;
	return well_formed(diags, stmt, property) ? property : NULL;
}

/* Sets a property to zero after its statement is checked, if --without names it. Limits are taken away. */
static void leave_out(const struct Assignment *a, const struct Property *property)
{
	enum Without without = without_find(property->name);
	if (without == WITHOUT_COUNT || !(a->model->without >> without & 1))
		return;
	Ref zero = dag_const(a->scope->dag, 0);
	if (property->where == WHERE_STRUT)
		a->strut->damping = zero;
	if (property->where != WHERE_JOINT)
		return;
	struct Joint *joint = a->body->joint;
	if (without == WITHOUT_LIMITS) {
		joint->limited = false;
		return;
	}
	Ref *const numbers[WITHOUT_LIMITS] = { joint->number->friction, joint->number->damping,
		                               joint->number->armature };
	for (int i = 0; i < JOINT_V; i++)
		numbers[without][i] = zero;
}

const struct Property *property_set(struct Assignment assignment, enum Where where, const struct Stmt **seen)
{
	struct Scope *scope = assignment.scope;
	const struct Property *property = property_of(scope->diags, assignment.stmt, where, seen);
	if (!property)
		return NULL;
	if (property->form != FORM_LATER && property->form != FORM_WORD)
		assignment.value = evaluate(scope, assignment.stmt->value);
	property->set(&assignment);
	leave_out(&assignment, property);
	return property;
}

void properties_set(struct Assignment assignment, const struct StmtList *block, enum Where where)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	for (assignment.stmt = block->first; assignment.stmt; assignment.stmt = assignment.stmt->next)
		if (where_allows(assignment.scope->diags, assignment.stmt, where))
			property_set(assignment, where, seen);
}
