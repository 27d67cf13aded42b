#include "made.h"

#include <string.h>

/* Floating base: gives a free joint to the only body that is fixed to the world. */
static void float_base(struct Diags *diags, bool included, struct Span whole, const struct StmtList *statements)
{
	struct Stmt *base = NULL;
	size_t bodies = 0;
	for (struct Stmt *stmt = statements->first; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_BODY && ident_is_world(stmt->on) && bodies++ == 0)
			base = stmt;
	struct Stmt *joint = base ? base->block.first : NULL;
	if (bodies == 1 && strcmp(joint->joint.text, "fixed") == 0) {
		joint->joint.text = "free";
		return;
	}
	struct Span span = base ? base->name.span : whole;
	const char *asked = included ? "`free`" : "--base=free";
	if (bodies == 1)
		diag(diags, CHECK_FREE_BASE, span, "%s: '%s' moves already, by a %s joint", asked, base->name.text,
		     joint->joint.text);
	else
		diag(diags, CHECK_FREE_BASE, span, "%s: %zu bodies hang on the world, not one", asked, bodies);
}

/* Fixed base: reports a body that hangs on the world by a free joint. */
static void check_fixed_base(struct Diags *diags, const struct StmtList *statements)
{
	for (struct Stmt *stmt = statements->first; stmt; stmt = stmt->next) {
		const struct Stmt *joint =
			stmt->kind == STMT_BODY && ident_is_world(stmt->on) ? stmt->block.first : NULL;
		if (!joint || strcmp(joint->joint.text, "free") != 0)
			continue;
		struct Diag *d =
			diag(diags, CHECK_FREE_BASE, stmt->name.span, "--base=fixed: '%s' moves freely by joint '%s'",
		             stmt->name.text, joint->name.text);
		diag_help(diags, d, "--lock holds a joint at a position");
	}
}

void base_apply(struct Diags *diags, const struct Request *request, bool included, struct Span whole,
                const struct StmtList *statements)
{
	if (request->base == BASE_FREE)
		float_base(diags, included, whole, statements);
	if (request->base == BASE_FIXED)
		check_fixed_base(diags, statements);
}
