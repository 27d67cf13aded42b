/* AST to checked model, by the stages of `stages` below. Statements are collected, and parts are put where they are
 * used (model/part/expand.c). Properties are read (declare.c, model/part/property.c), with those of the command line
 * (model/body/setting.c). Names of parents are resolved (model/part/resolve.c) and coordinates are numbered
 * (model/body/order.c). Joints get their motions, then bodies their wrenches, struts, loops and contacts. */
#include "checker.h"

#include <ctype.h>
#include <string.h>

#include "model/body.h"
#include "model/body/about.h"
#include "checks.h"
#include "base/hints.h"
#include "model/joint.h"
#include "model/line/added.h"
#include "model/line/couple.h"
#include "model/line/declared.h"
#include "model/line/law.h"
#include "model/line/rate.h"
#include "model/line/constraints.h"
#include "model/line/loops.h"
#include "dag/default_values.h"
#include "declare.h"
#include "model/body/file_gravity.h"
#include "model/body/input.h"
#include "model/body/motion.h"
#include "model/body/order.h"
#include "model/body/pose.h"
#include "model/body/setting.h"
#include "model/body/stages.h"
#include "model/line/group.h"
#include "model/line/strut.h"
#include "model/line/wrap.h"
#include "model/part/resolve.h"
#include "model/part/unsure.h"

struct Checker {
	struct Arena *arena;
	struct Diags *diags;
	struct Scope scope;
	struct Model *model;
	struct Resolver resolver;
	struct Stmt *model_stmt, *generate, *order;
	const struct Stmt *not_a_model; /* the first statement, if it is not `model`: already reported */
	const struct Ast *ast;
	const struct Request *request;
	struct Items items; /* statements, with parts expanded */
};

/* --- check of a model --- */

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
		if (!where_allows(c->diags, stmt, WHERE_TOP))
			continue;
		switch (stmt->kind) {
		case STMT_MODEL: once(c, &c->model_stmt, stmt, "model"); break;
		case STMT_GENERATE: once(c, &c->generate, stmt, "generate"); break;
		case STMT_ORDER: once(c, &c->order, stmt, "order"); break;
		case STMT_CONST:
		case STMT_PARAM: scope_declare_const(&c->scope, stmt); break;
		case STMT_FUNCTION:
		case STMT_TABLE: scope_declare_function(&c->scope, stmt); break;
		case STMT_KIND: kinds_define(&c->model->kinds, c->diags, stmt); break;
		default: break; /* expanded first, or read last */
		}
	}
	if (!c->model_stmt || c->model_stmt != first) {
		struct Span span = { 0, 0, 0 };
		struct Diag *d = diag(c->diags, CHECK_MISSING_MODEL, first ? first->span : span,
		                      "the first statement is `model NAME`");
		struct Nearest nearest = diags_nearest(c->diags, first && first->name.text ? first->name.text : "");
		nearest_try(&nearest, "model");
		hint_or_nearest(c->diags, d, HINT_STATEMENT, &nearest);
		c->not_a_model = first;
	}
}

static void declare(struct Checker *c, const struct Items *items)
{
	struct Declaring d = { .scope = &c->scope, .model = c->model, .resolver = &c->resolver };
	copies_init(&d.copies, c->arena);
	int bodies = 0, frames = 0;
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		bodies += stmt->kind == STMT_BODY;
		frames += stmt->kind == STMT_FRAME;
		for (const struct Stmt *s = stmt->kind == STMT_BODY ? stmt->block.first : NULL; s; s = s->next)
			frames += s->kind == STMT_FRAME;
	}
	resolver_room(&c->resolver, bodies, frames);
	for (size_t i = 0; i < c->scope.functions.count; i++)
		if (c->scope.functions.item[i].table)
			evaluate_table(&c->scope, &c->scope.functions.item[i]);
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		if (stmt != c->not_a_model || stmt->kind != STMT_PROPERTY || property_find(stmt->name.text))
			declare_item(&d, &items->item[i]);
	}
}

