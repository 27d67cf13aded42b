#include "made.h"

void made_frame(struct Diags *diags, struct Ident name, const struct MadeEnd *end, struct StmtList *statements)
{
	struct Stmt *frame = stmt_new(diags, STMT_FRAME, name.span);
	struct StmtList *list = end->body ? &end->body->block : statements;
	frame->name = name;
	if (!end->body)
		frame->on = end->on;
	frame->at = end->at;
	*list = statements_add(*list, frame);
}

/* Name of the body of a loop's end, or of a frame added to this body. */
static struct Ident end_name(struct Diags *diags, const struct MadeLoop *loop, int k, struct NameTable *names,
                             struct StmtList *statements)
{
	const struct MadeEnd *end = &loop->end[k];
	if (!end->at.count)
		return end->on;
	const char *wanted = text_print(diags->arena, "%s_%s", loop->name.text, k ? "to" : "from");
	struct Ident name = { .text = made_free_name(diags, names, wanted, "_frame"),
		              .span = end->on.span,
		              .quoted = true };
	made_frame(diags, name, end, statements);
	return name;
}

struct Stmt *made_loop(struct Diags *diags, const struct MadeLoop *loop, struct NameTable *names,
                       struct StmtList *statements)
{
	struct Stmt *stmt = stmt_new(diags, STMT_LOOP, loop->span);
	stmt->name = loop->name;
	stmt->joint = (struct Ident){ .text = loop->kind, .span = loop->span };
	if (loop->argument)
		made_push(diags, &stmt->list, loop->argument);
	stmt->on = end_name(diags, loop, 0, names, statements);
	stmt->to = end_name(diags, loop, 1, names, statements);
	return stmt;
}
