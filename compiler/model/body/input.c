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

/* `moving` alone may follow the default. */
static bool is_moving(struct Scope *scope, struct Ident word)
{
	static const char *const moving = "moving";
	if (!word.text)
		return false;
	if (strcmp(word.text, moving) == 0)
		return true;
	struct Diag *said =
		diag(scope->diags, CHECK_UNKNOWN_NAME, word.span, "'%s' says nothing of an input", word.text);
	diag_help(scope->diags, said, "an input with a rate and an acceleration is '%s'", moving);
	return false;
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
		                     .unit = stmt->by,
		                     .moving = is_moving(scope, stmt->curve) };
	if (scope_reserved(scope, input->name) || !is_new(scope, input->name))
		return;
	if (input->moving && stmt->law) {
		diag(scope->diags, CHECK_KIND, stmt->curve.span,
		     "'%s' is given with its rate and acceleration, or has a rate of its own, not both",
		     input->name.text);
		return;
	}
	int number = (int)inputs->all.count, first = names_find(&inputs->names, input->name.text);
	if (first >= 0) {
		diag_duplicate(scope->diags, input->name.span, inputs->all.item[first]->name.span, "input '%s'",
		               input->name.text);
		return;
	}
	struct ParameterList *list = stmt->law ? &inputs->states : &inputs->given;
	const size_t before = list->count;
	struct Value value = parameter_value(scope->dag, scope->diags, list, input, default_of(scope, stmt));
	if (list->count == before) /* after a diagnostic */
		return;
	*ARENA_PUSH(scope->arena, &inputs->all) = input;
	if (value.kind == VALUE_MATRIX)
		diag(scope->diags, CHECK_KIND, value.span, "an input is a number or a vector");
	for (int i = 0; i < input->count && input->moving; i++)
		*ARENA_PUSH(scope->arena, &scope->dag->moving) = (uint32_t)(input->first + i);
	names_add(&inputs->names, input->name.text, number);
	*ARENA_PUSH(scope->arena, &inputs->values) = value_kept(scope->arena, value);
}

void inputs_declare(struct Scope *scope, struct Model *model, const struct Items *items)
{
	scope->dag->moving.count = 0;
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_INPUT)
			continue;
		scope_forget(scope);
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		declare_input(scope, model, items->item[i].stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
	model->inputs = scope->inputs.given;
	model->states = scope->inputs.states;
}

void inputs_check_names(struct Scope *scope, const struct Resolver *resolver)
{
	const struct ScopeInputs *inputs = &scope->inputs;
	for (size_t i = 0; i < resolver->count && inputs->all.count; i++) {
		const struct Body *body = resolver->item[i].body;
		int input = body ? names_find(&inputs->names, body->joint->name.text) : -1;
		if (input < 0)
			continue;
		struct Ident name = inputs->all.item[input]->name;
		struct Diag *said = diag(scope->diags, CHECK_DUPLICATE, name.span, "'%s' is a joint too", name.text);
		diag_note(scope->diags, said, body->joint->name.span, "the joint");
	}
}

/* Index of the input with this name here; -1: none. */
static int input_meant(struct Scope *scope, const char *name)
{
	const struct ScopeInputs *inputs = &scope->inputs;
	const struct Instance *in = instance_of(scope->locals.env);
	if (!inputs->all.count)
		return -1;
	int own = in ? names_find(&inputs->names, text_print(scope->arena, "%s%s", in->prefix, name)) : -1;
	return own < 0 ? names_find(&inputs->names, name) : own;
}

static const struct Value *take_input(struct Scope *scope, int input)
{
	scope->inputs.all.item[input]->read = true;
	return &scope->inputs.values.item[input];
}

const struct Value *input_named(struct Scope *scope, const char *name)
{
	int input = input_meant(scope, name);
	return input < 0 ? NULL : take_input(scope, input);
}

const struct Value *input_moving(struct Scope *scope, const char *name)
{
	int input = input_meant(scope, name);
	return input < 0 || !scope->inputs.all.item[input]->moving ? NULL : take_input(scope, input);
}

void inputs_note_unread(const struct Scope *scope)
{
	for (size_t i = 0; i < scope->inputs.all.count; i++) {
		const struct Parameter *input = scope->inputs.all.item[i];
		if (!input->read)
			diag(scope->diags, CHECK_UNUSED, input->name.span, "nothing reads the input '%s'",
			     input->name.text);
	}
}
