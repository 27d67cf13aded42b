/* AST to checked model, in three steps: collect the statements and what they declare; evaluate what
 * they say; resolve who stands on whom (resolve.c). Each property of a body or joint is a row of
 * a table. */
#include "checker.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "resolve.h"
#include "reader.h"
#include "value.h"

enum Where { WHERE_TOP, WHERE_BODY, WHERE_JOINT };

enum CouplingState { COUPLING_NEW, COUPLING_BUSY, COUPLING_DONE, COUPLING_BAD };

struct Checker {
	struct Arena *arena;
	struct Diags *diags;
	struct Scope scope;
	struct Model *model;
	struct Resolver resolver;
	struct Stmt *model_stmt, *generate;
	const struct Stmt *not_a_model; /* the first statement where it is none: reported */
	struct NameTable joints;        /* to bodies, once they are ordered */
	enum CouplingState *coupling;   /* by body */
	struct Joint *coupled;          /* the one whose coupling is evaluated */
	int coupling_depth;
};

/* Reports that a name or statement was given before. */
static void duplicate(struct Checker *c, struct Span span, struct Span first, const char *what,
                      const char *name)
{
	struct Diag *d = diag(c->diags, CHECK_DUPLICATE, span, "%s%s%s%s is given twice", what,
	                      name ? " '" : "", name ? name : "", name ? "'" : "");
	diag_note(c->diags, d, first, "first here");
}

/* --- properties: NAME EXPR statements --- */

enum PropertyForm {
	FORM_VALUE,
	FORM_AT,     /* takes `at VALUE` */
	FORM_MATRIX, /* takes `about origin` and `in ROTATION` */
	FORM_LATER   /* not evaluated where it stands */
};

struct Property {
	const char *name;
	enum Where where;
	enum PropertyForm form;
	void (*set)(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value);
};

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

/* Numbers by velocity: one for a joint with one velocity, else a vector. `dim` is what a velocity along
 * a line asks for; one about a line asks for that times `turning` square metres. */
