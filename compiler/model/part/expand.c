#include "expand.h"

#include <string.h>

#include "model/body.h"
#include "model/expression/arguments.h"
#include "model/expression/evaluate.h"
#include "property.h"
#include "unsure.h"

/* Bounds of expansion: statements in parts and loops, counted as often as they are made; and depth of uses within
 * uses. Without the first bound, thirty parts that each use the previous part twice would make a billion. Each
 * statement also allows some work for expressions. */
enum { MOST_STEPS = 250000, MOST_DEEP = 100, WORK_OF_A_STEP = 256 };

struct Part {
	const struct Stmt *stmt;
	const char **name; /* names of its parameters */
	size_t required;
	bool used;
};

/* Position in a list of statements. */
struct Cursor {
	struct Cursor *below;
	const struct Stmt *next;
	struct Env *env;
	enum Where where;
	const struct Stmt *loop; /* the loop of these statements, or NULL */
	long turn, last;
	bool unsure; /* the number of turns is unknown */
};

struct Expander {
	struct Scope *scope;
	struct Model *model;
	struct Items items;
	struct Part *item; /* the declared parts */
	size_t count, capacity;
	struct NameTable parts, uses;
	struct NameTable values; /* values of environments, as text, to their numbers */
	struct NameTable inputs; /* of the model, by their first step */
	struct Text text;
	struct Cursor *cursor;
	size_t steps;
	bool inputs_alone; /* the rest of the model is left out: its inputs are what parts without a use read */
};

/* --- parts --- */

static void declare_part(struct Expander *e, const struct Stmt *stmt)
{
	struct Arena *arena = e->scope->arena;
	struct Diags *diags = e->scope->diags;
	const struct Arguments *list = &stmt->list;
	struct Part part = { .stmt = stmt, .name = ARENA_ARRAY(arena, const char *, list->count) };
	int first = names_add(&e->parts, stmt->name.text, (int)e->count);
	if (first < (int)e->count)
		diag_duplicate(diags, stmt->name.span, e->item[first].stmt->name.span, "part '%s'", stmt->name.text);
	for (size_t i = 0; i < list->count; i++) {
		const struct Argument *parameter = &list->item[i];
		part.name[i] = parameter->name.text;
		if (parameter->value && parameter->value->kind != EXPR_UNIT)
			diag(diags, CHECK_KIND, parameter->value->span, "a unit belongs here");
		if (!parameter->default_value && part.required < i)
			diag(diags, CHECK_ARGUMENTS, parameter->name.span, "parameters with a default come last");
		part.required += part.required == i && !parameter->default_value;
	}
	*ARENA_PUSH(arena, e) = part;
}

static struct Part *find_part(struct Expander *e, struct Ident name)
{
	int index = names_find(&e->parts, name.text);
	if (index >= 0)
		return &e->item[index];
	struct Nearest nearest = diags_nearest(e->scope->diags, name.text);
	for (size_t i = 0; i < e->count; i++)
		nearest_try(&nearest, e->item[i].stmt->name.text);
	diag_nearest(e->scope->diags,
	             diag(e->scope->diags, CHECK_UNKNOWN_PART, name.span, "there is no part '%s'", name.text),
	             &nearest);
	return NULL;
}

/* --- environments of blocks --- */

static size_t constants_of(const struct Stmt *block)
{
	size_t count = 0;
	for (const struct Stmt *s = block->block.first; s; s = s->next)
		count += s->kind == STMT_CONST;
	return count;
}

