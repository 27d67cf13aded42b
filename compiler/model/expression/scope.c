#include "scope.h"

#include <string.h>

#include "base/hints.h"
#include "base/tuning.h"
#include "builtin.h"

void scope_init(struct Scope *scope, struct Arena *arena, struct Diags *diags, struct Dag *dag)
{
	enum { MOST = 4000000, A_BYTE = 16 }; /* half a second, and one or two seconds for each megabyte of source */
	*scope = (struct Scope){ .arena = arena, .diags = diags, .dag = dag, .most = MOST };
	for (size_t i = 0; i < diags->sources->count; i++)
		scope->most += A_BYTE * (uint64_t)diags->sources->item[i].length;
	scope->names = names_new(arena);
	scope->reserved = names_new(arena);
	scope->functions.names = names_new(arena);
	scope->inputs.names = names_new(arena);
	scope->inputs.given.kind = GIVEN_INPUTS;
	scope->inputs.states.kind = GIVEN_STATES;
	memo_init(&scope->functions.known, arena);
}

struct Const *scope_const(struct Scope *scope, const char *name)
{
	int index = names_find(&scope->names, name);
	return index < 0 ? NULL : &scope->item[index];
}

bool locals_hide(const struct Locals *locals, const char *name)
{
	size_t length = strcspn(name, ".[");
	for (int i = 0; i < locals->count; i++)
		if (strncmp(locals->item[i].name, name, length) == 0 && !locals->item[i].name[length])
			return true;
	return false;
}

/* --- environments --- */

void scope_see(struct Scope *scope, struct Locals locals)
{
	scope->locals = locals;
	scope->diags->within = locals.env ? locals.env->within : NULL;
}

void scope_forget(struct Scope *scope)
{
	if (!scope->task)
		arena_empty(arena_scratch(scope->arena));
}

struct Env *env_new(struct Scope *scope, const struct Env *outer, size_t most)
{
	struct Env *env = ARENA_NEW(scope->arena, struct Env);
	env->outer = outer;
	env->turn = outer ? outer->turn : 0;
	env->item = ARENA_ARRAY(scope->arena, struct Const, most);
	env->capacity = most;
	if (most > ENV_TABLE)
		env->names = names_new(scope->arena);
	return env;
}

static struct Const *env_find(const struct Env *env, const char *name)
{
	if (env->names.arena) {
		int index = names_find(&env->names, name);
		return index < 0 ? NULL : &env->item[index];
	}
	for (size_t i = 0; i < env->count; i++)
		if (strcmp(env->item[i].name.text, name) == 0)
			return &env->item[i];
	return NULL;
}

struct Const *env_add(struct Scope *scope, struct Env *env, struct Ident name, struct Expr *value, const struct Env *of)
{
	const struct Const *first = env_find(env, name.text);
	if (first)
		diag_duplicate(scope->diags, name.span, first->name.span, "'%s'", name.text);
	MUST(scope->arena, env->count < env->capacity);
	struct Const *item = &env->item[env->count];
	*item = (struct Const){ .name = name, .value = value, .env = of };
	if (env->names.arena)
		names_add(&env->names, name.text, (int)env->count);
	env->count++;
	return item;
}

void env_put_values(const struct Env *env, struct Text *text)
{
	text_format(text, "%d ", env->outer ? env->outer->values : -1);
	for (size_t i = 0; i < env->count; i++) {
		const struct Value *value = &env->item[i].result;
		text_format(text, "%d %zu ", (int)value->kind, value->count);
		for (size_t k = 0; k < value->count; k++)
			dag_put_refs(&value->item[k].ref, 1, text);
		if (value->kind == VALUE_PLACEMENT) {
			dag_put_refs(&value->placement.R.e[0][0], 9, text);
			dag_put_refs(value->placement.p.e, 3, text);
		}
	}
}

