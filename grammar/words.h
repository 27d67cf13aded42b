/* The words of the language, and words reserved for later.
 * Called to list words, and to check names against them.
 * The strings are constants. */
#ifndef RIGIDC_WORDS_H
#define RIGIDC_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The i-th reserved word, or NULL after the last. Words that begin a statement come first; late words are no part. */
const char *word_of_language(size_t i, bool *begins);
/* The i-th word that has a meaning at one place and is a name elsewhere, or NULL after the last. */
const char *word_of_place(size_t i, bool *begins);
/* The i-th word that begins a statement, late words too; NULL after the last. */
const char *word_of_statement(size_t i);
/* The form of a statement that begins with the word; NULL: none begins. */
const char *word_form(const char *name);
/* The i-th word reserved for later, or NULL after the last. */
const char *word_kept(size_t i);
bool word_is_kept(const char *name);

#endif
