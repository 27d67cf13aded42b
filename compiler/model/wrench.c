#include "wrench.h"

#include <string.h>

/* Is a clause the one word it can be, or left out? */
static bool clause(struct Diags *diags, const struct Arguments *list, const char *word, bool *is)
{
	*is = false;
	if (!list->count)
		return true;
	const struct Expr *given = list->item[0].value;
	*is = list->count == 1 && given->kind == EXPR_NAME && strcmp(given->name.text, word) == 0;
	if (!*is)
		diag(diags, CHECK_UNKNOWN_NAME, given->span, "`%s` belongs here", word);
	return *is;
}

/* `wrench NAME on BODY [in world] [at point]` */
static void declare_wrench(struct Model *model, struct Diags *diags, const struct Resolver *resolver,
                           const struct Stmt *stmt, struct NameTable *names)
{
	struct Wrench wrench = { .name = stmt->name, .at = placement_identity(model->dag) };
	int first = names_add(names, stmt->name.text, model->wrenches);
	if (first < model->wrenches) {
		diag_duplicate(diags, stmt->name.span, model->wrench[first].name.span, "wrench '%s'",
		               stmt->name.text);
		return;
	}
	if (!clause(diags, &stmt->in, "world", &wrench.in_world) ||
	    !clause(diags, &stmt->at, "point", &wrench.at_point))
		return;
	int site = stmt->on.text ? names_find(&resolver->names, stmt->on.text) : -1;
	if (site < 0) {
		diag(diags, CHECK_UNKNOWN_PARENT, stmt->on.text ? stmt->on.span : stmt->name.span,
		     "a wrench is on a body or frame: `wrench NAME on BODY`");
		return;
	}
	const struct Site *on = &resolver->item[site];
	wrench.body = on->body ? on->index : model->frame[on->index].body;
	if (!on->body)
		wrench.at = model->frame[on->index].at;
	if (wrench.body < 0 || model->body[wrench.body].carrier < 0)
		diag(diags, CHECK_STILL_WRENCH, stmt->on.span, "'%s' is fixed to the world", stmt->on.text);
	model->wrench[model->wrenches++] = wrench;
}

void wrenches_declare(struct Model *model, struct Diags *diags, const struct Resolver *resolver,
                      const struct Ast *ast)
{
	struct NameTable names;
	names_init(&names, model->arena);
	model->wrench = ARENA_ARRAY(model->arena, struct Wrench, model->wrenches);
	model->wrenches = 0;
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_WRENCH)
			declare_wrench(model, diags, resolver, stmt, &names);
}
