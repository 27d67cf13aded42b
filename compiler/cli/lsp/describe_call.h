/* What may be written before `(`: a function, a table, a part or a kind with its parameters, as text for an editor.
 * Called by the answer about signatures, and by hover.
 * Memory is the arena's of the label. */
#ifndef RIGIDC_LSP_DESCRIBE_CALL_H
#define RIGIDC_LSP_DESCRIBE_CALL_H

#include "symbol.h"

struct SignatureParameter {
	const char *name;
	size_t begin, end; /* in the label */
	const char *doc;   /* "a length [m]"; NULL: nothing is known */
};

/* "cylinder(mass: kg, radius: m, length: m, axis: axis = z)" and what it means, in Markdown. */
struct Signature {
	struct Text label, doc;
	struct ARENA_LIST(struct SignatureParameter) parameters;
};

/* A function, table or part of the model. */
void describe_call(struct Signature *signature, const struct Reading *reading, const struct Symbol *symbol);
/* A kind of joints, loops or contacts, by the first word of the statement. Nothing: there is no such kind, or it takes nothing. */
void describe_call_kind(struct Signature *signature, const struct Reading *reading, const char *statement,
                        const char *kind);
/* A function of the language. Nothing: there is none. */
void describe_call_builtin(struct Signature *signature, const char *name);

#endif