static bool velocity_numbers(struct Checker *c, const struct JointKind *kind, const char *what, struct Value value,
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
		if (kind->v[i].unit[0] != 'm')
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
                        force = { 1, 1, -2 }, velocity = { 0, 1, -1 };

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
	if (!velocity_numbers(c, joint->kind, "friction", value, force, 1, joint->friction))
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

static const char *const where_name[] = { "the top level", "a body", "a joint" };
static const char *const where_place[] = { "at the top level", "in a body", "in a joint" };

/* Statements that a block cannot hold. */
static bool placed(struct Checker *c, const struct Stmt *stmt, enum Where where)
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

/* The property a statement sets, if it may stand here, is the first of its kind and is well formed. */
static const struct Property *property_of(struct Checker *c, const struct Stmt *stmt, enum Where where,
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
			duplicate(c, stmt->span, seen[i]->span, property->name, NULL);
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

static void apply(struct Checker *c, struct Body *body, const struct Stmt *stmt,
                  const struct Property *property)
{
	if (property)
		property->set(c, body, stmt, property->form == FORM_LATER ? value_error(stmt->span)
		                                                          : value_of(&c->scope, stmt->value));
}

/* --- constants --- */

static void declare_const(struct Checker *c, const struct Stmt *stmt)
{
	struct Scope *scope = &c->scope;
	if (scope_reserved(stmt->name.text)) {
		diag(c->diags, CHECK_RESERVED, stmt->name.span, "'%s' has a meaning of its own",
		     stmt->name.text);
		return;
	}
	int index = names_add(&scope->names, stmt->name.text, (int)scope->count);
	if (index < (int)scope->count) {
		duplicate(c, stmt->name.span, scope->item[index].name.span, "constant", stmt->name.text);
		return;
	}
	*ARENA_PUSH(c->arena, scope) = (struct Const){ .name = stmt->name, .value = stmt->value };
}

static void declare_function(struct Checker *c, const struct Stmt *stmt)
{
	struct Scope *scope = &c->scope;
	const struct Function *first = scope_function(scope, stmt->name.text);
	struct NameTable names;
	names_init(&names, c->arena);
	if (scope_reserved(stmt->name.text))
		diag(c->diags, CHECK_RESERVED, stmt->name.span, "'%s' has a meaning of its own", stmt->name.text);
	else if (first)
		duplicate(c, stmt->name.span, first->name.span, "function", stmt->name.text);
	if (stmt->list.count > FUNCTION_PARAMETERS) {
		diag(c->diags, CHECK_ARGUMENTS, stmt->name.span, "a function has at most %d parameters", FUNCTION_PARAMETERS);
		return;
	}
	for (size_t i = 0; i < stmt->list.count; i++) {
		const struct Argument *parameter = &stmt->list.item[i];
		if (parameter->value && parameter->value->kind != EXPR_UNIT)
			diag(c->diags, CHECK_KIND, parameter->value->span, "a unit belongs here");
		if (names_add(&names, parameter->name.text, (int)i) != (int)i)
			diag(c->diags, CHECK_DUPLICATE, parameter->name.span, "'%s' is given twice", parameter->name.text);
	}
	names_add(&scope->functions.names, stmt->name.text, (int)scope->functions.count);
	*ARENA_PUSH(c->arena, &scope->functions) = (struct Function){ .name = stmt->name, .parameter = &stmt->list,
	                                                              .value = stmt->value };
}

/* A text of the command line, "name" or "name=expression": the whole of it is a source of its own, so
 * that messages show it. */
struct Setting {
	struct Ident name;
	struct Expr *value; /* NULL without `=`, without a value or after a fault */
	bool good;
};

static struct Setting read_setting(struct Checker *c, const char *option, const char *text)
{
	struct Setting setting = { .good = true };
	const char *equals = strchr(text, '=');
	size_t length = equals ? (size_t)(equals - text) : strlen(text), skip = equals ? length + 1 : length;
	size_t errors = c->diags->errors;
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	struct Ast ast = { 0 };
	if (text[skip + strspn(text + skip, " \t")])
		ast = read_text(c->diags, option, text, strlen(text), skip, READ_VALUE);
	else
		sources_add(c->diags->sources, option, text, strlen(text));
	setting.value = ast.value;
	setting.name.text = arena_copy(c->arena, text, length);
	setting.name.span.source = (uint32_t)c->diags->sources->count - 1;
	setting.name.span.end = (uint32_t)length;
	setting.good = c->diags->errors == errors;
	return setting;
}

static void define_const(struct Checker *c, const char *text)
{
	struct Setting setting = read_setting(c, "-D", text);
	int index = names_find(&c->scope.names, setting.name.text);
	if (index < 0) {
		struct Nearest nearest;
		nearest_init(&nearest, setting.name.text);
		for (size_t i = 0; i < c->scope.count && i < NEAREST_MOST; i++)
			nearest_try(&nearest, c->scope.item[i].name.text);
		diag_nearest(c->diags, diag(c->diags, CHECK_UNKNOWN_DEFINE, setting.name.span,
		                            "the model has no constant '%s'", setting.name.text), &nearest);
	} else if (!setting.value && setting.good) {
		diag(c->diags, CHECK_UNKNOWN_DEFINE, setting.name.span, "write %s=VALUE", setting.name.text);
	} else {
		c->scope.item[index].replacement = setting.value;
	}
}

static void evaluate_constants(struct Checker *c)
{
	for (size_t i = 0; i < c->scope.count; i++)
		scope_const(&c->scope, &c->scope.item[i]);
}

/* First as the file has them, for their dimensions; then again with what -D replaces. */
static void constants(struct Checker *c, const struct Request *request)
{
	size_t said = c->diags->count;
	evaluate_constants(c);
	if (!request->defines || c->diags->errors)
		return;
	c->diags->count = said; /* notes come again, of what is not replaced */
	for (size_t i = 0; i < request->defines; i++)
		define_const(c, request->define[i]);
	for (size_t i = 0; i < c->scope.count; i++) {
		c->scope.item[i].declared = c->scope.item[i].result;
		c->scope.item[i].state = CONST_NEW;
	}
	if (!c->diags->errors)
		evaluate_constants(c);
}

/* --- bodies, joints, frames --- */

static void joint_arguments(struct Checker *c, struct Joint *joint, const struct Stmt *stmt)
{
	const struct JointKind *kind = joint->kind;
	const struct Expr *places[JOINT_PARAMETERS] = { 0 };
	const char *names[JOINT_PARAMETERS];
	for (int i = 0; i < kind->parameters; i++)
		names[i] = kind->parameter[i].name;
	if (!bind_arguments(&c->scope, kind->name, span_join(stmt->joint.span, stmt->span), &stmt->list, names,
	                    (size_t)kind->parameters, (size_t)kind->parameters, places))
		return;
	for (int i = 0; i < kind->parameters; i++) {
		struct Value value = value_of(&c->scope, places[i]);
		if (kind->parameter[i].axis)
			value_axis(&c->scope, value, &joint->argument[i].axis);
		else
			value_scalar(&c->scope, value, kind->parameter[i].dim, &joint->argument[i].number);
	}
}

static void unknown_kind(struct Checker *c, const struct Stmt *stmt)
{
	const struct JointKinds *kinds = &c->model->kinds;
	struct Nearest nearest;
	nearest_init(&nearest, stmt->joint.text);
	for (size_t i = 0; i < kinds->count; i++)
		nearest_try(&nearest, kinds->item[i].name);
	diag_nearest(c->diags, diag(c->diags, CHECK_UNKNOWN_KIND, stmt->joint.span,
	                            "there is no joint kind '%s'", stmt->joint.text), &nearest);
}

static void declare_joint(struct Checker *c, struct Body *body, const struct Stmt *stmt)
{
	struct Joint *joint = &body->joint;
	const struct Stmt *seen[PROPERTIES] = { 0 };
	if (stmt->name.text)
		joint->name = stmt->name;
	joint->span = stmt->joint.span;
	joint->coupling = stmt->value;
	joint->kind = kinds_find(&c->model->kinds, stmt->joint.text);
	if (joint->kind)
		joint_arguments(c, joint, stmt);
	else
		unknown_kind(c, stmt);
	value_placement(&c->scope, &stmt->then, &body->then);
	if (joint->kind && joint->coupling && joint->kind->nv != 1)
		diag(c->diags, CHECK_COUPLING, stmt->value->span, "only a joint with one coordinate can be coupled; a %s has %d",
		     joint->kind->name, joint->kind->nv);
	if (joint->kind && kind_has_quaternion(joint->kind) && stmt->then.count)
		diag(c->diags, CHECK_THEN_FREE, stmt->then.item[0].value->span, "a %s joint takes no `then`",
		     joint->kind->name);
	for (const struct Stmt *s = stmt->block.first; s; s = s->next)
		if (placed(c, s, WHERE_JOINT))
			apply(c, body, s, property_of(c, s, WHERE_JOINT, seen));
}

static void missing_on(struct Checker *c, const struct Stmt *stmt, const char *what)
{
	diag(c->diags, CHECK_MISPLACED, stmt->name.span, "%s '%s' needs `on BODY` (or `on world`)", what,
	     stmt->name.text);
}

static void declare_frame(struct Checker *c, const struct Stmt *stmt, const struct Ident *inside)
{
	struct Ident on = stmt->on;
	struct Placement at;
	if (inside && stmt->on.text)
		diag(c->diags, CHECK_MISPLACED, stmt->on.span, "inside a body's block a frame is on that body");
	if (inside)
		on = *inside;
	else if (!on.text)
		missing_on(c, stmt, "frame");
	value_placement(&c->scope, &stmt->at, &at);
	resolver_add(&c->resolver, stmt->name, on, at, NULL);
}

/* The parallel-axis theorem backwards, once mass and com are known. */
static void finish_inertia(struct Checker *c, struct Body *body, const struct Stmt *stmt)
{
	if (!stmt || !stmt->about.text)
		return;
	struct Dag *dag = c->scope.dag;
	struct Mat none = mat_zero(dag);
	struct Inertia point = inertia_about_com(dag, body->mass, body->com, none);
	for (int i = 0; i < 9; i++) {
		Ref *entry = &body->inertia.e[i / 3][i % 3];
		*entry = dag_sub(dag, *entry, point.J.e[i / 3][i % 3]);
	}
}

static struct Body *body_new(struct Checker *c, const struct Stmt *stmt)
{
	struct Dag *dag = c->scope.dag;
	struct Body *body = ARENA_NEW(c->arena, struct Body);
	Ref zero = dag_const(dag, 0);
	body->name = stmt->name;
	body->at = body->then = body->seen = placement_identity(dag);
	body->mass = zero;
	body->com = vec_const(dag, 0, 0, 0);
	body->inertia = mat_zero(dag);
	body->mass_span = body->com_span = body->inertia_span = stmt->name.span;
	body->joint.name = stmt->name;
	struct Joint *joint = &body->joint;
	for (int i = 0; i < JOINT_V; i++)
		joint->armature[i] = joint->damping[i] = joint->friction[i] = joint->smoothing[i] =
			joint->stiffness[i] = joint->rest[i] = joint->exerted[i] = zero;
	for (int i = 0; i < JOINT_PARAMETERS; i++)
		body->joint.argument[i].axis = vec_unit(dag, 2);
	return body;
}

static void declare_body(struct Checker *c, const struct Stmt *stmt)
{
	struct Body *body = body_new(c, stmt);
	const struct Stmt *seen[PROPERTIES] = { 0 }, *joint = NULL, *inertia = NULL;
	if (!stmt->on.text)
		missing_on(c, stmt, "body");
	value_placement(&c->scope, &stmt->at, &body->at);
	resolver_add(&c->resolver, stmt->name, stmt->on, body->at, body);
	for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
		if (!placed(c, s, WHERE_BODY))
			continue;
		if (s->kind == STMT_FRAME) {
			declare_frame(c, s, &stmt->name);
		} else if (s->kind == STMT_JOINT) {
			if (joint)
				duplicate(c, s->span, joint->span, "joint", NULL);
			else
				declare_joint(c, body, s);
			joint = joint ? joint : s;
		} else {
			const struct Property *property = property_of(c, s, WHERE_BODY, seen);
			apply(c, body, s, property);
			if (property && property->form == FORM_MATRIX)
				inertia = s;
		}
	}
	finish_inertia(c, body, inertia);
	if (!joint) {
		struct Diag *d = diag(c->diags, CHECK_MISSING_JOINT, stmt->name.span, "body '%s' has no joint",
		                      stmt->name.text);
		diag_help(c->diags, d, "write `joint : fixed` if it does not move");
	}
	if (!body->joint.kind)
		body->joint.kind = kinds_find(&c->model->kinds, "fixed");
}

/* --- the whole --- */

static void once(struct Checker *c, struct Stmt **slot, struct Stmt *stmt, const char *what)
{
	if (*slot)
		duplicate(c, stmt->span, (*slot)->span, what, NULL);
	else
		*slot = stmt;
}

static void collect(struct Checker *c, const struct Ast *ast)
{
	const struct Stmt *first = ast->statements.first;
	for (struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next) {
		if (!placed(c, stmt, WHERE_TOP))
			continue;
		switch (stmt->kind) {
		case STMT_MODEL: once(c, &c->model_stmt, stmt, "model"); break;
		case STMT_GENERATE: once(c, &c->generate, stmt, "generate"); break;
		case STMT_CONST: declare_const(c, stmt); break;
		case STMT_FUNCTION: declare_function(c, stmt); break;
		case STMT_KIND: kinds_define(&c->model->kinds, c->diags, stmt); break;
		case STMT_WRENCH: c->model->wrenches++; break;
		case STMT_BODY: case STMT_FRAME: case STMT_JOINT: case STMT_PROPERTY: break;
		}
	}
	if (!c->model_stmt || c->model_stmt != first) {
		struct Span span = { 0, 0, 0 };
		struct Diag *d = diag(c->diags, CHECK_MISSING_MODEL, first ? first->span : span,
		                      "the first statement is `model NAME`");
		struct Nearest nearest;
		nearest_init(&nearest, first && first->name.text ? first->name.text : "");
		nearest_try(&nearest, "model");
		diag_nearest(c->diags, d, &nearest);
		c->not_a_model = first;
	}
}

static void declare(struct Checker *c, const struct Ast *ast)
{
	const struct Stmt *seen[PROPERTIES] = { 0 };
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_BODY)
			declare_body(c, stmt);
		else if (stmt->kind == STMT_FRAME)
			declare_frame(c, stmt, NULL);
		else if (stmt->kind == STMT_PROPERTY)
			apply(c, NULL, stmt, property_of(c, stmt, WHERE_TOP, seen));
	}
}

