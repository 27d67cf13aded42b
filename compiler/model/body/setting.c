#include "setting.h"

#include <string.h>

#include "position.h"
#include "stages.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/part/expand.h"
#include "model/part/resolve.h"
#include "grammar/reader.h"

/* Setting from the command line, "name" or "name=expression". The whole text becomes a source, so messages can show
 * it. */
struct Setting {
	struct Ident name;
	struct Expr *value; /* NULL without `=`, without a value or after a mistake */
	bool good;
};

static struct Setting read_setting(struct Scope *scope, const char *option, const char *text)
{
	struct Setting setting = { .good = true };
	const char *end;
	setting.name.text = text_name(scope->arena, text, '=', &end);
	const char *equals = strchr(end, '=');
	size_t skip = equals ? (size_t)(equals - text) + 1 : strlen(text), errors = scope->diags->errors;
	struct Ast ast = { 0 };
	if (text[skip + strspn(text + skip, " \t")])
		ast = read_text(scope->diags, option, text, strlen(text), skip, READ_VALUE);
	else
		sources_add(scope->diags->sources, option, text, strlen(text));
	setting.value = ast.value;
	setting.name.span.source = (uint32_t)scope->diags->sources->count - 1;
	setting.name.span.end = (uint32_t)(end - text);
	setting.good = scope->diags->errors == errors;
	return setting;
}

static void define_const(struct Scope *scope, const char *text)
{
	struct Setting setting = read_setting(scope, "-D", text);
	struct Const *constant = scope_const(scope, setting.name.text);
	if (!constant) {
		struct Nearest nearest = diags_nearest(scope->diags, setting.name.text);
		NEAREST_EACH(&nearest, scope->item, scope->count, name.text);
		diag_nearest(scope->diags,
		             diag(scope->diags, CHECK_UNKNOWN_DEFINE, setting.name.span,
		                  "the model has no constant '%s'", setting.name.text),
		             &nearest);
	} else if (!setting.value && setting.good) {
		diag(scope->diags, CHECK_UNKNOWN_DEFINE, setting.name.span, "write %s=VALUE", setting.name.text);
	} else {
		constant->replacement = setting.value;
	}
}

static void evaluate_constants(struct Scope *scope)
{
	for (size_t i = 0; i < scope->count; i++)
		evaluate_const(scope, &scope->item[i]);
}

/* Forgets all values. A replaced parameter is a constant, so the others get new elements. No node may keep an old
 * one. */
static void forget_constants(struct Scope *scope, const struct Dag *before)
{
	*scope->dag = *before;
	scope->parameters = (struct ParameterList){ 0 };
	for (size_t i = 0; i < scope->count; i++) {
		scope->item[i].declared = scope->item[i].result;
		scope->item[i].state = CONST_NEW;
	}
	for (size_t i = 0; i < scope->functions.count; i++)
		scope->functions.item[i].state = CONST_NEW;
	memo_init(&scope->functions.known, scope->arena);
}

/* Evaluates constants as in the file, for their dimensions; then again with the replacements of -D and of --parametrize=none. Of the first values
 * only kinds and dimensions are used later. */
void settings_define(struct Scope *scope, const struct Request *request)
{
	size_t said = scope->diags->count;
	bool fixes = parametrize_none(request);
	const struct Dag *before = request->defines || fixes ? dag_fork(scope->dag, scope->arena) : NULL;
	evaluate_constants(scope);
	if (!before || scope->diags->errors)
		return;
	scope->diags->count = said; /* notes are repeated, for constants without a replacement */
	for (size_t i = 0; i < scope->count && fixes; i++)
		if (scope->item[i].parameter)
			scope->item[i].replacement = scope->item[i].value;
	for (size_t i = 0; i < request->defines; i++)
		define_const(scope, request->define[i]);
	forget_constants(scope, before);
	if (!scope->diags->errors)
		evaluate_constants(scope);
}

/* Joint by name, as declared; NULL after a diagnostic. */
static struct Joint *find_joint(struct Diags *diags, const struct Resolver *resolver, struct Ident name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name.text);
	for (size_t i = 0; i < resolver->count; i++) {
		struct Body *body = resolver_body(resolver, (int)i);
		nearest_try(&nearest, body ? body->joint->name.text : NULL);
		if (body && strcmp(body->joint->name.text, name.text) == 0)
			return body->joint;
	}
	struct Diag *d = diag(diags, CHECK_UNKNOWN_LOCK, name.span, "the model has no joint '%s'", name.text);
	for (size_t i = 0; i < resolver->count; i++) {
		struct Body *body = resolver_body(resolver, (int)i);
		if (body)
			position_help(diags, d, body, name.text);
	}
	if (!d->help)
		diag_nearest(diags, d, &nearest);
	return NULL;
}