struct Const *env_seen(const struct Env *env, const char *name)
{
	struct Const *item = NULL;
	for (; env && !item; env = env->outer)
		item = env_find(env, name);
	return item;
}

struct Const *scope_seen(struct Scope *scope, const char *name)
{
	struct Const *item = env_seen(scope->locals.env, name);
	return item ? item : scope_const(scope, name);
}

struct Function *scope_function(struct Scope *scope, const char *name)
{
	int index = names_find(&scope->functions.names, name);
	return index < 0 ? NULL : &scope->functions.item[index];
}

/* --- declarations --- */

/* What a name is in the language itself; NULL: nothing. */
static const char *own_meaning(const char *name)
{
	return value_axis_named(name) >= 0  ? "a vector of the language"
	       : strcmp(name, "pi") == 0    ? "a number of the language"
	       : strcmp(name, "world") == 0 ? "the world, which carries all bodies"
	       : builtin_is_reserved(name)  ? "a function of the language"
	                                    : NULL;
}

bool scope_reserved(struct Scope *scope, struct Ident name)
{
	const char *meaning = own_meaning(name.text);
	if (!meaning)
		return false;
	diag(scope->diags, CHECK_RESERVED, name.span, "'%s' has another meaning: it is %s", name.text, meaning);
	names_add(&scope->reserved, name.text, 0);
	return true;
}

void env_declare_const(struct Scope *scope, struct Env *env, const struct Stmt *stmt)
{
	if (!scope_reserved(scope, stmt->name))
		env_add(scope, env, stmt->name, stmt->value, env);
}

void scope_declare_const(struct Scope *scope, const struct Stmt *stmt)
{
	if (scope_reserved(scope, stmt->name))
		return;
	int index = names_add(&scope->names, stmt->name.text, (int)scope->count);
	if (index < (int)scope->count) {
		diag_duplicate(scope->diags, stmt->name.span, scope->item[index].name.span, "%s '%s'",
		               stmt->kind == STMT_PARAM ? "parameter" : "constant", stmt->name.text);
		return;
	}
	struct Const *constant = ARENA_PUSH(scope->arena, scope);
	*constant = (struct Const){ .name = stmt->name, .value = stmt->value };
	if (stmt->kind != STMT_PARAM)
		return;
	constant->parameter = ARENA_NEW(scope->arena, struct Parameter);
	*constant->parameter = (struct Parameter){ .name = stmt->name, .doc = stmt->doc, .unit = stmt->by };
}

/* Checks parameters: their names must differ, each has a unit or nothing. */
static void check_parameters(struct Scope *scope, const struct Arguments *list)
{
	struct NameTable names = names_new(scope->arena);
	for (size_t i = 0; i < list->count; i++) {
		const struct Argument *parameter = &list->item[i];
		if (parameter->value && parameter->value->kind != EXPR_UNIT)
			diag(scope->diags, CHECK_KIND, parameter->value->span, "a unit belongs here");
		if (names_add(&names, parameter->name.text, (int)i) != (int)i)
			diag(scope->diags, CHECK_DUPLICATE, parameter->name.span, "'%s' is given twice",
			     parameter->name.text);
	}
}

void scope_declare_function(struct Scope *scope, const struct Stmt *stmt)
{
	struct Functions *functions = &scope->functions;
	const struct Function *first = scope_function(scope, stmt->name.text);
	if (!scope_reserved(scope, stmt->name) && first)
		diag_duplicate(scope->diags, stmt->name.span, first->name.span, "function '%s'", stmt->name.text);
	if (stmt->kind == STMT_TABLE && stmt->list.count != 1) {
		diag(scope->diags, CHECK_ARGUMENTS, stmt->list.item[1].name.span,
		     "a table is a function of one argument");
		return;
	}
	if (stmt->list.count > FUNCTION_PARAMETERS) {
		diag(scope->diags, CHECK_ARGUMENTS, stmt->name.span, "a function has at most %d parameters",
		     FUNCTION_PARAMETERS);
		return;
	}
	check_parameters(scope, &stmt->list);
	names_add(&functions->names, stmt->name.text, (int)functions->count);
	*ARENA_PUSH(scope->arena, functions) = (struct Function){
		.name = stmt->name,
		.parameter = &stmt->list,
		.value = stmt->value,
		.table = stmt->kind == STMT_TABLE ? table_new(scope->arena, stmt) : NULL,
	};
}