/* Names of one kind, to see which are equal or nearly so. */
struct NameSet {
	struct NameTable folded; /* to item */
	struct Ident *item;
	size_t count, capacity;
};

static void note_case(struct Checker *c, struct NameSet *set, struct Ident name)
{
	char *lower = arena_copy(c->arena, name.text, strlen(name.text));
	for (char *p = lower; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	if (!set->folded.arena)
		names_init(&set->folded, c->arena);
	int first = names_add(&set->folded, lower, (int)set->count);
	if (first == (int)set->count) {
		*ARENA_PUSH(c->arena, set) = name;
	} else if (strcmp(set->item[first].text, name.text) != 0) {
		struct Diag *d = diag(c->diags, CHECK_CASE_CLASH, name.span,
		                      "'%s' differs from '%s' only in case", name.text, set->item[first].text);
		diag_note(c->diags, d, set->item[first].span, "the other one");
	}
}

static void check_names(struct Checker *c)
{
	struct NameSet constants = { 0 }, sites = { 0 }, joints = { 0 };
	struct NameTable exact;
	names_init(&exact, c->arena);
	for (size_t i = 0; i < c->scope.count; i++)
		note_case(c, &constants, c->scope.item[i].name);
	for (size_t i = 0; i < c->resolver.count; i++) {
		const struct Body *body = c->resolver.item[i].body;
		note_case(c, &sites, c->resolver.item[i].name);
		if (!body)
			continue;
		struct Ident name = body->joint.name;
		int first = names_add(&exact, name.text, (int)i);
		bool default_name = name.text == body->name.text;
		if (first != (int)i) {
			/* two joints named after bodies of one name: that was reported of the bodies */
			const struct Body *other = resolver_body(&c->resolver, first);
			if (!default_name || other->joint.name.text != other->name.text)
				duplicate(c, name.span, other->joint.name.span, "joint", name.text);
		} else if (!default_name) {
			note_case(c, &joints, name);
		}
	}
}

static bool lock_value(struct Checker *c, struct Joint *joint, struct Value value)
{
	struct Dim dim[JOINT_Q];
	size_t nq = (size_t)joint->kind->nq;
	if (value.kind == VALUE_ERROR)
		return false;
	if (value.count != nq || value.kind != (nq == 1 ? VALUE_SCALAR : VALUE_VECTOR)) {
		if (nq == 1)
			diag(c->diags, CHECK_BAD_LOCK, value.span, "joint '%s' takes one number", joint->name.text);
		else
			diag(c->diags, CHECK_BAD_LOCK, value.span, "joint '%s' takes a vector of %zu numbers%s",
			     joint->name.text, nq, nq == 7 ? ": (x, y, z, qx, qy, qz, qw)" : "");
		return false;
	}
	for (size_t i = 0; i < nq; i++)
		dim[i] = kind_dim(joint->kind, (int)i);
	return value_numbers(&c->scope, value, nq, dim, joint->lock);
}

static void lock_joint(struct Checker *c, const char *text)
{
	struct Setting setting = read_setting(c, "--lock", text);
	struct Dag *dag = c->scope.dag;
	struct Nearest nearest;
	struct Joint *joint = NULL;
	const struct Body *of_body = NULL;
	nearest_init(&nearest, setting.name.text);
	for (size_t i = 0; i < c->resolver.count; i++) {
		struct Body *body = resolver_body(&c->resolver, (int)i);
		if (body && i < NEAREST_MOST)
			nearest_try(&nearest, body->joint.name.text);
		if (body && strcmp(body->joint.name.text, setting.name.text) == 0)
			joint = &body->joint;
		else if (body && strcmp(body->name.text, setting.name.text) == 0)
			of_body = body;
	}
	if (!joint) {
		struct Diag *d = diag(c->diags, CHECK_UNKNOWN_LOCK, setting.name.span,
		                      "the model has no joint '%s'", setting.name.text);
		if (of_body)
			diag_help(c->diags, d, "the joint of body '%s' is '%s'", of_body->name.text,
			          of_body->joint.name.text);
		else
			diag_nearest(c->diags, d, &nearest);
		return;
	}
	if (!setting.good)
		return;
	if (!setting.value && strchr(text, '=')) {
		diag(c->diags, CHECK_BAD_LOCK, setting.name.span, "write --lock %s or --lock %s=VALUE", joint->name.text,
		     joint->name.text);
		return;
	}
	if (joint->kind->nq == 0) {
		diag(c->diags, CHECK_BAD_LOCK, setting.name.span, "joint '%s' is fixed already", joint->name.text);
		return;
	}
	joint->locked = true;
	for (int i = 0; i < joint->kind->nq; i++) /* the quaternion of no turn ends in 1 */
		joint->lock[i] = dag_const(dag, kind_has_quaternion(joint->kind) && i == joint->kind->nq - 1);
	if (setting.value && !lock_value(c, joint, value_of(&c->scope, setting.value)))
		return;
	if (kind_has_quaternion(joint->kind)) {
		double square = 0;
		for (int i = joint->kind->nq - 4; i < joint->kind->nq; i++)
			square += pow(dag_value(dag, joint->lock[i]), 2);
		if (!(fabs(square - 1) < 1e-9))
			diag(c->diags, CHECK_BAD_LOCK, setting.name.span,
			     "the quaternion (last four numbers) is not of unit length");
	}
}

/* --- the motions of a joint --- */

struct MotionList {
	struct Motion *item;
	size_t count, capacity;
};

static void add_motion(struct Checker *c, struct MotionList *list, enum MotionKind kind, struct Vec axis, Ref y)
{
	*ARENA_PUSH(c->arena, list) = (struct Motion){ kind, axis, y };
}

/* `rotate AXIS by ANGLE`, `translate AXIS by LENGTH`, `translate VECTOR` */
static void read_motion(struct Checker *c, struct MotionList *list, const struct Stmt *stmt)
{
	struct Scope *scope = &c->scope;
	struct Vec axis;
	Ref y;
	bool rotate = strcmp(stmt->name.text, "rotate") == 0;
	if (stmt->by) {
		bool good = value_axis(scope, value_of(scope, stmt->value), &axis);
		if (value_scalar(scope, value_of(scope, stmt->by), rotate ? dim_none : dim_length, &y) && good)
			add_motion(c, list, rotate ? MOTION_ROTATE : MOTION_TRANSLATE, axis, y);
		return;
	}
	if (rotate) {
		diag(c->diags, CHECK_ARGUMENTS, stmt->span, "rotate needs an angle: `rotate AXIS by ANGLE`");
		return;
	}
	struct Vec offset;
	if (!value_vector(scope, value_of(scope, stmt->value), dim_length, &offset))
		return;
	for (int i = 0; i < 3; i++)
		if (!dag_is_zero(scope->dag, offset.e[i]))
			add_motion(c, list, MOTION_TRANSLATE, vec_unit(scope->dag, i), offset.e[i]);
}

static int add_coordinates(struct Checker *c, const struct Joint *joint, const Ref *q, struct Local *local)
{
	for (int i = 0; i < joint->kind->nq; i++)
		local[i] = (struct Local){ joint->kind->q[i].name,
			value_number(&c->scope, joint->span, q[i], kind_dim(joint->kind, i), false) };
	return joint->kind->nq;
}

/* The motions of a defined kind for given coordinates. */
static struct MotionList define_motions(struct Checker *c, const struct Joint *joint, const Ref *q)
{
	const struct JointKind *kind = joint->kind;
	struct Scope *scope = &c->scope;
	struct Span span = joint->span;
	struct Local local[JOINT_V + JOINT_PARAMETERS];
	struct MotionList list = { 0 };
	int locals = add_coordinates(c, joint, q, local);
	for (int i = 0; i < kind->parameters; i++) {
		struct Scalar *item = ARENA_ARRAY(c->arena, struct Scalar, 3);
		for (int k = 0; k < 3; k++)
			item[k].ref = joint->argument[i].axis.e[k];
		local[locals++] = (struct Local){ kind->parameter[i].name,
			kind->parameter[i].axis ? value_items(VALUE_VECTOR, span, item, 3)
			: value_number(scope, span, joint->argument[i].number, kind->parameter[i].dim, false) };
	}
	scope->local = local;
	scope->locals = locals;
	for (const struct Stmt *stmt = kind->definition->block.first; stmt; stmt = stmt->next)
		read_motion(c, &list, stmt);
	scope->local = NULL;
	scope->locals = 0;
	return list;
}

/* What the block of a definition may hold; said once, not for every joint of the kind. */
static void check_definitions(struct Checker *c)
{
	for (size_t i = 0; i < c->model->kinds.count; i++) {
		const struct Stmt *definition = c->model->kinds.item[i].definition;
		for (const struct Stmt *s = definition ? definition->block.first : NULL; s; s = s->next)
			if (s->kind != STMT_PROPERTY || (strcmp(s->name.text, "rotate") != 0 &&
			                                 strcmp(s->name.text, "translate") != 0))
				diag(c->diags, CHECK_UNKNOWN_PROPERTY, s->span,
				     "the definition of a joint holds `rotate` and `translate`");
	}
}

/* Do the coordinates move the joint independently at q = 0? Looks at the placement of the moving frame
 * a little to both sides along each coordinate. */
static bool full_rank(struct Checker *c, const struct Joint *joint)
{
	const double step = 1e-5, small = 1e-7;
	struct Dag *dag = c->scope.dag;
	double column[JOINT_V][12];
	for (int j = 0; j < joint->kind->nv; j++) {
		for (int side = 1; side >= -1; side -= 2) {
			Ref q[JOINT_Q];
			for (int k = 0; k < joint->kind->nq; k++)
				q[k] = dag_const(dag, k == j ? side * step : 0);
			struct MotionList list = define_motions(c, joint, q);
			if (c->diags->errors)
				return false;
			struct Placement at = joint_placement(dag, joint, list.item, (int)list.count);
			for (int e = 0; e < 12; e++) {
				double entry = dag_value(dag, e < 9 ? at.R.e[e / 3][e % 3] : at.p.e[e - 9]);
				column[j][e] = side > 0 ? entry : (column[j][e] - entry) / (2 * step);
			}
		}
		/* Gram and Schmidt: what is left of the column beside the earlier ones */
		double before = 0, after = 0;
		for (int e = 0; e < 12; e++)
			before += column[j][e] * column[j][e];
		for (int i = 0; i < j; i++) {
			double dot = 0;
			for (int e = 0; e < 12; e++)
				dot += column[i][e] * column[j][e];
			for (int e = 0; e < 12; e++)
				column[j][e] -= dot * column[i][e];
		}
		for (int e = 0; e < 12; e++)
			after += column[j][e] * column[j][e];
		if (!(after > small * fmax(before, small)))
			return false;
		for (int e = 0; e < 12; e++)
			column[j][e] /= sqrt(after);
	}
	return true;
}

/* --- wrenches --- */

/* Is a clause the one word it can be, or left out? */
static bool clause(struct Checker *c, const struct Arguments *list, const char *word, bool *is)
{
	*is = false;
	if (!list->count)
		return true;
	const struct Expr *given = list->item[0].value;
	*is = list->count == 1 && given->kind == EXPR_NAME && strcmp(given->name.text, word) == 0;
	if (!*is)
		diag(c->diags, CHECK_UNKNOWN_NAME, given->span, "`%s` belongs here", word);
	return *is;
}

/* `wrench NAME on BODY [in world] [at point]` */
static void declare_wrench(struct Checker *c, const struct Stmt *stmt, struct NameTable *names)
{
	struct Model *model = c->model;
	struct Wrench wrench = { .name = stmt->name, .at = placement_identity(c->scope.dag) };
	int first = names_add(names, stmt->name.text, model->wrenches);
	if (first < model->wrenches) {
		duplicate(c, stmt->name.span, model->wrench[first].name.span, "wrench", stmt->name.text);
		return;
	}
	if (!clause(c, &stmt->in, "world", &wrench.in_world) || !clause(c, &stmt->at, "point", &wrench.at_point))
		return;
	int site = stmt->on.text ? names_find(&c->resolver.names, stmt->on.text) : -1;
	if (site < 0) {
		diag(c->diags, CHECK_UNKNOWN_PARENT, stmt->on.text ? stmt->on.span : stmt->name.span,
		     "a wrench is on a body or frame: `wrench NAME on BODY`");
		return;
	}
	const struct Site *on = &c->resolver.item[site];
	wrench.body = on->body ? on->index : model->frame[on->index].body;
	if (!on->body)
		wrench.at = model->frame[on->index].at;
	if (wrench.body < 0 || model->body[wrench.body].carrier < 0)
		diag(c->diags, CHECK_STILL_WRENCH, stmt->on.span, "'%s' is fixed to the world", stmt->on.text);
	model->wrench[model->wrenches++] = wrench;
}

static void declare_wrenches(struct Checker *c, const struct Ast *ast)
{
	struct NameTable names;
	names_init(&names, c->arena);
	c->model->wrench = ARENA_ARRAY(c->arena, struct Wrench, c->model->wrenches);
	c->model->wrenches = 0;
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_WRENCH)
			declare_wrench(c, stmt, &names);
}

