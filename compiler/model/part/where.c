/* Table of the statements, each with its allowed places. */
#include "where.h"

#include "base/text.h"

const struct WhereText where_text[WHERE_COUNT] = {
	[WHERE_TOP] = { "the top level", "at the top level" },
	[WHERE_PART] = { "a part", "in a part" },
	[WHERE_LOOP] = { "a `for`", "in a `for`" },
	[WHERE_BODY] = { "a body", "in a body" },
	[WHERE_JOINT] = { "a joint", "in a joint" },
	[WHERE_STRUT] = { "a strut", "in a strut" },
	[WHERE_CONTACT] = { "a contact", "in a contact" },
	[WHERE_CLOSED_LOOP] = { "a closed loop", "in a closed loop" },
	[WHERE_CONSTRAINT] = { "a constraint", "in a constraint" },
	[WHERE_SHAPE] = { "a shape", "in a shape" },
	[WHERE_WRENCH] = { "a wrench", "in a wrench" },
	[WHERE_INPUT] = { "an input", "in an input" },
};

#define TOP (1u << WHERE_TOP)
#define ANY_LIST (TOP | 1u << WHERE_PART | 1u << WHERE_LOOP)
#define BODY (1u << WHERE_BODY)

/* Statements by kind; properties have their own table. */
static const struct {
	const char *name;
	unsigned places;
} statements[] = {
	[STMT_MODEL] = { "model", TOP },
	[STMT_CONST] = { "const", ANY_LIST },
	[STMT_BODY] = { "body", ANY_LIST },
	[STMT_FRAME] = { "frame", ANY_LIST | BODY },
	[STMT_JOINT] = { "joint", BODY },
	[STMT_KIND] = { "the definition of a joint kind", TOP },
	[STMT_GENERATE] = { "generate", TOP },
	[STMT_WRENCH] = { "wrench", ANY_LIST },
	[STMT_FUNCTION] = { "function", TOP },
	[STMT_TABLE] = { "table", TOP },
	[STMT_PARAM] = { "param", TOP },
	[STMT_INPUT] = { "input", ANY_LIST },
	[STMT_POSE] = { "pose", TOP },
	[STMT_PART] = { "the definition of a part", TOP },
	[STMT_USE] = { "use", ANY_LIST },
	[STMT_FOR] = { "for", ANY_LIST },
	[STMT_INCLUDE] = { "include", TOP },
	[STMT_ORDER] = { "order", TOP },
	[STMT_ASSERT] = { "assert", ANY_LIST },
	[STMT_ACCEPT] = { "accept", ANY_LIST | BODY },
	[STMT_STRUT] = { "strut", ANY_LIST },
	[STMT_TENDON] = { "tendon", ANY_LIST },
	[STMT_WRAP] = { "wrap", ANY_LIST },
	[STMT_CONTACT] = { "contact", ANY_LIST },
	[STMT_PHASE] = { "phase", TOP },
	[STMT_GROUP] = { "group", ANY_LIST },
	[STMT_IDLE] = { "idle with the names of joints", TOP },
	[STMT_LOOP] = { "loop", ANY_LIST },
	[STMT_CONSTRAINT] = { "constraint", ANY_LIST },
	[STMT_SOLVE] = { "solve", 1u << WHERE_CLOSED_LOOP },
	[STMT_VISUAL] = { "visual", BODY },
	[STMT_COLLISION] = { "collision", BODY },
};

/* Places in words: "the top level, a part or a loop". */
static const char *places_text(struct Arena *arena, unsigned places)
{
	struct Text text = text_new(arena);
	for (int i = 0; i < WHERE_COUNT; i++) {
		unsigned more = places >> i >> 1;
		if (places >> i & 1)
			text_format(&text, "%s%s", where_text[i].name, !more ? "" : more & (more - 1) ? ", " : " or ");
	}
	return text_string(&text);
}

bool where_allows(struct Diags *diags, const struct Stmt *stmt, enum Where where)
{
	if (stmt->kind == STMT_PROPERTY || statements[stmt->kind].places >> where & 1)
		return true;
	diag(diags, CHECK_MISPLACED, stmt->span, "%s belongs to %s, this one is %s", statements[stmt->kind].name,
	     places_text(diags->arena, statements[stmt->kind].places), where_text[where].inside);
	return false;
}