/* The full name of a frame in parts: leg[3].foot. */
static struct Ident frame_named(struct Checker *c, struct Ident frame)
{
	const char *text = frame.path ? evaluate_path(&c->scope, frame.path) : NULL;
	frame.text = text ? text : frame.text;
	frame.path = NULL;
	return frame;
}

static struct Expr *frames_named(struct Checker *c, const struct Expr *value)
{
	struct Expr *named = NULL, **next = &named;
	for (; value; value = value->a, next = &(*next)->a)
		*next = expr_frames(c->diags, frame_named(c, value->name), NULL);
	return named;
}

/* Functions of `generate` or parts of a fused one, with full names of frames. */
static struct Arguments functions(struct Checker *c, const struct Arguments *written)
{
	struct Arguments list = { 0 };
	for (size_t i = 0; i < written->count; i++) {
		const struct Argument *item = &written->item[i];
		struct Expr *value = item->value;
		if (value && value->kind == EXPR_FUSED)
			value = expr_fused(c->diags, value->span, functions(c, &value->list));
		else if (value)
			value = frames_named(c, value);
		list = arguments_add(c->diags, list, item->name, value);
	}
	return list;
}

/* Names of the same kind, to find names differing only in case. */
struct NameSet {
	struct NameTable folded; /* to item */
	struct Ident *item;
	size_t count, capacity;
};

