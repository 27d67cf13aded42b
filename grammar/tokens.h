/* Token numbers and values for the scanner and the token filter, and the words with tokens of their own.
 * Called inside the grammar only.
 * Owns nothing. */
#ifndef RIGIDC_TOKENS_H
#define RIGIDC_TOKENS_H

#include "parse.h" /* made by bison */

enum {
	TOKEN_FAULT = RIG_RIG_error, /* already reported: the parser recovers in silence */
	TOKEN_NONE = RIG_RIG_EMPTY
};

/* Is the name a keyword? */
bool token_is_keyword(const char *name);
/* Does the token only begin statements? */
bool token_begins_statement(int token);
/* Does a name that the statement declares follow the token? */
bool token_declares(int token);
/* Is the name just scanned the `if` or `else` of a choice? Elsewhere both are names (choice_word.c). */
bool token_of_choice(struct Reader *reader, const char *name, int *token);
/* The token of a late word, which is a name except where it begins a statement; 0: no such word. `named`: a name
 * follows. */
int token_late(const char *name, bool named);
/* The form of a statement that begins with the token; NULL: none begins. */
const char *token_form(int token);
/* Tries the words that begin statements. */
struct Nearest;
void tokens_nearest(struct Nearest *statement);

#endif
