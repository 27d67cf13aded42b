/* The words of the language, and those that it may have later.
 * Called where words are listed, and where a name may be one of them.
 * The strings are constants. */
#ifndef RIGIDC_WORDS_H
#define RIGIDC_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The i-th word that is no name, those that begin a statement first; NULL behind the last. */
const char *word_of_language(size_t i, bool *begins);
/* How a statement is written that begins with the word; NULL: none does. */
const char *word_form(const char *name);
/* The i-th word that is kept for later; NULL behind the last. */
const char *word_kept(size_t i);
bool word_is_kept(const char *name);

#endif
