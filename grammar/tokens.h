/* The token numbers and values for the scanner and the token filter, and what the parser calls back.
 * Called inside the grammar only. Owns nothing. */
#ifndef RIGIDC_TOKENS_H
#define RIGIDC_TOKENS_H

#include "reader.h"

#include "parse.h" /* made by bison */

enum {
	TOKEN_FAULT = RIG_RIG_error, /* already reported: the parser recovers in silence */
	TOKEN_NONE = RIG_RIG_EMPTY
};

/* `unit`, `later`: what was found is a unit, a word kept for later; `operand`: an expression could end before it. */
void reader_syntax_error(struct Reader *reader, struct Span span, const char *found, const char *expected,
                         bool unit, bool later, bool operand);

#endif
