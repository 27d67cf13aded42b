#include "include.h"

#include <string.h>

#include "reader.h"

/* Limits far beyond any model. */
enum { MOST_FILES = 1000, MOST_BYTES = 64 * 1024 * 1024 };

/* A position in a list of statements that is being walked. */
struct Cursor {
	struct Cursor *below;
	struct Stmt *next;
	const struct Included *file; /* NULL: the model's source */
};

struct Includer {
	struct Diags *diags;
	struct Includes *includes;
	struct NameTable seen; /* identities */
	struct Cursor *cursor;
	size_t bytes;
};

static void push(struct Includer *in, struct Stmt *next, const struct Included *file)
{
	struct Cursor *cursor = ARENA_NEW(in->diags->arena, struct Cursor);
	*cursor = (struct Cursor){ in->cursor, next, file };
	in->cursor = cursor;
}

/* Is the file open already, and its inclusion a cycle? */
static bool is_open(const struct Includer *in, const char *identity)
{
	for (const struct Cursor *cursor = in->cursor; cursor; cursor = cursor->below) {
		const char *open = cursor->file ? cursor->file->identity : in->includes->identity;
		if (open && strcmp(open, identity) == 0)
			return true;
	}
	return false;
}

static void refuse(struct Includer *in, struct Ident name, const char *problem)
{
	diag(in->diags, CHECK_INCLUDE, name.span, "cannot include \"%s\": %s", name.text, problem);
}

static void open_file(struct Includer *in, const struct Stmt *stmt)
{
	struct Includes *includes = in->includes;
	struct Arena *arena = in->diags->arena;
	if (!stmt->name.quoted) {
		diag(in->diags, CHECK_SYNTAX, stmt->name.span,
		     "the name of a file stands in quotes: include \"%s.rig\"", stmt->name.text);
		return;
	}
	struct Included *file = ARENA_NEW(arena, struct Included);
	*file = includes->find(includes->context, stmt->name.text, in->cursor->file);
	if (!file->problem && is_open(in, file->identity))
		file->problem = "it leads back to itself";
	else if (!file->problem && names_find(&in->seen, file->identity) >= 0)
		return;
	else if (!file->problem && includes->count == MOST_FILES)
		file->problem = "the model has 1000 files already";
	if (!file->problem)
		includes->read(includes->context, file);
	if (!file->problem && file->length > MOST_BYTES - in->bytes)
		file->problem = "all files together are longer than 64 MiB";
	if (file->problem) {
		refuse(in, stmt->name, file->problem);
		return;
	}
	in->bytes += file->length;
	names_add(&in->seen, file->identity, 0);
	*ARENA_PUSH(arena, includes) = file;
	struct Ast ast = read_text(in->diags, file->name, file->text, file->length, 0, READ_MODEL);
	push(in, ast.statements.first, file);
}

struct Ast include_files(struct Diags *diags, struct Ast ast, struct Includes *includes)
{
	struct Includer in = { .diags = diags, .includes = includes };
	struct StmtList list = { 0 };
	names_init(&in.seen, diags->arena);
	push(&in, ast.statements.first, NULL);
	while (in.cursor) {
		struct Stmt *stmt = in.cursor->next;
		if (!stmt) {
			in.cursor = in.cursor->below;
			continue;
		}
		in.cursor->next = stmt->next;
		stmt->next = NULL;
		if (stmt->kind == STMT_INCLUDE)
			open_file(&in, stmt);
		else
			list = statements_add(list, stmt);
	}
	ast.statements = list;
	return ast;
}