static void note_case(struct Checker *c, struct NameSet *set, struct Ident name)
{
	struct Arena *arena = arena_scratch(c->arena);
	char *lower = arena_copy(arena, name.text, strlen(name.text));
	for (char *p = lower; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	if (!set->folded.arena)
		set->folded = names_new(arena);
	int first = names_add(&set->folded, lower, (int)set->count);
	if (first == (int)set->count) {
		*ARENA_PUSH(arena, set) = name;
	} else if (strcmp(set->item[first].text, name.text) != 0) {
		struct Diag *d = diag(c->diags, CHECK_CASE_CLASH, name.span, "'%s' differs from '%s' only in case",
		                      name.text, set->item[first].text);
		diag_note(c->diags, d, set->item[first].span, "the other one");
	}
}

static void check_names(struct Checker *c)
{
	struct NameSet constants = { 0 }, sites = { 0 }, joints = { 0 };
	struct NameTable exact = names_new(arena_scratch(c->arena));
	for (size_t i = 0; i < c->scope.count; i++)
		note_case(c, &constants, c->scope.item[i].name);
	for (size_t i = 0; i < c->resolver.count; i++) {
		const struct Body *body = c->resolver.item[i].body;
		note_case(c, &sites, c->resolver.item[i].name);
		if (!body)
			continue;
		struct Ident name = body->joint->name;
		int first = names_add(&exact, name.text, (int)i);
		bool default_name = name.text == body->name.text;
		if (first != (int)i) {
			/* default names of joints of equally named bodies: reported for the bodies */
			const struct Body *other = resolver_body(&c->resolver, first);
			if (!default_name || other->joint->name.text != other->name.text)
				diag_duplicate(c->diags, name.span, other->joint->name.span, "joint '%s'", name.text);
		} else if (!default_name) {
			note_case(c, &joints, name);
		}
	}
}

static void checker_init(struct Checker *c, struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	*c = (struct Checker){ .arena = diags->arena, .diags = diags, .ast = ast, .request = request };
	struct Dag *dag = ARENA_NEW(c->arena, struct Dag);
	struct Model *model = c->model = ARENA_NEW(c->arena, struct Model);
	dag_init(dag, c->arena);
	dag->quarter = request->no_snapping ? 0 : ANGLE_QUARTER_WITHIN;
	model->arena = c->arena;
	model->dag = dag;
	dag->default_value = default_values_new(c->arena);
	model->gravity = vec_const(dag, 0, 0, -9.81);
	settings_without(request, model);
	settings_closure(request, model);
	model->made = names_new(c->arena);
	kinds_init(&model->kinds, diags);
	scope_init(&c->scope, c->arena, diags, dag);
	resolver_init(&c->resolver, diags);
}

/* Loops, constraints, contacts and phases. They share a name space with bodies and frames. */
static void declare_rows(struct Checker *c)
{
	struct DeclaredNames names;
	declared_init(&names, arena_scratch(c->arena), &c->resolver);
	loops_declare(&c->scope, c->model, &names, &c->items);
	constraints_declare(&c->scope, c->model, &names, &c->items);
	contacts_declare(&c->scope, c->model, &names, &c->items);
}

/* Expands parts, and declares bodies, frames and constants. */
static void declare_all(struct Checker *c)
{
	struct Model *model = c->model;
	collect(c, c->ast);
	settings_define(&c->scope, c->request);
	c->items = expand(&c->scope, model, c->ast);
	settings_statements(&c->scope, c->request, &c->items);
	inputs_declare(&c->scope, model, &c->items);
	declare(c, &c->items);
	inputs_check_names(&c->scope, &c->resolver);
	check_names(c);
	limits_doubt(c->diags, model->dag, &c->resolver, c->ast);
	for (size_t i = 0; i < c->request->locks; i++)
		settings_lock(&c->scope, &c->resolver, c->request->lock[i]);
	if (c->request->gravity)
		settings_gravity(&c->scope, c->request->gravity, model);
	else
		file_gravity_take(&c->scope, model, &c->items);
	resolver_finish(&c->resolver, model);
	copies_finish(model, &c->resolver);
}

static void name_model(struct Checker *c)
{
	struct Model *model = c->model;
	model->parameters = c->scope.parameters;
	model->name = c->model_stmt ? c->model_stmt->name : (struct Ident){ .text = "model" };
	model->doc = c->model_stmt ? c->model_stmt->doc : NULL;
	if (c->generate)
		model->functions = functions(c, &c->generate->list);
	motions_check(&model->kinds, c->diags);
}

static void couple_loops(struct Checker *c)
{
	loops_couple(&c->scope, c->model, &c->resolver, &c->items);
}

static void number_coordinates(struct Checker *c)
{
	c->model->lawful =
		laws_any(&c->items) || rates_any(&c->items) || added_any(c->model) || constraints_see(&c->items);
	coordinates_number(&c->scope, c->model, c->order);
	idle_declare(&c->scope, c->model, &c->items);
	parametrize_offsets(c->model, c->diags, c->request);
	poses_declare(&c->scope, c->model, c->ast);
	coordinates_couple(&c->scope, c->model, &c->resolver);
}

static void give_motions(struct Checker *c)
{
	struct Model *model = c->model;
	for (int i = 0; i < model->bodies; i++) {
		scope_forget(&c->scope);
		motions_give(&c->scope, model->body[i].joint, body_moves(&model->body[i]));
	}
}

/* Merges fixed bodies with their parents. Then wrenches, struts, loops and contacts act on bodies and frames. */
static void merge_and_load(struct Checker *c)
{
	struct Model *model = c->model;
	table_ranges_check(&c->scope, model);
	about_frames(model, c->diags, &c->resolver);
	model_merge(model);
	parametrize_inertias(model, c->request);
	parametrize_payloads(model, c->diags, c->request);
	wrenches_declare(&c->scope, model, &c->resolver, &c->items);
	wraps_declare(&c->scope, model, &c->resolver, &c->items);
	struts_declare(&c->scope, model, &c->resolver, &c->items);
	groups_declare(&c->scope, model, &c->items);
	laws_declare(&c->scope, model, &c->resolver, &c->items);
	rates_declare(&c->scope, model, &c->resolver, &c->items);
	added_declare(model, c->diags);
	declare_rows(c);
	assertions_check(&c->scope, model, &c->resolver, &c->items);
	if (!c->diags->errors)
		paths_note(model, c->diags);
	model_lint(model, c->diags);
}

static void read_shapes(struct Checker *c)
{
	shapes_read(&c->scope, c->model);
}

static void doubt_root(struct Checker *c)
{
	root_doubt(c->model, c->diags, c->ast, c->request);
}

static void note_unused(struct Checker *c)
{
	if (c->model->bodies)
		unused_note(c->diags, c->ast, c->model_stmt);
	inputs_note_unread(&c->scope);
	wraps_note_unused(c->model, c->diags);
}

/* Stages of the check. Those after the first two stages need a model without errors. */
static void (*const stages[])(struct Checker *) = { declare_all,        name_model,   couple_loops,
	                                            number_coordinates, give_motions, merge_and_load,
	                                            read_shapes,        doubt_root,   note_unused };
enum { STAGES = sizeof stages / sizeof *stages, STAGES_IN_ANY_CASE = 2 };

struct Model *check_model(struct Diags *diags, const struct Ast *ast, const struct Request *request)
{
	struct Checker *c = ARENA_NEW(diags->arena, struct Checker); /* its scope lives as long as the model */
	accepts_declare(diags, ast);
	checker_init(c, diags, ast, request);
	c->model->scope = &c->scope;
	for (int i = 0; i < STAGES && (i < STAGES_IN_ANY_CASE || !diags->errors); i++)
		stages[i](c);
	return c->model;
}

/* --- parts without a use --- */

/* Stages of check_model, without the stages that need a part's placement or its numbers. */
static void try_parts(struct Checker *c)
{
	struct Model *model = c->model;
	collect(c, c->ast);
	settings_define(&c->scope, c->request);
	c->items = expand(&c->scope, model, c->ast);
	inputs_declare(&c->scope, model, &c->items);
	declare(c, &c->items);
	inputs_check_names(&c->scope, &c->resolver);
	check_names(c);
	resolver_finish(&c->resolver, model);
	if (c->diags->errors)
		return;
	couple_loops(c);
	coordinates_number(&c->scope, model, NULL);
	coordinates_couple(&c->scope, model, &c->resolver);
	for (int i = 0; i < model->bodies; i++)
		passive_try(&c->scope, model->unsure, model->body[i].joint);
	about_frames(model, c->diags, &c->resolver);
	wrenches_declare(&c->scope, model, &c->resolver, &c->items);
	wraps_declare(&c->scope, model, &c->resolver, &c->items);
	struts_declare(&c->scope, model, &c->resolver, &c->items);
	groups_declare(&c->scope, model, &c->items);
	laws_declare(&c->scope, model, &c->resolver, &c->items);
	rates_declare(&c->scope, model, &c->resolver, &c->items);
	declare_rows(c);
	assertions_check(&c->scope, model, &c->resolver, &c->items);
	shapes_read(&c->scope, model);
}

/* Is it an error in every use? Excluded: too many statements, since all parts share one model; and refused mirror
 * images, since a reflected use can cancel the reflection. */
static bool counts(const struct Diag *d)
{
	return check_table[d->check].severity == SEVERITY_ERROR && d->check != CHECK_TOO_LONG &&
	       d->check != CHECK_NO_MIRROR;
}

/* Adds errors not yet reported at the same span: constants and functions of the model were checked again, too. */
static void add_errors(struct Diags *diags, const struct Diags *tried)
{
	struct NameTable said = names_new(diags->arena);
	for (size_t i = 0, before = diags->count; i < before + tried->count; i++) {
		const struct Diag *d = i < before ? &diags->item[i] : &tried->item[i - before];
		const char *what = text_print(diags->arena, "%d %u %u", (int)d->check, d->span.source, d->span.begin);
		bool known = d->span.source >= diags->sources->count; /* -D, read again */
		if (i >= before && (known || !counts(d)))
			continue;
		known = names_add(&said, what, (int)i) != (int)i;
		if (i < before || known)
			continue;
		*ARENA_PUSH(diags->arena, diags) = *d;
		diags->errors++;
	}
}

void check_unused_parts(struct Diags *diags, const struct Ast *ast, const struct Request *request,
                        const struct Model *model)
{
	if (!model->unused.count || diags->syntax_errors)
		return;
	struct Sources sources = *diags->sources;
	sources.capacity = sources.count; /* looks full, so a longer list is a copy */
	struct Diags tried;
	diags_init(&tried, diags->arena, &sources);
	struct Unsure unsure;
	unsure_init(&unsure, diags->arena, &model->unused);
	struct Checker c;
	checker_init(&c, &tried, ast, request);
	c.model->unsure = &unsure;
	try_parts(&c);
	if (tried.errors)
		add_errors(diags, &tried);
}