/* --- coupled coordinates --- */

static void depend_on(struct Checker *c, struct Joint *joint, struct Coordinate coordinate)
{
	for (int i = 0; i < joint->ons; i++)
		if (joint->on[i].q == coordinate.q)
			return;
	struct Coordinate *wider = ARENA_ARRAY(c->arena, struct Coordinate, joint->ons + 1);
	for (int i = 0; i < joint->ons; i++)
		wider[i] = joint->on[i];
	wider[joint->ons++] = coordinate;
	joint->on = wider;
}

static void couple(struct Checker *c, int body);

/* The value of a joint in the coupling of another: its coordinate, where it is locked, or what it is coupled to. */
static bool look_up_joint(void *context, const char *name, struct Span span, struct Value *value)
{
	struct Checker *c = context;
	int body = names_find(&c->joints, name);
	if (body < 0)
		return false;
	struct Joint *joint = &c->model->body[body].joint;
	*value = value_error(span);
	if (joint->kind->nq != 1) {
		diag(c->diags, CHECK_COUPLING, span, "joint '%s' has %d coordinates, not one", name, joint->kind->nq);
		return true;
	}
	if (joint->coupling && !joint->locked)
		couple(c, body);
	if (joint->coupling && !joint->locked && c->coupling[body] != COUPLING_DONE)
		return true;
	Ref coordinate = joint->locked ? joint->lock[0] : joint->coupling ? joint->value
	                 : dag_input(c->scope.dag, INPUT_Q, (uint32_t)joint->q);
	*value = value_number(&c->scope, span, coordinate, kind_dim(joint->kind, 0), false);
	if (joint->locked)
		return true;
	struct Joint *user = c->coupled;
	if (!joint->coupling)
		depend_on(c, user, (struct Coordinate){ joint->q, joint->v });
	for (int i = 0; i < joint->ons && joint->coupling; i++)
		depend_on(c, user, joint->on[i]);
	return true;
}

