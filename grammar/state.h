/* What scanner, token filter and parser share while a text is read.
 * Called inside the grammar only.
 * It lives as long as read_text runs; what it points to is the arena's, and the text is borrowed. */
#ifndef RIGIDC_STATE_H
#define RIGIDC_STATE_H

#include "ast.h"
#include "base/diag.h"

/* Brackets nest so deep at most. */
enum { READER_BRACKETS = 100 };

/* A unit that came late (base/units.def), and whether the text has its name for something else. */
struct LateUnit {
	const struct Unit *unit;
	bool declared;
};
enum { READER_LATE = 16 }; /* more than there are */

struct Reader {
	struct Arena *arena;
	struct Diags *diags;
	uint32_t source;
	const char *text;
	size_t length;
	void *scanner;
	struct Ast ast;

	/* the scanner's */
	uint32_t at;                /* bytes consumed */
	int scanned;                /* the token before, ends of lines too */
	struct LateUnit late[READER_LATE]; /* those that were asked for */
	int lates;
	struct Text doc;            /* lines of /// comments since the last word */
	int choices;                /* `if` of this statement that wait for their `else` */
	uint32_t looked;            /* so far it was looked for comparisons that make an `if` a word, */
	bool compares;              /* and there is one */

	/* the token filter's (filter.c) */
	int start;                  /* the first token, which says what the text is: a model or a value */
	bool plain;                 /* names are numbers without a unit */
	bool started, ended;
	bool line_began;            /* a newline came since the last token */
	bool statement_began;       /* nothing of the statement was returned yet */
	struct Ident statement;     /* its first word, if that is a name */
	int first;                  /* the statement's first token */
	int before, last;           /* the last two tokens that the parser has got */
	struct Span open[READER_BRACKETS]; /* ( and [ that wait for their partner */
	int depth;
	int heading;                /* of `joint NAME (`: how much of it was just seen; 3 inside the brackets */
	const struct Clause *clause; /* the word that may come next in a statement such as `use PART as`, or NULL */
	bool named;                 /* the name before it was seen */
	int braces;                 /* { that wait for their partner */
	struct Span brace;          /* the outermost of them */
	struct TokenQueue *ahead;   /* tokens read or made ahead */
};

/* Sets up all but `source`, which stays, `start` and `plain`. The text is read from byte `skip` on, or behind its byte
 * order mark. */
void reader_begin(struct Reader *reader, struct Diags *diags, const char *text, size_t length, size_t skip);

/* Before the first token is asked for. */
void filter_begin(struct Reader *reader);

/* Called by the parser (mistake.c). `operand`: an expression could end before what was found. */
void reader_syntax_error(struct Reader *reader, struct Span span, const char *found, const char *expected, bool operand);

#endif
