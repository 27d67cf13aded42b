/* Statements in blocks, and the properties that NAME EXPR statements set: a table, and a small function per row. */
#include <string.h>

#include "check_state.h"

static void set_gravity(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	(void)body;
	(void)stmt;
	value_vector(&c->scope, value, dim_acceleration, &c->model->gravity);
}

static void not_negative(struct Checker *c, struct Span span, const char *what, Ref *ref)
{
	if (!dag_is_const(c->scope.dag, *ref) || !(dag_value(c->scope.dag, *ref) < 0))
		return;
	diag(c->diags, CHECK_NEGATIVE_MASS, span, "this %s is negative", what);
	*ref = dag_const(c->scope.dag, 0);
}

static void set_mass(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	body->mass_span = stmt->value->span;
	value_scalar(&c->scope, value, dim_mass, &body->mass);
	not_negative(c, stmt->value->span, "mass", &body->mass);
}

static void set_com(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	body->com_span = stmt->value->span;
	value_vector(&c->scope, value, dim_length, &body->com);
}

static bool symmetric(struct Checker *c, struct Span span, struct Mat J)
{
	const char *axes = "xyz";
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < i; j++)
			if (J.e[i][j] != J.e[j][i]) {
				diag(c->diags, CHECK_INERTIA_SYMMETRY, span, "%c%c = %.6g and %c%c = %.6g differ",
				     axes[j], axes[i], dag_value(c->scope.dag, J.e[j][i]), axes[i], axes[j],
				     dag_value(c->scope.dag, J.e[i][j]));
				return false;
			}
	return true;
}

/* Stored as given; `about origin` is undone when mass and com are known (finish_inertia). */
static void set_inertia(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Placement turn;
	struct Mat J;
	body->inertia_span = stmt->value->span;
	if (!value_placement(&c->scope, &stmt->in, &turn) ||
	    !value_matrix(&c->scope, value, dim_inertia, &J) || !symmetric(c, stmt->value->span, J))
		return;
	body->inertia = mat_congruence(c->scope.dag, turn.R, J);
	if (!vec_is_zero(c->scope.dag, turn.p))
		diag(c->diags, CHECK_KIND, stmt->in.item[0].value->span,
		     "`in` turns the axes of an inertia; a translation has no meaning here");
}

bool velocity_numbers(struct Checker *c, const struct JointKind *kind, const char *what, struct Value value,
                      struct Dim dim, int turning, Ref *out)
{
	struct Dim dims[JOINT_V];
	if (!kind || value.kind == VALUE_ERROR)
		return false;
	if (value.kind != VALUE_SCALAR && value.kind != VALUE_VECTOR)
		return value_is(&c->scope, value, kind->nv > 1 ? VALUE_VECTOR : VALUE_SCALAR);
	if (kind->nv == 0) {
		diag(c->diags, CHECK_VELOCITY_COUNT, value.span, "a %s joint has no %s", kind->name, what);
		return false;
	}
	if (value.count != (size_t)kind->nv) {
		diag(c->diags, CHECK_VELOCITY_COUNT, value.span, "a %s joint takes %d number%s here, this is %zu",
		     kind->name, kind->nv, kind->nv == 1 ? "" : "s", value.count);
		return false;
	}
	for (int i = 0; i < kind->nv; i++) {
		dims[i] = dim;
		if (!kind_slides(kind, i))
			dims[i].m += turning;
	}
	return value_numbers(&c->scope, value, (size_t)kind->nv, dims, out);
}

static void none_negative(struct Checker *c, const struct Body *body, const struct Stmt *stmt, const char *what,
                          Ref *ref)
{
	for (int i = 0; i < body->joint.kind->nv; i++)
		not_negative(c, stmt->value->span, what, &ref[i]);
}

static const struct Dim per_acceleration = { 1, 0, 0 }, per_velocity = { 1, 0, -1 }, per_distance = { 1, 0, -2 },
                        velocity = { 0, 1, -1 };

static void set_armature(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Joint *joint = &body->joint;
	if (velocity_numbers(c, joint->kind, "armature", value, per_acceleration, 2, joint->armature))
		none_negative(c, body, stmt, "armature", joint->armature);
}

