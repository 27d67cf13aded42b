/* AST to checked model: collect the statements and what they declare; evaluate what they say (property.c,
 * motion.c, wrench.c, pose.c), with what the command line changes (setting.c); resolve who stands on whom
 * (resolve.c). */
#include "checker.h"

#include <ctype.h>
#include <string.h>

#include "arguments.h"
#include "base/foreign.h"
#include "dag/usual.h"
#include "given.h"
#include "motion.h"
#include "pose.h"
#include "property.h"
#include "resolve.h"
#include "setting.h"
#include "wrench.h"

struct Checker {
	struct Arena *arena;
	struct Diags *diags;
	struct Scope scope;
	struct Model *model;
	struct Resolver resolver;
	struct Stmt *model_stmt, *generate;
	const struct Stmt *not_a_model; /* the first statement where it is none: reported */
};

/* --- bodies, joints, frames --- */

/* "5 mm" where the parameter is in m/rad: an angle has no dimension that would tell them apart. */
static void doubt_pitch(struct Checker *c, const struct Argument *formal, const struct Expr *given)
{
	const struct Expr *parameter = formal->value;
	while (given->kind == EXPR_NEGATE)
		given = given->a;
	if (!parameter || parameter->kind != EXPR_UNIT || !strstr(parameter->symbol, "/rad") || given->kind != EXPR_UNIT ||
	    strchr(given->symbol, '/'))
		return;
	struct Diag *d = diag(c->diags, CHECK_PITCH, given->span, "this %s is the way of a radian, %s/rad",
	                      formal->name.text, given->symbol);
	diag_help(c->diags, d, "write %s/rev if it is the way of a whole turn", given->symbol);
}

static void joint_arguments(struct Checker *c, struct Joint *joint, const struct Stmt *stmt)
{
	const struct JointKind *kind = joint->kind;
	const struct Expr *places[JOINT_PARAMETERS] = { 0 };
	const char *names[JOINT_PARAMETERS];
	for (int i = 0; i < kind->parameters; i++)
		names[i] = kind->parameter[i].name;
	const size_t count = (size_t)kind->parameters;
	const struct Parameters parameters = { kind->name, names, count, count };
	const struct Span span = span_join(stmt->joint.span, stmt->span);
	if (!arguments_bind(c->diags, &parameters, span, &stmt->list, places))
		return;
	for (int i = 0; i < kind->parameters; i++) {
		struct Value value = evaluate(&c->scope, places[i]);
		if (kind->parameter[i].axis)
			value_axis(c->scope.dag, c->diags, value, &joint->argument[i].axis);
		else if (value_scalar(c->diags, value, kind->parameter[i].dim, &joint->argument[i].number))
			doubt_pitch(c, &kind->definition->list.item[i], places[i]);
	}
}

static void unknown_kind(struct Checker *c, const struct Stmt *stmt)
{
	const struct JointKinds *kinds = &c->model->kinds;
	struct Nearest nearest;
	nearest_init(&nearest, stmt->joint.text);
	for (size_t i = 0; i < kinds->count; i++)
		nearest_try(&nearest, kinds->item[i].name);
	foreign_or_nearest(c->diags, diag(c->diags, CHECK_UNKNOWN_KIND, stmt->joint.span, "there is no joint kind '%s'",
	                                  stmt->joint.text), FOREIGN_KIND, &nearest);
}

/* The property that the statement sets; NULL after a diagnostic. */
static const struct Property *set_property(struct Checker *c, struct Body *body, const struct Stmt *stmt,
                                           enum Where where, const struct Stmt **seen)
{
	const struct Property *property = property_of(c->diags, stmt, where, seen);
	if (property)
		property_apply(property, &c->scope, c->model, body, stmt);
	return property;
}

