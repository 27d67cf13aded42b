#include "rate.h"

#include "couple.h"
#include "model/model.h"
#include "model/part/naming.h"
#include "model/part/property.h"

static bool is_state(const struct Stmt *stmt)
{
	return stmt->kind == STMT_INPUT && stmt->law;
}

bool rates_any(const struct Items *items)
{
	bool any = false;
	for (size_t i = 0; i < items->count; i++)
		any |= is_state(items->item[i].stmt);
	return any;
}

/* The only property of the block; NULL after a diagnostic. */
static const struct Stmt *rate_of(struct Scope *scope, const struct Stmt *stmt)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 }, *found = NULL;
	for (const struct Stmt *item = stmt->block.first; item; item = item->next)
		if (where_allows(scope->diags, item, WHERE_INPUT) &&
		    property_of(scope->diags, item, WHERE_INPUT, seen)) {
			if (found)
				diag_duplicate(scope->diags, item->span, found->span, "the rate");
			found = found ? found : item;
		}
	if (!stmt->block.first)
		diag_help(scope->diags, diag(scope->diags, CHECK_SYNTAX, stmt->span, "a state needs a rate"),
		          "input NAME: UNIT = DEFAULT { rate EXPRESSION }");
	return found;
}

static void take_rate(struct Scope *scope, struct Parameter *state, struct Value value)
{
	static const struct Dim second = { .s = 1 };
	const struct Dim dim = dim_times(state->dim, second, -1);
	if (state->count > 1 && !value_is_vector(scope->diags, value, (size_t)state->count))
		return;
	for (int k = 0; k < state->count; k++) {
		struct Value one =
			state->kind == VALUE_SCALAR ? value : value_items(VALUE_SCALAR, value.span, &value.item[k], 1);
		value_scalar(scope->diags, one, dim, &state->rate[k]);
	}
}

void rates_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items)
{
	if (!rates_any(items))
		return;
	struct Coupler *coupler = coordinates_known(scope, model, resolver);
	for (size_t i = 0; i < items->count; i++) {
		const struct Stmt *stmt = items->item[i].stmt;
		const struct Env *env = items->item[i].env;
		if (!is_state(stmt))
			continue;
		scope_see(scope, (struct Locals){ .env = env });
		struct Parameter *state = parameter_named(&model->states, name_declared(scope, model, stmt->name).text);
		const struct Stmt *item = rate_of(scope, stmt);
		if (!state || !item)
			continue;
		struct Locals locals = coordinates_of_state(scope, coupler, env);
		locals.hint = "a rate knows inputs, states, coordinates of joints, and with a d at the end their rates";
		scope_see(scope, locals);
		state->rate = ARENA_ARRAY(scope->arena, Ref, state->count);
		dag_zeros(scope->dag, state->rate, state->count);
		const struct Value value = evaluate(scope, item->value);
		if (value.kind != VALUE_ERROR)
			take_rate(scope, state, value);
	}
	scope_see(scope, (struct Locals){ 0 });
}