/* --- unknown names --- */

static const char *last_step(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot ? dot + 1 : name;
}

/* The input of this name, maybe in a part; NULL: there is none. */
static const struct Parameter *input_somewhere(const struct Scope *scope, const char *name)
{
	const struct ScopeInputs *inputs = &scope->inputs;
	const struct Parameter *found = NULL;
	for (size_t i = 0; i < inputs->all.count && !found; i++)
		if (strcmp(last_step(inputs->all.item[i]->name.text), name) == 0)
			found = inputs->all.item[i];
	return found;
}

void scope_input_not_read(struct Scope *scope, struct Span span, const char *name)
{
	const struct Parameter *input = input_somewhere(scope, name);
	const bool moving = input && input->moving, joints = scope->locals.distance;
	struct Diag *said = diag(scope->diags, CHECK_UNKNOWN_NAME, span, "'%s' is an input, which only forces%s read",
	                         name, moving ? " and couplings of joints" : "");
	if (joints && !moving)
		diag_help(scope->diags, said, "a coupling needs its rate and its acceleration: input %s moving", name);
	else
		diag_help(
			scope->diags, said,
			"laws of wrenches, forces of struts and passive forces read inputs, and hand them to functions");
}

void scope_unknown_name(struct Scope *scope, struct Span span, const char *name)
{
	struct Nearest nearest = diags_nearest(scope->diags, name);
	for (size_t i = 0; i < scope->count; i++)
		if (&scope->item[i] != scope->busy) /* except the constant being declared */
			nearest_try(&nearest, scope->item[i].name.text);
	for (const struct Env *env = scope->locals.env; env; env = env->outer)
		NEAREST_EACH(&nearest, env->item, env->count, name.text);
	NEAREST_EACH(&nearest, scope->locals.item, scope->locals.count, name);
	for (size_t i = 0; i < scope->inputs.all.count && scope->locals.input; i++)
		nearest_try(&nearest, scope->inputs.all.item[i]->name.text);
	if (input_somewhere(scope, name)) {
		scope_input_not_read(scope, span, name);
		return;
	}
	struct Diag *d = diag(scope->diags, CHECK_UNKNOWN_NAME, span, "there is no constant '%s'", name);
	size_t letters = strcspn(name, "0123456789");
	if (name[letters] && unit_find(name, letters)) {
		const char *power = text_print(scope->arena, "%.*s^%s", (int)letters, name, name + letters);
		diag_help(scope->diags, d, "did you mean %s?", power);
		diag_fix(scope->diags, d, span, power);
	} else if (builtin_find(name) || scope_function(scope, name)) {
		diag_help(scope->diags, d, "%s is a function: %s(...)", name, name);
	} else {
		hint_or_nearest(scope->diags, d, HINT_NAME, &nearest);
	}
	if (scope->locals.hint && !nearest.found)
		diag_help(scope->diags, d, "%s", scope->locals.hint);
}

void scope_unknown_function(struct Scope *scope, struct Span span, const char *name)
{
	struct Nearest nearest = diags_nearest(scope->diags, name);
	NEAREST_EACH(&nearest, scope->functions.item, scope->functions.count, name.text);
	builtins_nearest(&nearest);
	hint_or_nearest(scope->diags,
	                diag(scope->diags, CHECK_UNKNOWN_FUNCTION, span, "there is no function '%s'", name),
	                HINT_FUNCTION, &nearest);
}