/* Evaluates a coupling; one that leads back to itself is an error. */
static void couple(struct Checker *c, int body)
{
	enum { DEEPEST = 200 };
	struct Joint *joint = &c->model->body[body].joint, *user = c->coupled;
	if (c->coupling[body] == COUPLING_NEW && c->coupling_depth < DEEPEST) {
		struct Scope *scope = &c->scope;
		const struct Scope outside = *scope;
		c->coupling[body] = COUPLING_BUSY;
		c->coupled = joint;
		c->coupling_depth++;
		scope->lookup = look_up_joint;
		scope->context = c;
		bool good = value_scalar(scope, value_of(scope, joint->coupling), kind_dim(joint->kind, 0), &joint->value);
		scope->lookup = outside.lookup;
		scope->context = outside.context;
		c->coupling_depth--;
		c->coupled = user;
		c->coupling[body] = good ? COUPLING_DONE : COUPLING_BAD;
	} else if (c->coupling[body] == COUPLING_BUSY || c->coupling[body] == COUPLING_NEW) {
		diag(c->diags, CHECK_COUPLING, joint->coupling->span, c->coupling[body] == COUPLING_BUSY
		     ? "joint '%s' is coupled to itself" : "joint '%s' is coupled through too many others",
		     joint->name.text);
		c->coupling[body] = COUPLING_BAD;
	}
}