/* Evaluates the constants of the block and all other names of the environment, used or not; numbers the values. */
static void evaluate_block(struct Expander *e, struct Env *env, const struct Stmt *block)
{
	for (const struct Stmt *s = block->block.first; s; s = s->next)
		if (s->kind == STMT_CONST)
			env_declare_const(e->scope, env, s);
	bool late = false;
	for (size_t i = 0; i < env->count; i++) {
		evaluate_const(e->scope, &env->item[i]);
		late |= env->item[i].late;
	}
	*ARENA_PUSH(e->scope->arena, &e->scope->blocks) = env;
	e->text.count = 0;
	if (late) /* inputs have no values that could be the same */
		text_format(&e->text, "block %zu ", e->scope->blocks.count);
	env_put_values(env, &e->text);
	env->values = names_find(&e->values, text_string(&e->text));
	if (env->values < 0)
		env->values = names_add(&e->values, arena_copy(e->scope->arena, e->text.item, e->text.count),
		                        (int)e->values.count);
}

static const struct Within *within(struct Expander *e, struct Span span, const struct Env *outer, const char *text)
{
	struct Within *within = ARENA_NEW(e->scope->arena, struct Within);
	*within = (struct Within){ span, text, outer ? outer->within : NULL };
	return within;
}

static void push_cursor(struct Expander *e, struct Cursor cursor)
{
	cursor.below = e->cursor;
	e->cursor = ARENA_NEW(e->scope->arena, struct Cursor);
	*e->cursor = cursor;
}

/* --- uses --- */

/* Is this use allowed? A part must not use itself, and uses must not nest too deeply. */
static bool may_use(struct Expander *e, const struct Stmt *stmt, const struct Part *part, const struct Instance *outer)
{
	struct Diags *diags = e->scope->diags;
	for (const struct Instance *in = outer; in; in = in->outer)
		if (in->part == part->stmt) {
			diag_note(diags,
			          diag(diags, CHECK_PART_CYCLE, stmt->part.span, "part '%s' uses itself",
			               stmt->part.text),
			          part->stmt->name.span, "it is this one");
			return false;
		}
	if (outer && outer->depth == MOST_DEEP)
		diag(diags, CHECK_TOO_DEEP, stmt->part.span, "parts use each other more than %d deep", MOST_DEEP);
	return !outer || outer->depth < MOST_DEEP;
}

/* Set with the axis after `mirror`; empty without one. */
static unsigned read_mirror(struct Expander *e, struct Ident mirror)
{
	int axis = mirror.text ? value_axis_named(mirror.text) : 0;
	if (axis < 0)
		diag(e->scope->diags, CHECK_UNKNOWN_NAME, mirror.span,
		     "`mirror` is followed by x, y or z, the axis that changes sign");
	return mirror.text && axis >= 0 ? 1u << axis : 0;
}

/* Finds the carrier, the placement and the reflection of a use. */
static void mount(struct Expander *e, const struct Stmt *stmt, const struct Instance *outer, struct Instance *in)
{
	bool root;
	in->carrier = name_meant(e->scope, e->model, stmt->on, &root);
	if (!stmt->on.text)
		diag(e->scope->diags, CHECK_MISPLACED, stmt->name.span, "use '%s' needs `on BODY` (or `on world`)",
		     stmt->name.text);
	in->carrier.span = stmt->on.span;
	in->mirror = (outer ? outer->mirror : 0) ^ read_mirror(e, stmt->mirror);
	in->carrier_mirror = root ? outer->carrier_mirror : outer ? outer->mirror : 0;
	in->base = root ? outer->base : placement_identity(e->scope->dag);
	evaluate_on(e->scope, &stmt->at, in->mirror, &in->base);
}

/* --- arguments that read inputs --- */

/* Is it the first step of an input that the list declares, maybe in a loop? */
static bool declares_input(const struct StmtList *list, const char *name)
{
	bool any = false;
	for (const struct Stmt *s = list->first; s && !any; s = s->next)
		any = s->kind == STMT_INPUT ? strcmp(s->name.text, name) == 0
		                            : s->kind == STMT_FOR && declares_input(&s->block, name);
	return any;
}