void settings_lock(struct Scope *scope, const struct Resolver *resolver, const char *text)
{
	struct Setting setting = read_setting(scope, "--lock", text);
	struct Diags *diags = scope->diags;
	struct Joint *joint = find_joint(diags, resolver, setting.name);
	if (!joint || !setting.good)
		return;
	if (!setting.value && strchr(text, '=')) {
		diag(diags, CHECK_BAD_LOCK, setting.name.span, "write --lock %s or --lock %s=VALUE", joint->name.text,
		     joint->name.text);
		return;
	}
	if (joint->kind->nq == 0) {
		diag(diags, CHECK_BAD_LOCK, setting.name.span, "joint '%s' is fixed already", joint->name.text);
		return;
	}
	joint->locked = true;
	position_neutral(scope->dag, joint->kind, joint->lock);
	if (setting.value)
		position_value(scope->dag, diags, CHECK_BAD_LOCK, "the position of a locked joint", joint,
		               evaluate(scope, setting.value), joint->lock);
}

void settings_without(const struct Request *request, struct Model *model)
{
	for (size_t i = 0; i < request->withouts; i++)
		model->without |= 1u << without_find(request->without[i]);
}

void settings_closure(const struct Request *request, struct Model *model)
{
	const struct ClosureTolerance usual = { .length = 5e-5, .angle = 5e-5 };
	model->tolerance.length = request->closure > 0 ? request->closure : usual.length;
	model->tolerance.angle = request->closure_angle > 0 ? request->closure_angle : usual.angle;
}

void settings_gravity(struct Scope *scope, const char *text, struct Model *model)
{
	struct Ast ast = read_text(scope->diags, "--gravity", text, strlen(text), 0, READ_VALUE);
	if (!ast.value)
		return;
	value_vector(scope->diags, evaluate(scope, ast.value), dim_acceleration, &model->gravity);
	model->gravity_at = ast.value->span;
}

/* --- statements: contacts, phases, idle joints --- */

/* Position in the argument of an option. */
struct Reading {
	struct Diags *diags;
	const char *option, *text, *at;
	uint32_t source;
};

/* Adds the argument as a source. False after a diagnostic. */
static bool begin_reading(struct Reading *r, struct Diags *diags, const char *option, const char *text)
{
	*r = (struct Reading){ .diags = diags, .option = option, .text = text, .at = text };
	return reader_open(diags, option, text, strlen(text), &r->source);
}

/* Name up to `end` or the end of the argument, in quotation marks where it has that sign. Without text after a
 * diagnostic. */
static struct Ident read_name(struct Reading *r, char end)
{
	static const char blanks[] = " \t";
	const char *begin = r->at + strspn(r->at, blanks), *behind;
	const char *name = text_name(r->diags->arena, r->at, end, &behind);
	struct Span span = { (uint32_t)(begin - r->text), (uint32_t)(behind - r->text), r->source };
	r->at = behind + strspn(behind, blanks);
	if (!*name)
		diag(r->diags, CHECK_CONTACT_OPTION, span, "a name belongs here");
	return (struct Ident){ .text = *name ? name : NULL, .span = span, .quoted = *begin == '"' };
}

/* Passes the sign; false if another one is there. */
static bool pass(struct Reading *r, char sign)
{
	bool there = *r->at == sign;
	r->at += there;
	return there;
}

/* Name of the declaration and its `=`. */
static bool read_declared(struct Reading *r, const char *form, struct Ident *name)
{
	*name = read_name(r, '=');
	bool equals = pass(r, '=');
	if (name->text && !equals)
		diag(r->diags, CHECK_CONTACT_OPTION, name->span, "write %s %s", r->option, form);
	return name->text && equals;
}

static struct Stmt *new_statement(const struct Reading *r, enum StmtKind kind, struct Ident name)
{
	struct Stmt *stmt = ARENA_NEW(r->diags->arena, struct Stmt);
	*stmt = (struct Stmt){ .kind = kind, .name = name, .span = name.span };
	return stmt;
}

