#include "naming.h"

#include <string.h>

#include "model/expression/evaluate.h"
#include "model/expression/path.h"
#include "unsure.h"

static bool is_root(struct Ident name)
{
	return !name.quoted && !name.path && strcmp(name.text, "root") == 0;
}

/* Full name, without special names; its text is NULL after a diagnostic. */
static struct Ident full_name(struct Scope *scope, struct Model *model, struct Ident name)
{
	const struct Instance *in = instance_of(scope->locals.env);
	if (!in && !name.path)
		return name;
	const char *text = name.path ? evaluate_path(scope, name.path) : name.text;
	name.path = NULL;
	name.text = text;
	if (!text)
		return name;
	if (in && strlen(in->prefix) + strlen(text) > PATH_LONGEST && !model->unsure)
		diag(scope->diags, CHECK_BAD_NAME, name.span, "with '%s' in front this name is longer than %d bytes",
		     in->prefix, PATH_LONGEST);
	else
		name.text = text_print(scope->arena, "%s%s", in ? in->prefix : "", text);
	names_add(&model->made, name.text, 0);
	return name;
}

struct Ident name_declared(struct Scope *scope, struct Model *model, struct Ident name)
{
	if (!name.text || ident_is_world(name))
		return name;
	if (instance_of(scope->locals.env) && is_root(name)) {
		struct Diag *d =
			diag(scope->diags, CHECK_RESERVED, name.span, "'root' is the body that carries the part");
		diag_help(scope->diags, d, "in quotes it is a name like others: \"root\"");
	}
	struct Ident full = full_name(scope, model, name);
	const struct Env *env = scope->locals.env;
	if (model->unsure && full.text)
		full.text = unsure_declared(model->unsure, full.text, env ? env->turn : 0);
	else if (model->unsure)
		full.text = unsure_element(model->unsure, text_print(scope->arena, "%s%s",
		                                                     env && env->in ? env->in->prefix : "", name.text));
	full.text = full.text ? full.text : name.text;
	return full;
}

struct Ident name_meant(struct Scope *scope, struct Model *model, struct Ident name, bool *root)
{
	const struct Instance *in = instance_of(scope->locals.env);
	*root = in && name.text && is_root(name);
	if (*root)
		return in->carrier;
	return !name.text || ident_is_world(name) ? name : full_name(scope, model, name);
}
