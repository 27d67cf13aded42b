/* Document symbols: what a document declares, as a tree. Bodies have the joints and frames of their blocks inside,
 * parts and loops their members. */
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "cli/text_json.h"

/* Kinds of symbols in the protocol. */
enum {
	KIND_MODULE = 2,
	KIND_CLASS = 5,
	KIND_PROPERTY = 7,
	KIND_FUNCTION = 12,
	KIND_VARIABLE = 13,
	KIND_CONSTANT = 14,
	KIND_OBJECT = 19,
	KIND_KEY = 20,
	KIND_EVENT = 24,
	KIND_OPERATOR = 25,
	KIND_NAMESPACE = 3,
	KIND_INTERFACE = 11,
	KIND_STRUCT = 23,
	KIND_ARRAY = 18,
	KIND_METHOD = 6
};

/* Statements that are shown: the word for each, and its kind. */
static const struct {
	const char *what;
	int kind;
} shown[] = {
	[STMT_MODEL] = { "model", KIND_MODULE },
	[STMT_CONST] = { "const", KIND_CONSTANT },
	[STMT_PARAM] = { "param", KIND_VARIABLE },
	[STMT_INPUT] = { "input", KIND_VARIABLE },
	[STMT_BODY] = { "body", KIND_OBJECT },
	[STMT_FRAME] = { "frame", KIND_KEY },
	[STMT_JOINT] = { "joint", KIND_METHOD },
	[STMT_KIND] = { "joint kind", KIND_INTERFACE },
	[STMT_WRENCH] = { "wrench", KIND_EVENT },
	[STMT_FUNCTION] = { "function", KIND_FUNCTION },
	[STMT_TABLE] = { "table", KIND_ARRAY },
	[STMT_POSE] = { "pose", KIND_STRUCT },
	[STMT_PART] = { "part", KIND_CLASS },
	[STMT_USE] = { "use", KIND_NAMESPACE },
	[STMT_FOR] = { "for", KIND_OPERATOR },
	[STMT_STRUT] = { "strut", KIND_PROPERTY },
	[STMT_TENDON] = { "tendon", KIND_PROPERTY },
	[STMT_WRAP] = { "wrap", KIND_KEY },
	[STMT_CONTACT] = { "contact", KIND_EVENT },
	[STMT_PHASE] = { "phase", KIND_STRUCT },
	[STMT_GROUP] = { "group", KIND_STRUCT },
	[STMT_LOOP] = { "loop", KIND_OPERATOR },
	[STMT_CONSTRAINT] = { "constraint", KIND_OPERATOR },
	[STMT_COLLISION] = { NULL, 0 },
};

struct Outline {
	const struct Server *server;
	struct Reading *reading;
	uint32_t source;
	struct Arena *arena;
};

static json_t *children(const struct Outline *o, const struct StmtList *list);

/* The text of a span. */
static const char *written(const struct Outline *o, struct Span span)
{
	const struct Source *source = &o->reading->model->sources.item[span.source];
	return arena_copy(o->arena, source->text + span.begin, span.end - span.begin);
}

/* "body on base", "joint : revolute", "use of leg" */
static const char *detail(const struct Outline *o, const struct Stmt *stmt)
{
	const char *what = shown[stmt->kind].what;
	if (stmt->kind == STMT_USE && stmt->part.text)
		return text_print(o->arena, "use of %s", stmt->part.text);
	bool kind = stmt->kind == STMT_JOINT || stmt->kind == STMT_CONTACT || stmt->kind == STMT_LOOP ||
	            stmt->kind == STMT_WRAP;
	if (kind && stmt->joint.text)
		return text_print(o->arena, "%s : %s", what, stmt->joint.text);
	return stmt->kind != STMT_PROPERTY && stmt->on.text
	               ? text_print(o->arena, "%s on %s", what, written(o, stmt->on.span))
	               : what;
}

static json_t *entry(const struct Outline *o, const struct Stmt *stmt)
{
	struct Sources *sources = &o->reading->model->sources;
	struct Span whole = { stmt->span.begin, stmt->end > stmt->span.end ? stmt->end : stmt->span.end, o->source };
	const char *name = stmt->name.path ? written(o, stmt->name.span) : stmt->name.text;
	if (whole.end < stmt->name.span.end)
		whole.end = stmt->name.span.end;
	name = *name ? name : "\"\"";
	return json_pack("{s:o, s:o, s:i, s:o, s:o, s:o}", "name", text_json(name), "detail",
	                 text_json(detail(o, stmt)), "kind", shown[stmt->kind].kind, "range",
	                 range_json(sources, whole, o->server->encoding), "selectionRange",
	                 range_json(sources, stmt->name.span, o->server->encoding), "children",
	                 children(o, &stmt->block));
}

/* Entries of statements with a name. A block of a statement without a name, such as a joint's, adds its entries to the
 * same list. */
static json_t *children(const struct Outline *o, const struct StmtList *list)
{
	json_t *all = json_array();
	for (const struct Stmt *stmt = list->first; stmt; stmt = stmt->next) {
		if (stmt->span.source != o->source || !shown[stmt->kind].what)
			continue;
		if (stmt->name.text)
			json_array_append_new(all, entry(o, stmt));
		else
			json_array_extend(all, children(o, &stmt->block));
	}
	return all;
}

json_t *outline_document_symbol(struct MethodCall *call)
{
	struct Asked asked;
	if (!asked_document(call, &asked))
		return NULL;
	struct Outline o = { call->server, asked.reading, asked.source, call_arena(call) };
	return children(&o, &asked.reading->model->ast.statements);
}
