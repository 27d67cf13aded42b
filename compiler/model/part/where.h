/* Allowed places of statements: the top level, or kinds of blocks. Called by the checker, block by block. Texts are
 * constants. */
#ifndef RIGIDC_MODEL_PART_WHERE_H
#define RIGIDC_MODEL_PART_WHERE_H

#include "base/diag.h"
#include "grammar/ast.h"

enum Where {
	WHERE_TOP,
	WHERE_PART,
	WHERE_LOOP,
	WHERE_BODY,
	WHERE_JOINT,
	WHERE_STRUT,
	WHERE_CONTACT,
	WHERE_CLOSED_LOOP,
	WHERE_CONSTRAINT,
	WHERE_SHAPE,
	WHERE_WRENCH,
	WHERE_INPUT,
	WHERE_COUNT
};

/* Names for messages: "a body", "in a body". */
extern const struct WhereText {
	const char *name, *inside;
} where_text[WHERE_COUNT];

/* May the statement be here? Else a diagnostic. For properties, property.h checks more. */
bool where_allows(struct Diags *diags, const struct Stmt *stmt, enum Where where);

#endif
