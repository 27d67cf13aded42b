#include "setting.h"

#include <string.h>

#include "position.h"
#include "model/part/resolve.h"
#include "dag/default_values.h"
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
		struct Nearest nearest;
		nearest_init(&nearest, setting.name.text);
		for (size_t i = 0; i < scope->count && i < NEAREST_MOST; i++)
			nearest_try(&nearest, scope->item[i].name.text);
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

/* Evaluates constants as in the file, for their dimensions; then again with the replacements of -D. */
void settings_define(struct Scope *scope, const struct Request *request)
{
	size_t said = scope->diags->count;
	evaluate_constants(scope);
	if (!request->defines || scope->diags->errors)
		return;
	scope->diags->count = said; /* notes are repeated, for constants without a replacement */
	for (size_t i = 0; i < request->defines; i++)
		define_const(scope, request->define[i]);
	/* a replaced parameter is a constant */
	scope->parameters = (struct ParameterList){ 0 };
	scope->dag->default_value = default_values_new(scope->arena);
	for (size_t i = 0; i < scope->count; i++) {
		scope->item[i].declared = scope->item[i].result;
		scope->item[i].state = CONST_NEW;
	}
	for (size_t i = 0; i < scope->functions.count; i++)
		scope->functions.item[i].state = CONST_NEW;
	memo_init(&scope->functions.known, scope->arena);
	if (!scope->diags->errors)
		evaluate_constants(scope);
}

/* Joint by name, as declared; NULL after a diagnostic. */
static struct Joint *find_joint(struct Diags *diags, const struct Resolver *resolver, struct Ident name)
{
	struct Nearest nearest;
	struct Joint *joint = NULL;
	const struct Body *of_body = NULL;
	nearest_init(&nearest, name.text);
	for (size_t i = 0; i < resolver->count; i++) {
		struct Body *body = resolver_body(resolver, (int)i);
		if (body && i < NEAREST_MOST)
			nearest_try(&nearest, body->joint.name.text);
		if (body && strcmp(body->joint.name.text, name.text) == 0)
			joint = &body->joint;
		else if (body && strcmp(body->name.text, name.text) == 0)
			of_body = body;
	}
	if (joint)
		return joint;
	struct Diag *d = diag(diags, CHECK_UNKNOWN_LOCK, name.span, "the model has no joint '%s'", name.text);
	if (of_body)
		diag_help(diags, d, "the joint of body '%s' is '%s'", of_body->name.text, of_body->joint.name.text);
	else
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

void settings_gravity(struct Scope *scope, const char *text, struct Model *model)
{
	struct Ast ast = read_text(scope->diags, "--gravity", text, strlen(text), 0, READ_VALUE);
	if (!ast.value)
		return;
	value_vector(scope->diags, evaluate(scope, ast.value), dim_acceleration, &model->gravity);
	model->gravity_at = ast.value->span;
}

/* --- the values of parameters --- */

static const struct Parameter *find_parameter(struct Diags *diags, const struct ParameterList *all, struct Ident name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name.text);
	for (size_t i = 0; i < all->count; i++) {
		if (strcmp(all->item[i]->name.text, name.text) == 0)
			return all->item[i];
		if (i < NEAREST_MOST)
			nearest_try(&nearest, all->item[i]->name.text);
	}
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