static void declare_joint(struct Checker *c, struct Body *body, const struct Stmt *stmt)
{
	struct Joint *joint = &body->joint;
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	if (stmt->name.text)
		joint->name = stmt->name;
	joint->span = stmt->joint.span;
	joint->coupling = stmt->value;
	joint->kind = kinds_find(&c->model->kinds, stmt->joint.text);
	if (joint->kind)
		joint_arguments(c, joint, stmt);
	else
		unknown_kind(c, stmt);
	evaluate_placement(&c->scope, &stmt->then, &body->then);
	if (joint->kind && joint->coupling && joint->kind->nv != 1)
		diag(c->diags, CHECK_COUPLING, stmt->value->span,
		     "only a joint with one coordinate can be coupled; a %s has %d", joint->kind->name,
		     joint->kind->nv);
	if (joint->kind && kind_has_quaternion(joint->kind) && stmt->then.count)
		diag(c->diags, CHECK_THEN_FREE, stmt->then.item[0].value->span, "a %s joint takes no `then`",
		     joint->kind->name);
	for (const struct Stmt *s = stmt->block.first; s; s = s->next)
		if (statement_placed(c->diags, s, WHERE_JOINT))
			set_property(c, body, s, WHERE_JOINT, seen);
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
	evaluate_placement(&c->scope, &stmt->at, &at);
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
	const struct Stmt *seen[PROPERTY_MOST] = { 0 }, *joint = NULL, *inertia = NULL;
	if (!stmt->on.text)
		missing_on(c, stmt, "body");
	evaluate_placement(&c->scope, &stmt->at, &body->at);
	resolver_add(&c->resolver, stmt->name, stmt->on, body->at, body);
	for (const struct Stmt *s = stmt->block.first; s; s = s->next) {
		if (!statement_placed(c->diags, s, WHERE_BODY))
			continue;
		if (s->kind == STMT_FRAME) {
			declare_frame(c, s, &stmt->name);
		} else if (s->kind == STMT_JOINT) {
			if (joint)
				diag_duplicate(c->diags, s->span, joint->span, "joint");
			else
				declare_joint(c, body, s);
			joint = joint ? joint : s;
		} else {
			const struct Property *property = set_property(c, body, s, WHERE_BODY, seen);
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
		diag_duplicate(c->diags, stmt->span, (*slot)->span, "%s", what);
	else
		*slot = stmt;
}

static void collect(struct Checker *c, const struct Ast *ast)
{
	const struct Stmt *first = ast->statements.first;
	for (struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next) {
		if (!statement_placed(c->diags, stmt, WHERE_TOP))
			continue;
		switch (stmt->kind) {
		case STMT_MODEL: once(c, &c->model_stmt, stmt, "model"); break;
		case STMT_GENERATE: once(c, &c->generate, stmt, "generate"); break;
		case STMT_CONST: case STMT_PARAM: scope_declare_const(&c->scope, stmt); break;
		case STMT_FUNCTION: case STMT_TABLE: scope_declare_function(&c->scope, stmt); break;
		case STMT_KIND: kinds_define(&c->model->kinds, c->diags, stmt); break;
		case STMT_WRENCH: c->model->wrenches++; break;
		case STMT_BODY: case STMT_FRAME: case STMT_JOINT: case STMT_PROPERTY: case STMT_POSE: break;
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
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	for (size_t i = 0; i < c->scope.functions.count; i++)
		if (c->scope.functions.item[i].table)
			evaluate_table(&c->scope, &c->scope.functions.item[i]);
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_BODY)
			declare_body(c, stmt);
		else if (stmt->kind == STMT_FRAME)
			declare_frame(c, stmt, NULL);
		else if (stmt->kind == STMT_PROPERTY &&
		         (stmt != c->not_a_model || property_find(stmt->name.text)))
			set_property(c, NULL, stmt, WHERE_TOP, seen);
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
				diag_duplicate(c->diags, name.span, other->joint.name.span, "joint '%s'",
				               name.text);
		} else if (!default_name) {
			note_case(c, &joints, name);
		}
	}
}

struct Model *check_model(struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	struct Checker c = { .arena = diags->arena, .diags = diags };
	struct Dag *dag = ARENA_NEW(c.arena, struct Dag);
	struct Model *model = c.model = ARENA_NEW(c.arena, struct Model);
	dag_init(dag, c.arena);
	dag->quarter = request->no_snapping ? 0 : ANGLE_QUARTER_WITHIN;
	model->arena = c.arena;
	model->dag = dag;
	dag->usual = usual_new(c.arena);
	model->gravity = vec_const(dag, 0, 0, -9.81);
	kinds_init(&model->kinds, diags);
	scope_init(&c.scope, c.arena, diags, dag);
	resolver_init(&c.resolver, diags);

	collect(&c, ast);
	settings_define(&c.scope, request);
	declare(&c, ast);
	check_names(&c);
	for (size_t i = 0; i < request->locks; i++)
		settings_lock(&c.scope, &c.resolver, request->lock[i]);
	if (request->gravity)
		settings_gravity(&c.scope, request->gravity, &model->gravity);
	resolver_finish(&c.resolver, model);

	model->parameters = c.scope.parameters;
	model->name = c.model_stmt ? c.model_stmt->name : (struct Ident){ .text = "model" };
	model->doc = c.model_stmt ? c.model_stmt->doc : NULL;
	if (c.generate)
		model->functions = c.generate->list;
	motions_check(&model->kinds, diags);
	if (diags->errors)
		return model;
	model_number(model);
	motions_couple(&c.scope, model);
	if (diags->errors)
		return model;
	for (int i = 0; i < model->bodies; i++)
		motions_give(&c.scope, &model->body[i].joint, body_moves(&model->body[i]));
	if (diags->errors)
		return model;
	poses_declare(&c.scope, model, ast);
	given_places(model, diags, request);
	if (diags->errors)
		return model;
	model_merge(model);
	given_inertias(model, request);
	wrenches_declare(model, diags, &c.resolver, ast);
	model_lint(model, diags);
	return model;
}
