/* The first walk over an AST: what each statement declares. */
#include "symbol.h"

struct Declaring {
	struct Symbols *symbols;
	struct Area *area;
	struct Values *values;
	const struct Stmt *body; /* around, or NULL */
};

static struct Area *area_new(struct Symbols *symbols, const struct Area *model, const struct Stmt *part)
{
	struct Area *area = ARENA_NEW(symbols->arena, struct Area);
	area->model = model;
	area->part = part;
	for (int i = 0; i < SPACE_COUNT; i++)
		area->names[i] = names_new(symbols->arena);
	*ARENA_PUSH(symbols->arena, &symbols->areas) = area;
	return area;
}

static struct Values *values_new(struct Symbols *symbols, const struct Values *outer)
{
	struct Values *values = ARENA_NEW(symbols->arena, struct Values);
	values->outer = outer;
	values->names = names_new(symbols->arena);
	*ARENA_PUSH(symbols->arena, &symbols->scopes) = values;
	return values;
}

/* Adds a symbol unless the table has the name, which is then declared once more: `link[0]`, `link[i]`. */
static struct Symbol *declare(struct Declaring *d, struct NameTable *table, struct Symbol symbol, struct Ident name)
{
	struct Symbols *symbols = d->symbols;
	int number = (int)symbols->symbols.count, known = names_add(table, name.text, number);
	symbol.name = name.text;
	symbol.area = d->area;
	if (known == number)
		*ARENA_PUSH(symbols->arena, &symbols->symbols) = symbol;
	symbols_occur(symbols, name, known, true);
	struct Symbol *found = &symbols->symbols.item[known];
	if (known == number)
		found->span = symbols->occurrences.item[symbols->occurrences.count - 1].span;
	return found;
}

static struct Symbol *declare_in(struct Declaring *d, enum Space space, const char *what, const struct Stmt *stmt,
                                 struct Ident name)
{
	struct Symbol symbol = { .space = space, .what = what, .stmt = stmt };
	return name.text ? declare(d, &d->area->names[space], symbol, name) : NULL;
}

static void declare_value(struct Declaring *d, struct Values *values, const char *what, const struct Stmt *stmt,
                          const struct Argument *formal, struct Ident name)
{
	struct Symbol symbol = { .space = SPACE_VALUE, .what = what, .stmt = stmt, .formal = formal, .values = values };
	if (!name.text)
		return;
	declare(d, &values->names, symbol, name);
}

static void declare_formals(struct Declaring *d, struct Values *values, const struct Stmt *stmt, const char *what,
                            const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++)
		declare_value(d, values, what, stmt, &list->item[i], list->item[i].name);
}

static void declare_block(struct Declaring d, const struct StmtList *list);

/* --- statements with names inside --- */

static void declare_function(struct Declaring *d, const struct Stmt *stmt)
{
	const char *what = stmt->kind == STMT_TABLE ? "table" : "function";
	struct Values *formals = values_new(d->symbols, d->symbols->values);
	struct Symbol *symbol = declare_in(d, SPACE_FUNCTION, what, stmt, stmt->name);
	if (symbol)
		symbol->formals = formals;
	declare_formals(d, formals, stmt, "argument", &stmt->list);
}

static void declare_kind(struct Declaring *d, const struct Stmt *stmt)
{
	struct Values *formals = values_new(d->symbols, d->symbols->values);
	struct Symbol *symbol = declare_in(d, SPACE_KIND, "joint kind", stmt, stmt->name);
	if (symbol)
		symbol->formals = formals;
	declare_formals(d, formals, stmt, "coordinate", &stmt->coordinates);
	declare_formals(d, formals, stmt, "argument", &stmt->list);
	struct Declaring inside = *d;
	inside.values = formals;
	declare_block(inside, &stmt->block); /* after a lost brace it has other statements too */
}

static void declare_part(struct Declaring *d, const struct Stmt *stmt)
{
	struct Area *area = area_new(d->symbols, d->symbols->areas.item[0], stmt);
	struct Values *formals = values_new(d->symbols, d->symbols->values);
	struct Symbol *symbol = declare_in(d, SPACE_PART, "part", stmt, stmt->name);
	if (symbol) {
		symbol->formals = formals;
		symbol->inside = area;
	}
	struct Declaring inside = { .symbols = d->symbols, .area = area, .values = formals };
	declare_formals(&inside, formals, stmt, "argument", &stmt->list);
	declare_block(inside, &stmt->block);
}

