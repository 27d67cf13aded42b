#include "input.h"

#include <string.h>

#include "model/body.h"
#include "model/expression/evaluate.h"
#include "model/joint.h"
#include "model/part/naming.h"
#include "model/part/unsure.h"

/* A constant with the name of an input would hide it. False after a diagnostic. */
static bool is_new(struct Scope *scope, struct Ident name)
{
	const struct Const *constant = scope_const(scope, name.text);
	if (constant)
		diag_duplicate(scope->diags, name.span, constant->name.span, "'%s'", name.text);
	return !constant;
}

/* The default, 0 without one. */
static struct Value default_of(struct Scope *scope, const struct Stmt *stmt)
{
	if (stmt->value)
		return evaluate(scope, stmt->value);
	struct Dim dim = stmt->by ? stmt->by->unit.dim : dim_none;
	return value_number(scope->dag, stmt->name.span, dag_const(scope->dag, 0), dim, false);
}

static void declare_input(struct Scope *scope, struct Model *model, const struct Stmt *stmt)
{
	struct ScopeInputs *inputs = &scope->inputs;
	struct Parameter *input = ARENA_NEW(scope->arena, struct Parameter);
	*input = (struct Parameter){ .name = name_declared(scope, model, stmt->name),
		                     .doc = stmt->doc,
		                     .unit = stmt->by };
	if (scope_reserved(scope, input->name) || !is_new(scope, input->name))
		return;
	int number = (int)inputs->all.count, first = names_find(&inputs->names, input->name.text);
	if (first >= 0) {
		diag_duplicate(scope->diags, input->name.span, inputs->all.item[first]->name.span, "input '%s'",
		               input->name.text);
		return;
	}
	struct Value value = parameter_value(scope->dag, scope->diags, &inputs->all, input, default_of(scope, stmt));
	if ((int)inputs->all.count == number) /* after a diagnostic */
		return;
	if (value.kind == VALUE_MATRIX)
		diag(scope->diags, CHECK_KIND, value.span, "an input is a number or a vector");
	names_add(&inputs->names, input->name.text, number);
	*ARENA_PUSH(scope->arena, &inputs->values) = value_kept(scope->arena, value);
}

void inputs_declare(struct Scope *scope, struct Model *model, const struct Items *items)
{
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_INPUT)
			continue;
		scope_forget(scope);
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		declare_input(scope, model, items->item[i].stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
	model->inputs = scope->inputs.all;
}

void inputs_check_names(struct Diags *diags, const struct Model *model, const struct Resolver *resolver)
{
	const struct ParameterList *all = &model->inputs;
	struct NameTable names = names_new(arena_scratch(diags->arena));
	for (size_t i = 0; i < all->count; i++)
		names_add(&names, all->item[i]->name.text, (int)i);
	for (size_t i = 0; i < resolver->count && all->count; i++) {
		const struct Body *body = resolver->item[i].body;
		int input = body ? names_find(&names, body->joint->name.text) : -1;
		if (input < 0)
			continue;
		struct Ident name = all->item[input]->name;
		struct Diag *said = diag(diags, CHECK_DUPLICATE, name.span, "'%s' is a joint too", name.text);
		diag_note(diags, said, body->joint->name.span, "the joint");
	}
}

const struct Value *input_named(struct Scope *scope, const char *name)
{
	struct ScopeInputs *inputs = &scope->inputs;
	const struct Instance *in = instance_of(scope->locals.env);
	if (!inputs->all.count)
		return NULL;
	int own = in ? names_find(&inputs->names, text_print(scope->arena, "%s%s", in->prefix, name)) : -1;
	int found = own < 0 ? names_find(&inputs->names, name) : own;
	if (found < 0)
		return NULL;
	inputs->all.item[found]->read = true;
	return &inputs->values.item[found];
}

void inputs_note_unread(struct Diags *diags, const struct Model *model)
{
	for (size_t i = 0; i < model->inputs.count; i++) {
		const struct Parameter *input = model->inputs.item[i];
		if (!input->read)
			diag(diags, CHECK_UNUSED, input->name.span, "nothing reads the input '%s'", input->name.text);
	}
}
