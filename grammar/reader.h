/* Text to AST: the front door of the grammar, and the state that scanner and parser share.
 * Called by the pipeline for a model file and for expressions of the command line.
 * The text is borrowed; the AST is the arena's. */
#ifndef RIGIDC_READER_H
#define RIGIDC_READER_H

#include "ast.h"
#include "diag.h"

enum ReaderStart { READ_MODEL, READ_VALUE };

/* Parses a text from byte `skip` on. Faults are reported; what could be understood is returned all the
 * same. */
struct Ast read_text(struct Diags *diags, const char *name, const char *text, size_t length, size_t skip,
                     enum ReaderStart start);

/* Adds a text to the sources, as every reader of one begins. False after a diagnostic: it is too long or not clean
 * UTF-8. */
bool reader_open(struct Diags *diags, const char *name, const char *text, size_t length, uint32_t *source);

/* Is it a keyword, in this version or a later one? */
bool reader_keyword(const char *name);

/* Brackets nest so deep at most. */
enum { READER_BRACKETS = 100 };

/* Inside the grammar only: what scanner, parser and constructors share. */
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
	struct Text doc;            /* lines of /// comments since the last word */

	/* the token filter's (reader.c) */
	enum ReaderStart start;
	bool started, ended;
	bool line_began;            /* a newline came since the last token */
	bool statement_began;       /* nothing of the statement was returned yet */
	struct Ident statement;     /* its first word, if that is a name */
	struct Span open[READER_BRACKETS]; /* ( and [ that wait for their partner */
	int depth;
	int heading;                /* of `joint NAME (`: how much of it was just seen; 3 inside the brackets */
	int braces;                 /* { that wait for their partner */
	struct Span brace;          /* the outermost of them */
	struct TokenQueue *ahead;   /* tokens read or made ahead */
};

#endif
