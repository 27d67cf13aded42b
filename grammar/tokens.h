/* The token numbers and values for the scanner and the token filter, and which words are tokens of their own.
 * Called inside the grammar only.
 * Owns nothing. */
#ifndef RIGIDC_TOKENS_H
#define RIGIDC_TOKENS_H

#include "parse.h" /* made by bison */

enum {
	TOKEN_FAULT = RIG_RIG_error, /* already reported: the parser recovers in silence */
	TOKEN_NONE = RIG_RIG_EMPTY
};

/* Is it a keyword? */
bool token_is_keyword(const char *name);
/* Can it begin a statement only? */
bool token_begins_statement(int token);
/* Is the name that was just scanned an `if` or `else` of a choice, which are names elsewhere (choice_word.c)? */
bool token_of_choice(struct Reader *reader, const char *name, int *token);
/* The token of a word that is a name but where a statement begins with it; 0: there is none. */
int token_late(const char *name);
/* How a statement is written that begins with the token; NULL: none does. */
const char *token_form(int token);
/* Tries the words that begin statements. */
struct Nearest;
void tokens_nearest(struct Nearest *statement);

#endif