static void couple_all(struct Checker *c)
{
	struct Model *model = c->model;
	c->coupling = ARENA_ARRAY(c->arena, enum CouplingState, model->bodies);
	names_init(&c->joints, c->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&c->joints, model->body[i].joint.name.text, i);
	for (int i = 0; i < model->bodies; i++) {
		struct Joint *joint = &model->body[i].joint;
		if (joint->coupling && !joint->locked)
			couple(c, i);
		for (int k = 0; k < joint_nv(joint) && joint->kind->form == JOINT_DEFINED; k++)
			depend_on(c, joint, (struct Coordinate){ joint->q + k, joint->v + k });
	}
}

/* An expression in the coordinates and, with a d behind the name, their velocities. */
static void give_passive(struct Checker *c, struct Joint *joint, const Ref *q)
{
	struct Scope *scope = &c->scope;
	struct Local local[2 * JOINT_V];
	int locals = add_coordinates(c, joint, q, local);
	for (int i = 0; i < joint->kind->nv; i++) {
		Ref qd = coordinate_rate(scope->dag, joint->on, joint->ons, q[i]);
		struct Dim rate = dim_times(kind_dim(joint->kind, i), (struct Dim){ 0, 0, 1 }, -1);
		local[locals++] = (struct Local){ text_print(c->arena, "%sd", joint->kind->q[i].name),
			value_number(scope, joint->span, qd, rate, false) };
	}
	scope->local = local;
	scope->locals = locals;
	struct Value value = value_of(scope, joint->passive->value);
	scope->local = NULL;
	scope->locals = 0;
	velocity_numbers(c, joint->kind, "passive force", value, force, 1, joint->exerted);
}

