/* The state that scanner, token filter and parser share while they read a source.
 * Called inside the grammar only.
 * It lives as long as read_text runs; its pointers are the arena's, and the source is borrowed. */
#ifndef RIGIDC_STATE_H
#define RIGIDC_STATE_H

#include "ast.h"
#include "base/diag.h"

/* Limit of nested brackets. */
enum { READER_BRACKETS = 100 };

/* A late unit (base/units.def); `declared`: the source uses its name for something else. */
struct LateUnit {
	const struct Unit *unit;
	bool declared;
};
enum { READER_LATE = 16 }; /* more than exist */

struct Expected;

struct Reader {
	struct Arena *arena;
	struct Diags *diags;
	uint32_t source;
	const char *text;
	size_t length;
	void *scanner;
	struct Ast ast;

	/* the scanner's */
	uint32_t begin;                    /* where reading begins */
	uint32_t at;                       /* bytes consumed */
	int scanned;                       /* previous token, ends of lines too */
	struct LateUnit late[READER_LATE]; /* late units asked for */
	int lates;
	struct Text doc;      /* lines of /// comments since the last word */
	const char *late_doc; /* the same before the last word that is a name, or NULL */
	int choices;          /* `if` of this statement that wait for their `else` */
	uint32_t looked;      /* end of the text searched for comparisons, which make `if` a word */
	bool compares;        /* a comparison was found */

	/* the token filter's (filter.c) */
	int start;  /* the first token: is the source a model or a value? */
	bool plain; /* names are numbers without a unit */
	bool started, ended;
	bool line_began;                   /* a newline came since the last token */
	bool statement_began;              /* nothing of the statement was returned yet */
	struct Ident statement;            /* its first word, if a name */
	int first;                         /* the statement's first token */
	int before, last;                  /* the last two tokens given to the parser */
	struct Span open[READER_BRACKETS]; /* ( and [ that wait for their partner */
	int depth;
	int heading; /* tokens of `joint NAME (` just seen; 3: inside the brackets */
	const struct FilterClause
		*clause;   /* the word that may come next in a statement such as `use PART as`, or NULL */
	bool named;        /* the name before the clause's word was seen */
	int braces;        /* { that wait for their partner */
	struct Span brace; /* the outermost of them */
	bool posing;       /* inside the { of a pose, which no statement may follow */
	struct Span pose;  /* this { */
	bool lost;         /* the source ended inside of them */
	struct Expected
		*expected; /* for completion: tokens allowed where the source breaks off; NULL: the source is whole */
	struct TokenQueue *ahead; /* tokens read or made ahead */
};

/* Sets all but `source`, which stays, `start` and `plain`. Reading begins at byte `skip`, or after its byte order
 * mark. */
void reader_begin(struct Reader *reader, struct Diags *diags, const char *text, size_t length, size_t skip);

/* Called before the first token. */
void filter_begin(struct Reader *reader);

/* Called by the parser (mistake.c). `operand`: an expression could end before the token found. */
void reader_syntax_error(struct Reader *reader, struct Span span, const char *found, const char *expected,
                         bool operand);

#endif
