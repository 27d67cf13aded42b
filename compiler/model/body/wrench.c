#include "stages.h"
#include "model/body.h"
#include "model/part/naming.h"
#include "model/part/unsure.h"

#include <string.h>

/* Is a clause either left out or exactly this word? *is: the word is there. */
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

/* Declares `wrench NAME on BODY [in world] [at point]`. */
static void declare_wrench(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                           const struct Stmt *stmt, struct NameTable *names)
{
	struct Diags *diags = scope->diags;
	struct Wrench wrench = { .name = name_declared(scope, model, stmt->name),
		                 .at = placement_identity(model->dag) };
	bool root;
	struct Ident meant = name_meant(scope, model, stmt->on, &root);
	if (stmt->on.text && !meant.text)
		return;
	int first = names_add(names, wrench.name.text, model->wrenches);
	if (first < model->wrenches) {
		diag_duplicate(diags, wrench.name.span, model->wrench[first].name.span, "wrench '%s'",
		               wrench.name.text);
		return;
	}
	if (!clause(diags, &stmt->in, "world", &wrench.in_world) ||
	    !clause(diags, &stmt->at, "point", &wrench.at_point))
		return;
	if (model->unsure && meant.text && (root || is_unsure(model, meant.text)))
		return;
	int site = meant.text ? names_find(&resolver->names, meant.text) : -1;
	if (site < 0) {
		diag(diags, CHECK_UNKNOWN_PARENT, stmt->on.text ? stmt->on.span : stmt->name.span,
		     "a wrench is on a body or frame: `wrench NAME on BODY`");
		return;
	}
	const struct DeclaredSite *on = &resolver->item[site];
	wrench.body = on->body ? on->index : model->frame[on->index].body;
	wrench.frame = on->body ? -1 : on->index;
	if (!on->body)
		wrench.at = model->frame[on->index].at;
	if (!model->unsure && (wrench.body < 0 || model->body[wrench.body].carrier < 0))
		diag(diags, CHECK_STILL_WRENCH, stmt->on.span, "'%s' is fixed to the world", meant.text);
	model->wrench[model->wrenches++] = wrench;
}

void wrenches_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items)
{
	struct NameTable names = names_new(model->arena);
	size_t count = 0;
	for (size_t i = 0; i < items->count; i++)
		count += items->item[i].stmt->kind == STMT_WRENCH;
	model->wrench = ARENA_ARRAY(model->arena, struct Wrench, count);
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_WRENCH)
			continue;
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		declare_wrench(scope, model, resolver, items->item[i].stmt, &names);
	}
	scope_see(scope, (struct Locals){ 0 });
}
