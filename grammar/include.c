#include "include.h"

#include <string.h>

#include "reader.h"
#include "sensors.h"

/* A position in a list of statements that is being walked. */
struct IncludeCursor {
	struct IncludeCursor *below;
	struct Stmt *next;
	const struct Included *file; /* NULL: the model's source */
};

struct Includer {
	struct Diags *diags;
	struct Includes *includes;
	const struct IncludeFormats *formats;
	const struct Request *request;
	struct NameTable seen;   /* identities, to numbers of files */
	struct NameTable joints; /* of files in other formats */
	struct IncludeCursor *cursor;
	size_t bytes, snapped; /* snapped: angles */
};

static void push(struct Includer *in, struct Stmt *next, const struct Included *file)
{
	struct IncludeCursor *cursor = ARENA_NEW(in->diags->arena, struct IncludeCursor);
	*cursor = (struct IncludeCursor){ in->cursor, next, file };
	in->cursor = cursor;
}

/* Is the file open already, and its inclusion a cycle? */
static bool is_open(const struct Includer *in, const char *identity)
{
	for (const struct IncludeCursor *cursor = in->cursor; cursor; cursor = cursor->below) {
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

static bool is_wrong(const struct Ident *word)
{
	return word->text && (word->quoted || (strcmp(word->text, "free") != 0 && strcmp(word->text, "muscles") != 0));
}

/* Reports wrong words of an `include`. True: there are some. */
static bool words_are_wrong(struct Includer *in, const struct Stmt *stmt)
{
	if (!stmt->name.quoted)
		diag(in->diags, CHECK_SYNTAX, stmt->name.span,
		     "the name of a file stands in quotes: include \"%s.rig\"", stmt->name.text);
	else if (is_wrong(&stmt->joint) || is_wrong(&stmt->on))
		diag(in->diags, CHECK_SYNTAX, is_wrong(&stmt->joint) ? stmt->joint.span : stmt->on.span,
		     "only the words `free` and `muscles` may follow the name of a file");
	else if (stmt->on.text && strcmp(stmt->joint.text, stmt->on.text) == 0)
		diag(in->diags, CHECK_SYNTAX, stmt->on.span, "`%s` stands twice", stmt->on.text);
	else
		return false;
	return true;
}

/* The word of an `include`; NULL: it does not have it. */
static const struct Ident *word_of(const struct Stmt *stmt, const char *word)
{
	const struct Ident *has[] = { &stmt->joint, &stmt->on };
	for (int i = 0; i < 2; i++)
		if (has[i]->text && strcmp(has[i]->text, word) == 0)
			return has[i];
	return NULL;
}

/* Reports a second `include` of a robot that asks for a free root or for muscles, if the first did not. Any other is
 * ignored. */
static void open_again(struct Includer *in, const struct Stmt *stmt, const struct Included *first)
{
	const struct Ident *free = word_of(stmt, "free"), *muscles = word_of(stmt, "muscles");
	const struct Ident *missing = free && !first->free.end ? free : muscles && !first->muscles.end ? muscles : NULL;
	if (!missing)
		return;
	struct Diag *d = diag(in->diags, CHECK_INCLUDE, missing->span, "\"%s\" is included already, without `%s`",
	                      stmt->name.text, missing->text);
	diag_note(in->diags, d, first->statement, "first here");
}

/* Reads a robot of another format. Mistakes of the model that includes it do not count: its names stay known. */
static struct Ast read_robot(struct Includer *in, const struct ModelText *text, const struct Request *request)
{
	struct Diags *diags = in->diags;
	size_t errors = diags->errors, syntax_errors = diags->syntax_errors, snapped = 0;
	diags->errors = diags->syntax_errors = 0;
	struct Ast ast = in->formats->read(diags, text, request, &snapped);
	diags->errors += errors;
	diags->syntax_errors += syntax_errors;
	in->snapped += snapped;
	return ast;
}

static struct Ast read_included(struct Includer *in, const struct Stmt *stmt, struct Included *file)
{
	struct Request request = *in->request;
	struct Inclusion inclusion = { .free = word_of(stmt, "free") != NULL, .joints = &in->joints };
	struct ModelText text = { .name = file->name, .text = file->text, .length = file->length };
	size_t source = in->diags->sources->count;
	struct Ast ast;
	text.format = file->format;
	text.includes = in->includes;
	text.file = file;
	text.inclusion = &inclusion;
	request.base = inclusion.free ? BASE_FREE : BASE_OWN;
	request.muscles |= word_of(stmt, "muscles") != NULL;
	if (file->format)
		ast = read_robot(in, &text, &request);
	else
		ast = read_text(in->diags, file->name, file->text, file->length, 0, READ_MODEL);
	for (struct Stmt *own = file->own ? ast.statements.first : NULL; own; own = own->next)
		own->of_file = true;
	in->diags->sources->item[source].included = true;
	in->diags->sources->item[source].inclusion = stmt->name.span;
	return ast;
}

/* Why the file cannot be read, or NULL. */
static const char *why_not(const struct Includer *in, const struct Included *file)
{
	return file->problem                               ? file->problem
	       : is_open(in, file->identity)               ? "it leads back to itself"
	       : in->includes->count == INCLUDE_MOST_FILES ? "the model has 1000 files already"
	                                                   : NULL;
}

/* Reads the text of a file and finds its format, or sets its problem. */
static void load(struct Includer *in, const struct Stmt *stmt, struct Included *file)
{
	file->problem = why_not(in, file);
	if (!file->problem && !file->own)
		in->includes->read(in->includes->context, file);
	if (!file->problem && file->length > INCLUDE_MOST_BYTES - in->bytes)
		file->problem = "all files together are longer than 64 MiB";
	if (file->problem)
		return;
	file->format = in->formats->find(file->name, file->text, file->length);
	if (!file->format && word_of(stmt, "free"))
		file->problem = "`free` is for a file of another format; a .rig file says itself what is free";
	else if (word_of(stmt, "muscles") && !(file->format && in->formats->has_muscles(file->format)))
		file->problem = "`muscles` is for an OpenSim model or an MJCF file; others have `tendon`";
}

/* Files of the language itself, which any model may include. */
static const char laws_file[] =
#include "laws.inc" /* made from grammar/laws.rig */
	;

/* The file of the language with this name, in place of a file that is not found. */
static struct Included or_own(const char *name, struct Included found)
{
	if (!found.problem || strcmp(name, "laws.rig") != 0)
		return found;
	return (struct Included){ .identity = "laws.rig of the language",
		                  .name = "laws.rig",
		                  .text = laws_file,
		                  .length = sizeof laws_file - 1,
		                  .own = true };
}

static void open_file(struct Includer *in, const struct Stmt *stmt)
{
	struct Includes *includes = in->includes;
	struct Arena *arena = in->diags->arena;
	if (words_are_wrong(in, stmt))
		return;
	struct Included *file = ARENA_NEW(arena, struct Included);
	*file = or_own(stmt->name.text, includes->find(includes->context, stmt->name.text, in->cursor->file));
	int first = file->problem || is_open(in, file->identity) ? -1 : names_find(&in->seen, file->identity);
	if (first >= 0) {
		open_again(in, stmt, includes->item[first]);
		return;
	}
	load(in, stmt, file);
	if (file->problem) {
		refuse(in, stmt->name, file->problem);
		return;
	}
	in->bytes += file->length;
	file->statement = stmt->span;
	file->free = word_of(stmt, "free") ? word_of(stmt, "free")->span : (struct Span){ 0 };
	file->muscles = word_of(stmt, "muscles") ? word_of(stmt, "muscles")->span : (struct Span){ 0 };
	names_add(&in->seen, file->identity, (int)includes->count);
	*ARENA_PUSH(arena, includes) = file;
	push(in, read_included(in, stmt, file).statements.first, file);
}

/* Checks that every joint named by --sensor is in a robot of another format. */
static void check_sensors(struct Includer *in)
{
	bool robots = false;
	for (size_t i = 0; i < in->includes->count; i++)
		robots |= in->includes->item[i]->format != NULL;
	if (robots)
		sensors_check(in->diags, in->request, &in->joints);
}

struct Ast include_files(struct Diags *diags, struct Ast ast, struct Includes *includes,
                         const struct IncludeFormats *formats, const struct Request *request, size_t *snapped)
{
	struct Includer in = { .diags = diags, .includes = includes, .formats = formats, .request = request };
	struct StmtList list = { 0 };
	in.seen = names_new(diags->arena);
	in.joints = names_new(diags->arena);
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
	check_sensors(&in);
	*snapped = in.snapped;
	ast.statements = list;
	return ast;
}