/* The same, without a word where the motion has no value next to q = 0. */
static bool seems_full_rank(struct Checker *c, const struct Joint *joint)
{
	size_t said = c->diags->count, errors = c->diags->errors;
	bool full = full_rank(c, joint) || c->diags->errors > errors;
	c->diags->count = said;
	c->diags->errors = errors;
	return full;
}

/* Most joints: one coordinate, and a motion by just that. */
static bool plainly_moves(const struct Joint *joint, const struct MotionList *list, Ref q)
{
	for (size_t i = 0; i < list->count && joint->kind->nv == 1; i++)
		if (ref_node(list->item[i].y) == ref_node(q))
			return true;
	return false;
}

static void give_motions(struct Checker *c, struct Joint *joint, bool moves)
{
	struct Dag *dag = c->scope.dag;
	struct MotionList list = { 0 };
	Ref q[JOINT_Q];
	switch (joint->kind->form) {
	case JOINT_FIXED:
		break;
	case JOINT_SPHERICAL: case JOINT_FREE:
		add_motion(c, &list, joint->kind->form == JOINT_FREE ? MOTION_FREE : MOTION_SPHERICAL,
		           vec_unit(dag, 2), dag_const(dag, 0));
		break;
	case JOINT_DEFINED:
		for (int i = 0; i < joint->kind->nq; i++)
			q[i] = !moves ? joint->lock[i] : joint->coupling ? joint->value
			       : dag_input(dag, INPUT_Q, (uint32_t)(joint->q + i));
		list = define_motions(c, joint, q);
		if (joint->passive && moves)
			give_passive(c, joint, q);
		if (!c->diags->errors && moves && !joint->coupling && !plainly_moves(joint, &list, q[0]) &&
		    !seems_full_rank(c, joint))
			diag(c->diags, CHECK_JOINT_RANK, joint->span,
			     "at q = 0 the coordinates of this joint do not move it independently");
		break;
	}
	joint->motion = list.item;
	joint->motions = (int)list.count;
}

