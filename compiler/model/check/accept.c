/* `accept` statements: notes and warnings that are known and wanted. They are part of no model, so its hash stays. */
#include "checks.h"

struct Acceptor {
	struct Diags *diags;
	struct ARENA_LIST(const struct Stmt *) waiting; /* statements with a block */
};

/* `around`: the statement of the block, or NULL at the top level. */
static void accept(struct Diags *diags, const struct Stmt *stmt, const struct Stmt *around)
{
	const int check = check_find(stmt->name.text);
	if (check < 0 || check_table[check].severity == SEVERITY_ERROR) {
		struct Nearest nearest = diags_nearest(diags, stmt->name.text);
		struct Diag *d =
			diag(diags, CHECK_ACCEPT, stmt->name.span,
		             check < 0 ? "there is no check '%s'" : "'%s' is an error, which cannot be accepted",
		             stmt->name.text);
		for (int i = 0; i < CHECK_COUNT && check < 0; i++)
			if (check_table[i].severity != SEVERITY_ERROR)
				nearest_try(&nearest, check_table[i].name);
		if (check < 0)
			diag_nearest(diags, d, &nearest);
		return;
	}
	struct Acceptance acceptance = { .check = (enum Check)check, .span = stmt->name.span, .area = stmt->span };
	acceptance.whole = !around;
	if (around)
		acceptance.area = (struct Span){ around->span.begin, around->end, around->span.source };
	diags_accept(diags, acceptance);
}

static void accept_of_block(struct Acceptor *a, const struct StmtList *block, const struct Stmt *around)
{
	for (const struct Stmt *s = block->first; s; s = s->next) {
		if (s->kind == STMT_ACCEPT)
			accept(a->diags, s, around);
		if (s->block.first)
			*ARENA_PUSH(arena_scratch(a->diags->arena), &a->waiting) = s;
	}
}

void accepts_declare(struct Diags *diags, const struct Ast *ast)
{
	struct Acceptor a = { .diags = diags };
	accept_of_block(&a, &ast->statements, NULL);
	while (a.waiting.count) {
		const struct Stmt *around = a.waiting.item[--a.waiting.count];
		accept_of_block(&a, &around->block, around);
	}
}
