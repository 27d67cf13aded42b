/* The words, names, numbers, units and comments of a source, with mistakes or without.
 * Called by the language server, for highlighting and for what stands at a place.
 * All memory is the arena's of the diagnostics, which are those of the scanner. */
#ifndef RIGIDC_LEXEME_H
#define RIGIDC_LEXEME_H

#include "base/diag.h"

enum LexemeKind { LEXEME_WORD, LEXEME_NAME, LEXEME_NUMBER, LEXEME_UNIT, LEXEME_SIGN, LEXEME_COMMENT };

struct Lexeme {
	enum LexemeKind kind;
	uint32_t begin, end; /* in the source */
	bool first;          /* the first of its statement */
	uint32_t head;       /* the number of the first one */
	int depth;           /* blocks around it */
};

struct Lexemes ARENA_LIST(struct Lexeme);

/* The lexemes of a source in their order; none if the source is not clean UTF-8. */
struct Lexemes lexemes_read(struct Diags *diags, const char *text, size_t length);

#endif