struct Model *check_model(struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	struct Checker c = { .arena = diags->arena, .diags = diags };
	struct Dag *dag = ARENA_NEW(c.arena, struct Dag);
	struct Model *model = c.model = ARENA_NEW(c.arena, struct Model);
	dag_init(dag, c.arena);
	model->arena = c.arena;
	model->dag = dag;
	model->gravity = vec_const(dag, 0, 0, -9.81);
	kinds_init(&model->kinds, diags);
	scope_init(&c.scope, c.arena, diags, dag);
	resolver_init(&c.resolver, diags);

	collect(&c, ast);
	constants(&c, request);
	declare(&c, ast);
	check_names(&c);
	for (size_t i = 0; i < request->locks; i++)
		lock_joint(&c, request->lock[i]);
	resolver_finish(&c.resolver, model);

	model->name = c.model_stmt ? c.model_stmt->name : (struct Ident){ "model", { 0, 0, 0 } };
	model->doc = c.model_stmt ? c.model_stmt->doc : NULL;
	if (c.generate)
		model->functions = c.generate->list;
	check_definitions(&c);
	if (diags->errors)
		return model;
	model_number(model);
	couple_all(&c);
	if (diags->errors)
		return model;
	for (int i = 0; i < model->bodies; i++)
		give_motions(&c, &model->body[i].joint, body_moves(&model->body[i]));
	if (diags->errors)
		return model;
	model_merge(model);
	declare_wrenches(&c, ast);
	model_lint(model, diags);
	return model;
}
