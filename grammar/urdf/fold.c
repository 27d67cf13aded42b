/* For an import: a link that only marks a position was read as a body, and is written as a frame. */
#include "grammar/import/readers.h"

#include <string.h>

/* Has the body nothing but a fixed joint? */
static bool only_a_frame(const struct Stmt *body)
{
	const struct Stmt *joint = body->block.first;
	return body->kind == STMT_BODY && joint && joint->kind == STMT_JOINT && !joint->next &&
	       strcmp(joint->joint.text, "fixed") == 0 && !joint->then.count && !joint->block.first;
}

struct FrameFolding {
	struct NameTable bodies; /* indices of statements, by name */
	struct Stmt **stmt;
	size_t count;
};

/* Index of the body that a statement is on; -1: the world. */
static int base_of(const struct FrameFolding *f, const struct Stmt *stmt)
{
	return ident_is_world(stmt->on) ? -1 : names_find(&f->bodies, stmt->on.text);
}

static struct FrameFolding folding_of(struct Arena *arena, const struct Ast *ast)
{
	struct FrameFolding f = { .stmt = ARENA_ARRAY(arena, struct Stmt *, ast->statements.count) };
	f.bodies = names_new(arena);
	for (struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next) {
		if (stmt->kind == STMT_BODY)
			names_add(&f.bodies, stmt->name.text, (int)f.count);
		f.stmt[f.count++] = stmt;
	}
	return f;
}

/* The body becomes a frame. A comment keeps the name of its joint. */
static void make_frame(struct Stmt *body)
{
	const char *joint = body->block.first->name.text;
	body->kind = STMT_FRAME;
	body->joint_of = joint;
	body->block = (struct StmtList){ 0 };
}

/* Bodies that are only a frame, and carry no body. Children come after their parent, so the outermost are first. */
static void make_frames(struct Arena *arena, const struct FrameFolding *f)
{
	bool *carries = ARENA_ARRAY(arena, bool, f->count);
	for (size_t i = f->count; i-- > 0;) {
		int on = f->stmt[i]->kind == STMT_BODY ? base_of(f, f->stmt[i]) : -1;
		if (f->stmt[i]->kind == STMT_BODY && !carries[i] && only_a_frame(f->stmt[i]))
			make_frame(f->stmt[i]);
		else if (on >= 0)
			carries[on] = true;
	}
}

void urdf_fold_frames(struct Arena *arena, struct Ast *ast)
{
	const struct FrameFolding f = folding_of(arena, ast);
	make_frames(arena, &f);
	ast->statements = (struct StmtList){ 0 };
	for (size_t i = 0; i < f.count; i++) {
		struct Stmt *stmt = f.stmt[i];
		int on = stmt->kind == STMT_FRAME ? base_of(&f, stmt) : -1;
		stmt->next = NULL;
		if (on >= 0 && f.stmt[on]->kind == STMT_BODY) {
			stmt->on = (struct Ident){ 0 };
			f.stmt[on]->block = statements_add(f.stmt[on]->block, stmt);
		} else {
			ast->statements = statements_add(ast->statements, stmt);
		}
	}
}