static void name_inputs(struct Expander *e, const struct StmtList *list)
{
	for (const struct Stmt *s = list->first; s; s = s->next) {
		if (s->kind == STMT_INPUT)
			names_add(&e->inputs, s->name.text, 0);
		if (s->kind == STMT_FOR)
			name_inputs(e, &s->block);
	}
}

static bool means_input(struct Expander *e, const char *name, const struct Env *env)
{
	const struct Const *item = env_seen(env, name);
	const struct Instance *in = instance_of(env);
	return item ? item->late : names_find(&e->inputs, name) >= 0 || (in && declares_input(&in->part->block, name));
}

/* Has an expression of the environment the name of an input, or of a parameter that reads one? */
static bool reads_input(struct Expander *e, const struct Expr *expr, const struct Env *env)
{
	if (!expr)
		return false;
	bool reads = expr->kind == EXPR_NAME ? means_input(e, expr->name.text, env)
	                                     : reads_input(e, expr->a, env) || reads_input(e, expr->b, env);
	for (size_t i = 0; expr_has_list(expr->kind) && i < expr->list.count && !reads; i++)
		reads = reads_input(e, expr->list.item[i].value, env);
	return reads;
}

/* Binds the parameters: arguments are evaluated in the environment of the use, default values in the part's. A
 * parameter without either (in a trial, or a parameter after one with a default value, which is a mistake) causes no
 * more messages. */
static void bind(struct Expander *e, struct Env *env, const struct Part *part, const struct Expr *const *given)
{
	const struct Arguments *list = &part->stmt->list;
	for (size_t i = 0; i < list->count; i++) {
		const struct Argument *parameter = &list->item[i];
		struct Expr *value = given[i] ? (struct Expr *)given[i] : parameter->default_value;
		if (!value) {
			value = ARENA_NEW(e->scope->arena, struct Expr);
			*value = (struct Expr){ .kind = EXPR_ERROR, .span = parameter->name.span };
		}
		struct Const *item = env_add(e->scope, env, parameter->name, value, given[i] ? e->cursor->env : env);
		bool unit = parameter->value && parameter->value->kind == EXPR_UNIT;
		item->unit = unit ? parameter->value : NULL;
		item->late = reads_input(e, value, item->env);
	}
}

/* Lists a use of a part in the model. */
static void record_use(struct Expander *e, struct Ident name, const struct Instance *in)
{
	*ARENA_PUSH(e->model->arena, &e->model->uses) = (struct Use){
		.name = name,
		.part = in->part->name.text,
		.on = in->carrier,
		.mirror = in->mirror,
		.outer = in->outer ? in->outer->number : -1,
		.like = in->number,
	};
}

/* Opens a part with its arguments; `within` locates messages in the use. */
static void open_part(struct Expander *e, const struct Stmt *stmt, struct Part *part, const struct Expr *const *given,
                      const struct Within *within)
{
	struct Arena *arena = e->scope->arena;
	const struct Env *around = e->cursor->env;
	const struct Instance *outer = instance_of(around);
	struct Ident name = name_declared(e->scope, e->model, stmt->name);
	int number = (int)e->model->uses.count, first = names_add(&e->uses, name.text, number);
	if (first != number) {
		diag_duplicate(e->scope->diags, name.span, e->model->uses.item[first].name.span, "the use '%s'",
		               name.text);
		return;
	}
	struct Instance *in = ARENA_NEW(arena, struct Instance);
	*in = (struct Instance){ .part = part->stmt,
		                 .outer = outer,
		                 .depth = outer ? outer->depth + 1 : 1,
		                 .number = number,
		                 .prefix = text_print(arena, "%s.", name.text) };
	mount(e, stmt, outer, in);
	record_use(e, name, in);
	struct Env *env = env_new(e->scope, NULL, part->stmt->list.count + constants_of(part->stmt));
	env->in = in;
	env->turn = around ? around->turn : 0;
	env->within = within;
	bind(e, env, part, given);
	e->steps += part->stmt->list.count;
	evaluate_block(e, env, part->stmt);
	push_cursor(e, (struct Cursor){ .next = part->stmt->block.first, .env = env, .where = WHERE_PART });
	part->used = true;
}