static void set_damping(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Joint *joint = &body->joint;
	if (velocity_numbers(c, joint->kind, "damping", value, per_velocity, 2, joint->damping))
		none_negative(c, body, stmt, "damping", joint->damping);
}

/* `friction FORCE at VELOCITY`: the velocity over which its sign is smoothed. */
static void set_friction(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Joint *joint = &body->joint;
	if (!velocity_numbers(c, joint->kind, "friction", value, dim_force, 1, joint->friction))
		return;
	none_negative(c, body, stmt, "friction", joint->friction);
	if (stmt->at.count != 1) {
		diag(c->diags, CHECK_ARGUMENTS, stmt->span,
		     "friction needs the velocity that smooths it: `friction 0.4 N m at 0.01 rad/s`");
		return;
	}
	struct Value at = value_of(&c->scope, stmt->at.item[0].value);
	if (!velocity_numbers(c, joint->kind, "friction", at, velocity, -1, joint->smoothing))
		return;
	for (int i = 0; i < joint->kind->nv; i++)
		if (!(dag_value(c->scope.dag, joint->smoothing[i]) > 0))
			diag(c->diags, CHECK_UNDEFINED, at.span, "the velocity that smooths friction is above 0");
}

/* `spring STIFFNESS [at REST]` */
static void set_spring(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Joint *joint = &body->joint;
	if (joint->kind && kind_has_quaternion(joint->kind)) {
		diag(c->diags, CHECK_VELOCITY_COUNT, stmt->span, "a %s joint has no spring", joint->kind->name);
		return;
	}
	if (!velocity_numbers(c, joint->kind, "spring", value, per_distance, 2, joint->stiffness))
		return;
	none_negative(c, body, stmt, "stiffness", joint->stiffness);
	if (stmt->at.count)
		velocity_numbers(c, joint->kind, "spring", value_of(&c->scope, stmt->at.item[0].value), dim_length, -1,
		                 joint->rest);
}

/* Kept: its expression needs the coordinates. */
static void set_passive(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	(void)value;
	if (body->joint.kind && body->joint.kind->form != JOINT_DEFINED)
		diag(c->diags, CHECK_VELOCITY_COUNT, stmt->span, "a %s joint has no passive force",
		     body->joint.kind->name);
	else
		body->joint.passive = stmt;
}

/* `limits (LOWER, UPPER)` */
static void set_limits(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	struct Joint *joint = &body->joint;
	Ref bound[2];
	if (!joint->kind)
		return;
	if (joint->kind->nq != 1) {
		diag(c->diags, CHECK_VELOCITY_COUNT, stmt->span, "limits belong to a joint with one coordinate");
		return;
	}
	struct Dim dim = kind_dim(joint->kind, 0), both[2] = { dim, dim };
	if (!value_numbers(&c->scope, value, 2, both, bound))
		return;
	joint->limited = true;
	joint->lower = bound[0];
	joint->upper = bound[1];
	if (dag_value(c->scope.dag, bound[0]) > dag_value(c->scope.dag, bound[1]))
		diag(c->diags, CHECK_UNDEFINED, value.span, "the lower limit is above the upper one");
}

static const struct Property properties[] = {
	{ "gravity", WHERE_TOP, FORM_VALUE, set_gravity },
	{ "mass", WHERE_BODY, FORM_VALUE, set_mass },
	{ "com", WHERE_BODY, FORM_VALUE, set_com },
	{ "inertia", WHERE_BODY, FORM_MATRIX, set_inertia },
	{ "armature", WHERE_JOINT, FORM_VALUE, set_armature },
	{ "damping", WHERE_JOINT, FORM_VALUE, set_damping },
	{ "friction", WHERE_JOINT, FORM_AT, set_friction },
	{ "spring", WHERE_JOINT, FORM_AT, set_spring },
	{ "passive", WHERE_JOINT, FORM_LATER, set_passive },
	{ "limits", WHERE_JOINT, FORM_VALUE, set_limits },
};
enum { PROPERTIES = sizeof properties / sizeof *properties };
_Static_assert((int)PROPERTIES <= (int)PROPERTY_MOST, "the arrays of statements seen are too short");

