/* For an import: a link that only marks a position was read as a body, and is written as a frame. */
#include "urdf.h"

#include <string.h>

/* Has the body nothing but a fixed joint? */
static bool only_a_frame(const struct Stmt *body)
{
	const struct Stmt *joint = body->block.first;
	return body->kind == STMT_BODY && joint && joint->kind == STMT_JOINT && !joint->next &&
	       strcmp(joint->joint.text, "fixed") == 0 && !joint->then.count && !joint->block.first;
}

void urdf_fold_frames(struct Arena *arena, struct Ast *ast)
{
	struct NameTable names;
	size_t count = ast->statements.count;
	struct Stmt **stmt = ARENA_ARRAY(arena, struct Stmt *, count);
	bool *needed = ARENA_ARRAY(arena, bool, count); /* a body stands on the body */
	names_init(&names, arena);
	count = 0;
	for (struct Stmt *s = ast->statements.first; s; s = s->next) {
		if (s->kind == STMT_BODY)
			names_add(&names, s->name.text, (int)count);
		stmt[count++] = s;
	}
	for (size_t i = count; i-- > 0;) { /* outermost first: children come after their parent */
		if (stmt[i]->kind != STMT_BODY)
			continue;
		int on = ident_is_world(stmt[i]->on) ? -1 : names_find(&names, stmt[i]->on.text);
		if (!needed[i] && only_a_frame(stmt[i])) {
			const char *joint = stmt[i]->block.first->name.text;
			stmt[i]->kind = STMT_FRAME;
			if (joint)
				stmt[i]->remark = (struct Remark){ "joint", joint };
			stmt[i]->block = (struct StmtList){ 0 };
		} else if (on >= 0) {
			needed[on] = true;
		}
	}
	ast->statements = (struct StmtList){ 0 };
	for (size_t i = 0; i < count; i++) {
		bool hangs = stmt[i]->kind == STMT_FRAME && !ident_is_world(stmt[i]->on);
		int on = hangs ? names_find(&names, stmt[i]->on.text) : -1;
		stmt[i]->next = NULL;
		if (on >= 0 && stmt[on]->kind == STMT_BODY) {
			stmt[i]->on = (struct Ident){ 0 };
			stmt[on]->block = statements_add(stmt[on]->block, stmt[i]);
		} else {
			ast->statements = statements_add(ast->statements, stmt[i]);
		}
	}
}