static void open_use(struct Expander *e, const struct Stmt *stmt)
{
	struct Arena *arena = e->scope->arena;
	const struct Env *around = e->cursor->env;
	struct Part *part = find_part(e, stmt->part);
	if (!part || !may_use(e, stmt, part, instance_of(around)))
		return;
	const struct Arguments *list = &part->stmt->list;
	const struct Expr **given = ARENA_ARRAY(arena, const struct Expr *, list->count);
	const struct Parameters parameters = { part->stmt->name.text, part->name, list->count, part->required };
	if (arguments_bind(e->scope->diags, &parameters, stmt->span, &stmt->list, given))
		open_part(e, stmt, part, given,
		          within(e, stmt->span, around,
		                 text_print(arena, "in this use of part '%s'", part->stmt->name.text)));
}

/* Opens a part as if used on the world without arguments. */
static void open_unused(struct Expander *e, struct Part *part)
{
	const struct Stmt *stmt = part->stmt;
	const struct Expr **given = ARENA_ARRAY(e->scope->arena, const struct Expr *, stmt->list.count);
	struct Stmt *use = ARENA_NEW(e->scope->arena, struct Stmt);
	*use = (struct Stmt){ .kind = STMT_USE,
		              .span = stmt->span,
		              .name = stmt->name,
		              .part = stmt->name,
		              .on = { .text = "world", .span = stmt->name.span } };
	push_cursor(e, (struct Cursor){ .where = WHERE_TOP });
	scope_see(e->scope, (struct Locals){ 0 });
	open_part(e, use, part, given, NULL);
}

/* --- loops --- */

/* Begins the next turn of a loop. */
static void begin_turn(struct Expander *e, struct Cursor *cursor)
{
	struct Scope *scope = e->scope;
	const struct Stmt *loop = cursor->loop;
	const struct Env *around = cursor->below->env;
	struct Env *env = env_new(scope, around, 1 + constants_of(loop));
	env->in = instance_of(around);
	if (cursor->unsure) {
		env->turn = ++e->model->unsure->turns;
		env->within = around ? around->within : NULL;
	} else {
		env->within = within(e, loop->span, around,
		                     text_print(scope->arena, "with %s = %ld", loop->name.text, cursor->turn));
	}
	struct Const *variable = env_add(scope, env, loop->name, loop->value, env);
	Ref number = dag_const(scope->dag, (double)cursor->turn);
	variable->state = CONST_DONE;
	variable->result =
		cursor->unsure
			? value_error(loop->name.span)
			: value_kept(scope->arena, value_number(scope->dag, loop->name.span, number, dim_none, false));
	cursor->env = env;
	cursor->next = loop->block.first;
	evaluate_block(e, env, loop);
	cursor->turn++;
}

static void open_loop(struct Expander *e, const struct Stmt *stmt)
{
	struct Cursor cursor = { .loop = stmt, .where = WHERE_LOOP };
	bool good = evaluate_number(e->scope, stmt->value, "the first number of a loop", &cursor.turn);
	good &= evaluate_number(e->scope, stmt->by, "the last number of a loop", &cursor.last);
	cursor.unsure = !good && e->model->unsure;
	if (cursor.unsure)
		cursor.turn = cursor.last = 0;
	if (good || cursor.unsure)
		push_cursor(e, cursor); /* no work before the first turn */
}

/* --- expansion --- */