static const char *const where_name[] = { "the top level", "a body", "a joint" };
static const char *const where_place[] = { "at the top level", "in a body", "in a joint" };

bool statement_placed(struct Checker *c, const struct Stmt *stmt, enum Where where)
{
	static const struct { const char *name; enum Where where[2]; } words[] = {
		[STMT_MODEL] = { "model", { WHERE_TOP, WHERE_TOP } },
		[STMT_CONST] = { "const", { WHERE_TOP, WHERE_TOP } },
		[STMT_BODY] = { "body", { WHERE_TOP, WHERE_TOP } },
		[STMT_FRAME] = { "frame", { WHERE_TOP, WHERE_BODY } },
		[STMT_JOINT] = { "joint", { WHERE_BODY, WHERE_BODY } },
		[STMT_KIND] = { "the definition of a joint kind", { WHERE_TOP, WHERE_TOP } },
		[STMT_GENERATE] = { "generate", { WHERE_TOP, WHERE_TOP } },
		[STMT_WRENCH] = { "wrench", { WHERE_TOP, WHERE_TOP } },
		[STMT_FUNCTION] = { "function", { WHERE_TOP, WHERE_TOP } },
		[STMT_TABLE] = { "table", { WHERE_TOP, WHERE_TOP } },
	};
	if (stmt->kind == STMT_PROPERTY || where == words[stmt->kind].where[0] ||
	    where == words[stmt->kind].where[1])
		return true;
	bool two = words[stmt->kind].where[0] != words[stmt->kind].where[1];
	diag(c->diags, CHECK_MISPLACED, stmt->span, "%s belongs to %s%s%s, this stands %s", words[stmt->kind].name,
	     where_name[words[stmt->kind].where[0]], two ? " or " : "",
	     two ? where_name[words[stmt->kind].where[1]] : "", where_place[where]);
	return false;
}

const struct Property *property_of(struct Checker *c, const struct Stmt *stmt, enum Where where,
                                          const struct Stmt **seen)
{
	struct Nearest nearest;
	nearest_init(&nearest, stmt->name.text);
	for (int i = 0; i < PROPERTIES; i++) {
		const struct Property *property = &properties[i];
		nearest_try(&nearest, property->name);
		if (strcmp(property->name, stmt->name.text) != 0)
			continue;
		if (property->where != where) {
			diag(c->diags, CHECK_MISPLACED, stmt->span, "%s belongs to %s, this stands %s",
			     property->name, where_name[property->where], where_place[where]);
			return NULL;
		}
		if (seen[i]) {
			check_duplicate(c, stmt->span, seen[i]->span, property->name, NULL);
			return NULL;
		}
		seen[i] = stmt;
		if (property->form != FORM_MATRIX && (stmt->about.text || stmt->in.count)) {
			diag(c->diags, CHECK_MISPLACED, stmt->span, "`about` and `in` belong to inertia");
			return NULL;
		}
		if (property->form != FORM_AT && stmt->at.count) {
			diag(c->diags, CHECK_MISPLACED, stmt->at.item[0].value->span, "%s takes no `at`", property->name);
			return NULL;
		}
		if (stmt->by) {
			diag(c->diags, CHECK_MISPLACED, stmt->by->span, "`by` belongs to the motions of a joint's definition");
			return NULL;
		}
		if (stmt->about.text && strcmp(stmt->about.text, "origin") != 0) {
			diag(c->diags, CHECK_UNKNOWN_NAME, stmt->about.span,
			     "an inertia is about its centre of mass or `about origin`");
			return NULL;
		}
		return property;
	}
	if (stmt == c->not_a_model)
		return NULL;
	diag_nearest(c->diags, diag(c->diags, CHECK_UNKNOWN_PROPERTY, stmt->span, "%s has no '%s'",
	                            where_name[where], stmt->name.text), &nearest);
	return NULL;
}

void property_apply(struct Checker *c, struct Body *body, const struct Stmt *stmt,
                  const struct Property *property)
{
	if (property)
		property->set(c, body, stmt, property->form == FORM_LATER ? value_error(stmt->span)
		                                                          : value_of(&c->scope, stmt->value));
}