/* Kind of a contact: `fixed`, `line(x)`. */
static bool read_contact_kind(struct Reading *r, struct Stmt *stmt)
{
	size_t begin = (size_t)(r->at - r->text), errors = r->diags->errors;
	const struct Expr *value = read_part(r->diags, r->source, r->text, begin, strlen(r->text), READ_VALUE).value;
	if (value && (value->kind == EXPR_NAME || value->kind == EXPR_CALL)) {
		stmt->joint = value->name;
		stmt->list = value->list;
		return true;
	}
	if (r->diags->errors == errors)
		diag(r->diags, CHECK_CONTACT_KIND, value ? value->span : stmt->name.span,
		     "a contact is `fixed`, `line(axis)` or `slide`, or a point without a kind");
	return false;
}

/* Reads NAME=FRAME or NAME=FRAME:KIND; NULL after a diagnostic. */
static struct Stmt *read_contact(struct Diags *diags, const char *text)
{
	struct Reading r;
	struct Ident name;
	if (!begin_reading(&r, diags, "--contact", text) || !read_declared(&r, "NAME=FRAME or NAME=FRAME:KIND", &name))
		return NULL;
	struct Stmt *stmt = new_statement(&r, STMT_CONTACT, name);
	stmt->on = read_name(&r, ':');
	bool good = stmt->on.text != NULL;
	if (pass(&r, ':'))
		good &= read_contact_kind(&r, stmt);
	return good ? stmt : NULL;
}

/* Reads NAME=CONTACT,CONTACT; NULL after a diagnostic. */
static struct Stmt *read_phase(struct Diags *diags, const char *text)
{
	struct Reading r;
	struct Ident name;
	if (!begin_reading(&r, diags, "--phase", text) || !read_declared(&r, "NAME=CONTACT,CONTACT", &name))
		return NULL;
	struct Stmt *stmt = new_statement(&r, STMT_PHASE, name);
	do {
		struct Ident contact = read_name(&r, ',');
		if (!contact.text)
			return NULL;
		stmt->list =
			arguments_add(diags, stmt->list, (struct Ident){ .text = NULL }, expr_name(diags, contact));
	} while (pass(&r, ','));
	return stmt;
}

static struct Stmt *read_idle(struct Diags *diags, const char *joint)
{
	struct Ident name = { .text = joint, .span = sources_option(diags->sources, "--idle", joint), .quoted = true };
	struct Stmt *stmt = ARENA_NEW(diags->arena, struct Stmt);
	*stmt = (struct Stmt){ .kind = STMT_IDLE, .span = name.span };
	stmt->list = arguments_add(diags, stmt->list, name, NULL);
	return stmt;
}

void settings_statements(const struct Scope *scope, const struct Request *request, struct Items *items)
{
	const struct {
		struct Stmt *(*read)(struct Diags *diags, const char *text);
		const char *const *text;
		size_t count;
	} options[] = {
		{ read_contact, request->contact, request->contacts },
		{ read_phase, request->phase, request->phases },
		{ read_idle, request->idle, request->idles },
	};
	for (size_t k = 0; k < sizeof options / sizeof *options; k++)
		for (size_t i = 0; i < options[k].count; i++) {
			struct Stmt *stmt = options[k].read(scope->diags, options[k].text[i]);
			if (stmt)
				*ARENA_PUSH(scope->arena, items) = (struct Item){ stmt, NULL };
		}
}

/* --- the values of parameters --- */

static const struct Parameter *find_parameter(struct Diags *diags, const struct ParameterList *all, struct Ident name)
{
	const struct Parameter *found = parameter_named(all, name.text);
	if (found)
		return found;
	struct Nearest nearest = diags_nearest(diags, name.text);
	for (size_t i = 0; i < all->count; i++)
		nearest_try(&nearest, all->item[i]->name.text);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_PARAM, name.span, "the model has no parameter '%s'", name.text),
	             &nearest);
	return NULL;
}

bool settings_param(struct Diags *diags, const struct ParameterList *all, const char *option, const char *text,
                    double *number)
{
	struct Scope scope;
	struct Dag dag;
	dag_init(&dag, diags->arena);
	scope_init(&scope, diags->arena, diags, &dag);
	struct Setting setting = read_setting(&scope, option, text);
	const struct Parameter *parameter = find_parameter(diags, all, setting.name);
	if (!parameter || !setting.good)
		return false;
	if (!setting.value) {
		diag(diags, CHECK_UNKNOWN_PARAM, setting.name.span, "write %s=VALUE", parameter->name.text);
		return false;
	}
	return parameter_numbers(&dag, diags, parameter, evaluate(&scope, setting.value), number + parameter->first);
}
