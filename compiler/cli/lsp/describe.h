/* What a name or a word means, as text for an editor.
 * Called by hover and completion.
 * The text is appended to `out`; nothing is appended where there is nothing to say. */
#ifndef RIGIDC_LSP_DESCRIBE_H
#define RIGIDC_LSP_DESCRIBE_H

#include "symbols.h"

/* A name of the model: its declaration, its values, its place in the robot. */
void describe_symbol(struct Text *out, const struct Reading *reading, const struct Symbol *symbol);
/* Where a word stands. */
struct WordPlace {
	const char *kind_of; /* the first word of its statement, if it stands behind a colon; or NULL */
	bool output;         /* in a statement `generate` */
	bool check;          /* the name of a check, after `accept` */
	bool unit;
};
/* A word or a unit of the language. */
void describe_word(struct Text *out, const struct Reading *reading, const char *word, struct WordPlace place);
/* "revolute(axis)" and the meaning of a joint kind. */
void describe_kind(struct Text *out, const struct JointKind *kind);

#endif