static void declare_loop(struct Declaring *d, const struct Stmt *stmt)
{
	struct Declaring inside = *d;
	inside.values = values_new(d->symbols, d->values);
	declare_value(d, inside.values, "variable", stmt, NULL, stmt->name);
	declare_block(inside, &stmt->block);
}

/* Without a name a joint is called like its body. */
static void declare_body(struct Declaring *d, const struct Stmt *stmt)
{
	struct Declaring inside = *d;
	bool named = false;
	const struct Symbol *symbol = declare_in(d, SPACE_SITE, "body", stmt, stmt->name);
	for (const struct Stmt *s = stmt->block.first; s; s = s->next)
		named |= s->kind == STMT_JOINT && s->name.text;
	if (symbol && !named)
		names_add(&d->area->names[SPACE_JOINT], symbol->name, (int)(symbol - d->symbols->symbols.item));
	inside.body = stmt;
	declare_block(inside, &stmt->block);
}

static void declare_outputs(struct Declaring *d, const struct Stmt *stmt)
{
	for (size_t i = 0; i < stmt->list.count; i++) {
		const struct Argument *item = &stmt->list.item[i];
		if (item->value && item->value->kind == EXPR_FUSED)
			declare_in(d, SPACE_OUTPUT, "function", stmt, item->name);
	}
}

static void declare_const(struct Declaring *d, const struct Stmt *stmt)
{
	declare_value(d, d->values, stmt->kind == STMT_PARAM ? "parameter" : "constant", stmt, NULL, stmt->name);
}

/* --- all statements --- */

/* Statements that declare something in another way than by their name in a space. */
static void (*const special[])(struct Declaring *d, const struct Stmt *stmt) = {
	[STMT_CONST] = declare_const,    [STMT_PARAM] = declare_const, [STMT_FUNCTION] = declare_function,
	[STMT_TABLE] = declare_function, [STMT_KIND] = declare_kind,   [STMT_PART] = declare_part,
	[STMT_FOR] = declare_loop,       [STMT_BODY] = declare_body,   [STMT_GENERATE] = declare_outputs,
	[STMT_COLLISION] = NULL
};

static const struct {
	const char *what; /* NULL: the name is not declared */
	enum Space space;
} plain[] = {
	[STMT_MODEL] = { "model", SPACE_MODEL },    [STMT_FRAME] = { "frame", SPACE_SITE },
	[STMT_JOINT] = { "joint", SPACE_JOINT },    [STMT_WRENCH] = { "wrench", SPACE_WRENCH },
	[STMT_POSE] = { "pose", SPACE_POSE },       [STMT_USE] = { "use", SPACE_USE },
	[STMT_INPUT] = { "input", SPACE_INPUT },    [STMT_STRUT] = { "strut", SPACE_STRUT },
	[STMT_TENDON] = { "tendon", SPACE_STRUT },  [STMT_WRAP] = { "wrap", SPACE_WRAP },
	[STMT_CONTACT] = { "contact", SPACE_SITE }, [STMT_PHASE] = { "phase", SPACE_SITE },
	[STMT_LOOP] = { "loop", SPACE_SITE },       [STMT_CONSTRAINT] = { "constraint", SPACE_SITE },
	[STMT_GROUP] = { "group", SPACE_GROUP },    [STMT_COLLISION] = { NULL, SPACE_SITE },
};

static void declare_block(struct Declaring d, const struct StmtList *list)
{
	for (const struct Stmt *stmt = list->first; stmt; stmt = stmt->next)
		if (special[stmt->kind]) {
			special[stmt->kind](&d, stmt);
		} else {
			if (plain[stmt->kind].what)
				declare_in(&d, plain[stmt->kind].space, plain[stmt->kind].what, stmt, stmt->name);
			declare_block(d, &stmt->block);
		}
}

void symbols_declare(struct Symbols *symbols, const struct Ast *ast)
{
	struct Declaring d = { .symbols = symbols };
	d.area = area_new(symbols, NULL, NULL);
	d.values = values_new(symbols, NULL);
	symbols->values = d.values;
	declare_block(d, &ast->statements);
}
