#include "stages.h"
#include "model/body.h"
#include "model/part/naming.h"
#include "model/part/unsure.h"

#include <string.h>

/* Is the clause `at` either left out or `at point`? *at_point: it is there. */
static bool at_clause(struct Diags *diags, const struct Arguments *list, bool *at_point)
{
	*at_point = false;
	if (!list->count)
		return true;
	const struct Expr *given = list->item[0].value;
	*at_point = list->count == 1 && given->kind == EXPR_NAME && strcmp(given->name.text, "point") == 0;
	if (!*at_point)
		diag(diags, CHECK_UNKNOWN_NAME, given->span, "`point` belongs here");
	return *at_point;
}

/* A wrench with a law is no input. */
static bool is_input(const struct Stmt *stmt)
{
	return stmt->kind == STMT_WRENCH && !stmt->law;
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
	wrench.in_world = stmt->to.text && ident_is_world(stmt->to);
	if (stmt->to.text && !wrench.in_world) {
		struct Diag *d = diag(diags, CHECK_MISPLACED, stmt->to.span,
		                      "a wrench that is an input is in its own axes or in those of the world");
		diag_help(diags, d, "with a law it may be in any frame: wrench NAME on BODY in FRAME { force EXPR }");
		return;
	}
	if (!at_clause(diags, &stmt->at, &wrench.at_point))
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
		count += is_input(items->item[i].stmt);
	model->wrench = ARENA_ARRAY(model->arena, struct Wrench, count);
	for (size_t i = 0; i < items->count; i++) {
		if (!is_input(items->item[i].stmt))
			continue;
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		declare_wrench(scope, model, resolver, items->item[i].stmt, &names);
	}
	scope_see(scope, (struct Locals){ 0 });
}
