#include "lexeme.h"

#include <string.h>

#include "reader.h"
#include "state.h"
#include "tokens.h"

struct Lexing {
	struct Reader reader;
	struct Lexemes all;
	const char *text;
	uint32_t at; /* end of the last lexeme */
	bool first;
	uint32_t head; /* number of the last lexeme that began a statement */
	int depth;
};

static void add(struct Lexing *l, enum LexemeKind kind, uint32_t begin, uint32_t end)
{
	bool first = l->first && kind != LEXEME_COMMENT;
	l->head = first ? (uint32_t)l->all.count : l->head;
	*ARENA_PUSH(l->reader.arena, &l->all) = (struct Lexeme){
		.kind = kind, .begin = begin, .end = end, .first = first, .head = l->head, .depth = l->depth
	};
}

/* Adds the comments between two tokens. */
static void add_comments(struct Lexing *l, uint32_t end)
{
	while (l->at < end) {
		const char *here = l->text + l->at, *behind = l->text + end;
		const char *slash = memchr(here, '/', end - l->at), *stop;
		if (!slash || slash + 1 >= behind || (slash[1] != '/' && slash[1] != '*'))
			break;
		uint32_t begin = (uint32_t)(slash - l->text);
		stop = slash[1] == '/' ? slash + strcspn(slash, "\r\n") : strstr(slash + 2, "*/");
		l->at = !stop ? end : (uint32_t)(stop - l->text) + (slash[1] == '*' ? 2 : 0);
		l->at = l->at < end ? l->at : end;
		add(l, LEXEME_COMMENT, begin, l->at);
	}
	l->at = end;
}

static enum LexemeKind kind_of(const struct Lexing *l, int token, struct Span span)
{
	char sign = l->text[span.begin];
	bool letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
	bool unit = token == RIG_UNIT || token == RIG_PER_UNIT || token == RIG_TIMES_UNIT;
	return token == RIG_NAME || token == RIG_CHECK ? LEXEME_NAME
	       : token == RIG_NUMBER                   ? LEXEME_NUMBER
	       : unit                                  ? LEXEME_UNIT
	       : letter                                ? LEXEME_WORD
	                                               : LEXEME_SIGN;
}

static void take(struct Lexing *l, int token, struct Span span)
{
	bool ends = token == RIG_NEWLINE || token == RIG_SEMICOLON;
	if (token == RIG_FINISH && l->depth > 0)
		l->depth--;
	if (span.end > span.begin && span.begin >= l->at && token != RIG_NEWLINE) {
		add_comments(l, span.begin);
		add(l, kind_of(l, token, span), span.begin, span.end);
		l->at = span.end;
	}
	l->depth += token == RIG_BEGIN;
	l->first = ends || token == RIG_BEGIN || (l->first && token == RIG_FINISH);
}

struct Lexemes lexemes_read(struct Diags *diags, const char *text, size_t length)
{
	struct Lexing l = { .text = text, .first = true };
	if (!reader_open(diags, "", text, length, &l.reader.source))
		return l.all;
	reader_begin(&l.reader, diags, text, length, 0);
	l.reader.start = RIG_START_MODEL;
	l.at = l.reader.at;
	for (;;) {
		RIG_STYPE value;
		struct Span span;
		int token = rig_lex(&value, &span, &l.reader);
		if (token == RIG_END)
			break;
		if (token != RIG_START_MODEL && token != TOKEN_FAULT)
			take(&l, token, span);
	}
	add_comments(&l, (uint32_t)length);
	return l.all;
}
