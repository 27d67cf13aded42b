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

struct Checker {
	struct Arena *arena;
	struct Diags *diags;
	struct Scope scope;
	struct Model *model;
	struct Resolver resolver;
	struct Stmt *model_stmt, *generate;
	const struct Stmt *not_a_model; /* the first statement where it is none: reported */
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

struct Property {
	const char *name;
	enum Where where;
	bool matrix; /* takes `about` and `in` */
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

static struct Dim armature_dim(const char *velocity_unit)
{
	return velocity_unit[0] == 'm' ? dim_mass : dim_inertia;
}

static void set_armature(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value)
{
	const struct JointKind *kind = body->joint.kind;
	struct Dim dim[JOINT_V];
	if (!kind || value.kind == VALUE_ERROR)
		return;
	if (value.kind != VALUE_SCALAR && value.kind != VALUE_VECTOR) {
		value_is(&c->scope, value, kind->nv > 1 ? VALUE_VECTOR : VALUE_SCALAR);
		return;
	}
	if (kind->nv == 0) {
		diag(c->diags, CHECK_FREE_ARMATURE, stmt->value->span, "a %s joint has no armature", kind->name);
		return;
	}
	if (value.count != (size_t)kind->nv) {
		diag(c->diags, CHECK_FREE_ARMATURE, stmt->value->span, "a %s joint takes %d number%s here, this is %zu",
		     kind->name, kind->nv, kind->nv == 1 ? "" : "s", value.count);
		return;
	}
	for (int i = 0; i < kind->nv; i++)
		dim[i] = armature_dim(kind->v[i].unit);
	value_numbers(&c->scope, value, (size_t)kind->nv, dim, body->joint.armature);
	for (int i = 0; i < kind->nv; i++)
		not_negative(c, stmt->value->span, "armature", &body->joint.armature[i]);
}

static const struct Property properties[] = {
	{ "gravity", WHERE_TOP, false, set_gravity },
	{ "mass", WHERE_BODY, false, set_mass },
	{ "com", WHERE_BODY, false, set_com },
	{ "inertia", WHERE_BODY, true, set_inertia },
	{ "armature", WHERE_JOINT, false, set_armature },
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
		[STMT_GENERATE] = { "generate", { WHERE_TOP, WHERE_TOP } },
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
		if (!property->matrix && (stmt->about.text || stmt->in.count)) {
			diag(c->diags, CHECK_MISPLACED, stmt->span, "`about` and `in` belong to inertia");
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
		property->set(c, body, stmt, value_of(&c->scope, stmt->value));
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
	const struct Expr *places[JOINT_PARAMETERS] = { 0 };
	if (!bind_arguments(&c->scope, joint->kind->name, span_join(stmt->joint.span, stmt->span), &stmt->list,
	                    joint->kind->parameter, (size_t)joint->kind->parameters,
	                    (size_t)joint->kind->parameters, places))
		return;
	for (int i = 0; i < joint->kind->parameters; i++)
		value_axis(&c->scope, value_of(&c->scope, places[i]), &joint->axis[i]);
}

static void unknown_kind(struct Checker *c, const struct Stmt *stmt)
{
	struct Nearest nearest;
	nearest_init(&nearest, stmt->joint.text);
	for (size_t i = 0; i < joint_count; i++)
		nearest_try(&nearest, joint_table[i].name);
	diag_nearest(c->diags, diag(c->diags, CHECK_UNKNOWN_KIND, stmt->joint.span,
	                            "there is no joint kind '%s'", stmt->joint.text), &nearest);
}

static void declare_joint(struct Checker *c, struct Body *body, const struct Stmt *stmt)
{
	struct Joint *joint = &body->joint;
	const struct Stmt *seen[PROPERTIES] = { 0 };
	if (stmt->name.text)
		joint->name = stmt->name;
	joint->kind = joint_find(stmt->joint.text);
	if (joint->kind)
		joint_arguments(c, joint, stmt);
	else
		unknown_kind(c, stmt);
	value_placement(&c->scope, &stmt->then, &body->then);
	if (joint->kind && joint->kind->step[0].kind == MOTION_FREE && stmt->then.count)
		diag(c->diags, CHECK_THEN_FREE, stmt->then.item[0].value->span, "a free joint takes no `then`");
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
	for (int i = 0; i < JOINT_V; i++)
		body->joint.armature[i] = zero;
	for (int i = 0; i < JOINT_PARAMETERS; i++)
		body->joint.axis[i] = vec_unit(dag, 2);
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
			if (property && property->matrix)
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
		body->joint.kind = joint_find("fixed");
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
		case STMT_BODY: case STMT_FRAME: case STMT_JOINT: case STMT_PROPERTY: break;
		}
	}
	if (!c->model_stmt || c->model_stmt != first) {
		struct Span span = { 0, 0, (uint32_t)c->diags->sources->count - 1 };
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
		dim[i] = joint->kind->q[i].unit[0] == 'm' ? dim_length : dim_none;
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
		joint->lock[i] = dag_const(dag, joint->kind->nq == 7 && i == 6);
	if (setting.value && !lock_value(c, joint, value_of(&c->scope, setting.value)))
		return;
	if (joint->kind->nq == 7) {
		double square = 0;
		for (int i = 3; i < 7; i++)
			square += pow(dag_value(dag, joint->lock[i]), 2);
		if (!(fabs(square - 1) < 1e-9))
			diag(c->diags, CHECK_BAD_LOCK, setting.name.span, "the quaternion (last four numbers) is not of unit length");
	}
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
	if (diags->errors == 0) {
		model_arrange(model);
		model_lint(model, diags);
	}
	return model;
}