static void take(struct Expander *e, const struct Stmt *stmt)
{
	const struct Cursor *cursor = e->cursor;
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	if (e->inputs_alone && stmt->kind != STMT_INPUT && stmt->kind != STMT_FOR)
		return;
	if (cursor->where != WHERE_TOP && !where_allows(e->scope->diags, stmt, cursor->where))
		return;
	switch (stmt->kind) {
	case STMT_USE: open_use(e, stmt); break;
	case STMT_FOR: open_loop(e, stmt); break;
	case STMT_PROPERTY:
		if (cursor->where != WHERE_TOP) {
			property_of(e->scope->diags, stmt, cursor->where, seen); /* to report it: not allowed here */
			break;
		} /* fallthrough */
	case STMT_BODY:
	case STMT_FRAME:
	case STMT_WRENCH:
	case STMT_INPUT:
	case STMT_STRUT:
	case STMT_TENDON:
	case STMT_WRAP:
	case STMT_ASSERT:
	case STMT_CONTACT:
	case STMT_LOOP:
	case STMT_CONSTRAINT:
	case STMT_PHASE:
	case STMT_GROUP:
	case STMT_IDLE: *ARENA_PUSH(e->scope->arena, &e->items) = (struct Item){ stmt, cursor->env }; break;
	default: break; /* done already, or not allowed */
	}
}

/* Takes the next statement, or begins the next turn. False after a diagnostic: too many statements. */
static bool step(struct Expander *e)
{
	struct Cursor *cursor = e->cursor;
	const struct Stmt *stmt = cursor->next;
	if (!stmt && cursor->loop && cursor->turn <= cursor->last)
		begin_turn(e, cursor);
	else if (!stmt)
		e->cursor = cursor->below;
	else
		cursor->next = stmt->next;
	scope_forget(e->scope);
	if (stmt) {
		scope_see(e->scope, (struct Locals){ .env = cursor->env });
		take(e, stmt);
	}
	if (cursor->where == WHERE_TOP)
		return true;
	e->scope->most += WORK_OF_A_STEP;
	if (++e->steps <= MOST_STEPS)
		return true;
	e->items.count = 0; /* so that nothing checks them */
	diag(e->scope->diags, CHECK_TOO_LONG,
	     (stmt           ? stmt
	      : cursor->loop ? cursor->loop
	                     : cursor->env->in->part)
	             ->span,
	     "parts and loops make more than %d statements", MOST_STEPS);
	return false;
}

/* Tries the parts, the last first: parts that use others mostly come after them, so the others become used. If there
 * are too many statements, the parts tried so far must do. */
static bool try_parts(struct Expander *e, const struct PartList *parts)
{
	bool on = true;
	for (size_t i = parts->count; i-- > 0 && on;) {
		struct Part *part = &e->item[names_find(&e->parts, parts->item[i]->name.text)];
		if (part->used)
			continue;
		size_t before = e->items.count;
		open_unused(e, part);
		while (e->cursor && on)
			on = step(e);
		if (!on)
			e->items.count = before;
	}
	return on;
}

struct Items expand(struct Scope *scope, struct Model *model, const struct Ast *ast)
{
	bool on = true;
	struct Expander e = { .scope = scope, .model = model };
	e.parts = names_new(scope->arena);
	e.uses = names_new(scope->arena);
	e.values = names_new(scope->arena);
	e.text = text_new(scope->arena);
	e.inputs = names_new(scope->arena);
	name_inputs(&e, &ast->statements);
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_PART)
			declare_part(&e, stmt);
	push_cursor(&e, (struct Cursor){ .next = ast->statements.first, .where = WHERE_TOP });
	e.inputs_alone = model->unsure;
	while (e.cursor && on)
		on = step(&e);
	e.inputs_alone = false;
	if (model->unsure && on)
		on = try_parts(&e, model->unsure->parts);
	for (size_t i = 0; i < e.count && on; i++) /* duplicates of a name are ignored */
		if (!e.item[i].used && names_find(&e.parts, e.item[i].stmt->name.text) == (int)i)
			*ARENA_PUSH(model->arena, &model->unused) = e.item[i].stmt;
	scope_see(scope, (struct Locals){ 0 });
	return e.items;
}
