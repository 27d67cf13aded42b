/* Options of former releases that have another word now.
 * Called by the reader of options. Static data. */
#ifndef RIGIDC_FORMER_WORDS_H
#define RIGIDC_FORMER_WORDS_H

#include "option_rows.h"

struct FormerWord {
	unsigned takers;
	const char *name, *value; /* value: NULL: it took none; "": any */
	bool accepted;
	const char *now; /* new words, with * for the value */
};
extern const struct FormerWord former_words[];
extern const int former_count;

static inline bool former_is_taken(const struct FormerWord *word, enum CommandId command)
{
	return word->takers >> command & 1;
}

/* The first row for this option and value of a command; NULL: none. The value of an option without one is NULL. */
const struct FormerWord *former_find(enum CommandId command, const char *name, const char *value);
/* Writes the new words for a value, "--map=@FILE". */
void former_put_now(char *out, size_t size, const struct FormerWord *word, const char *value);

#endif
