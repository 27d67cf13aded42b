#include "checks.h"

#include <string.h>

#include "base/text.h"

/* Names in expressions, whatever their meaning there: a name hidden by a part's parameter counts as used. */
struct Uses {
	struct Arena *arena;
	struct NameTable names;
	struct ARENA_LIST(const struct Expr *) todo;
	struct ARENA_LIST(const struct StmtList *) blocks;
};

static void add_expr(struct Uses *uses, const struct Expr *expr)
{
	if (expr)
		*ARENA_PUSH(uses->arena, &uses->todo) = expr;
}

static void add_ident(struct Uses *uses, struct Ident name)
{
	if (name.text)
		names_add(&uses->names, name.text, 0);
	add_expr(uses, name.path);
}

static void add_list(struct Uses *uses, const struct Arguments *list)
{
	for (size_t i = 0; i < list->count; i++) {
		add_expr(uses, list->item[i].name.path);
		add_expr(uses, list->item[i].value);
		add_expr(uses, list->item[i].default_value);
	}
}

/* Adds the names in all waiting expressions and their parts. */
static void take_expressions(struct Uses *uses)
{
	while (uses->todo.count) {
		const struct Expr *expr = uses->todo.item[--uses->todo.count];
		if (expr->kind == EXPR_NAME || expr->kind == EXPR_CALL)
			add_ident(uses, expr->name);
		add_expr(uses, expr->a);
		add_expr(uses, expr->b);
		if (expr_has_list(expr->kind))
			add_list(uses, &expr->list);
	}
}

static void take_statement(struct Uses *uses, const struct Stmt *s)
{
	const struct Ident name[] = { s->name, s->on }; /* and others in the same places */
	const struct Arguments *list[] = { &s->at, &s->list };
	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		add_expr(uses, name[i].path);
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		add_list(uses, list[i]);
	add_expr(uses, s->value);
	add_expr(uses, s->by);
	take_expressions(uses);
	*ARENA_PUSH(uses->arena, &uses->blocks) = &s->block;
}

static struct Uses uses_of(struct Arena *arena, const struct Ast *ast)
{
	struct Uses uses = { .arena = arena };
	uses.names = names_new(arena);
	*ARENA_PUSH(arena, &uses.blocks) = &ast->statements;
	while (uses.blocks.count) {
		const struct StmtList *block = uses.blocks.item[--uses.blocks.count];
		for (const struct Stmt *s = block->first; s; s = s->next)
			take_statement(&uses, s);
	}
	return uses;
}

void unused_note(struct Diags *diags, const struct Ast *ast, const struct Stmt *model)
{
	/* clang-format off */
	static const struct { enum StmtKind kind; const char *what; } kinds[] = {
		{ STMT_CONST, "constant" }, { STMT_PARAM, "parameter" }, { STMT_FUNCTION, "function" }, { STMT_TABLE, "table" },
	};
	/* clang-format on */
	struct Uses uses = uses_of(arena_scratch(diags->arena), ast);
	for (const struct Stmt *s = ast->statements.first; s; s = s->next)
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
			if (s->kind == kinds[i].kind && s->name.text && s->span.source == model->span.source &&
			    names_find(&uses.names, s->name.text) < 0)
				diag(diags, CHECK_UNUSED, s->name.span, "nothing uses the %s '%s'", kinds[i].what,
				     s->name.text);
}
