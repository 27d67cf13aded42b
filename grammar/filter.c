/* The token filter between scanner and parser: it decides where statements end. A newline counts once, only outside of
 * brackets, and not before a `{` or the `else` of an `if`. */
#include <string.h>

#include "state.h"
#include "tokens.h"
#include "words.h"

#define YYSTYPE RIG_STYPE
#define YYLTYPE RIG_LTYPE
#include "scan.h" /* made by flex */

struct Token {
	int kind;
	RIG_STYPE value;
	struct Span span;
};

enum { QUEUE = 4 };

struct TokenQueue {
	struct Token item[QUEUE];
	size_t first, count;
};

void filter_begin(struct Reader *reader)
{
	reader->ahead = ARENA_NEW(reader->arena, struct TokenQueue);
}

static void put_ahead(struct Reader *reader, struct Token token)
{
	struct TokenQueue *queue = reader->ahead;
	MUST(reader->arena, queue->count < QUEUE);
	queue->item[(queue->first + queue->count++) % QUEUE] = token;
}

static struct Token scan(struct Reader *reader)
{
	struct Token token = { 0 };
	token.span = (struct Span){ reader->at, reader->at, reader->source };
	token.kind = rig_scan(&token.value, &token.span, reader->scanner);
	reader->scanned = token.kind;
	return token;
}

static struct Token take(struct Reader *reader)
{
	struct TokenQueue *queue = reader->ahead;
	struct Token token = queue->item[queue->first];
	queue->first = (queue->first + 1) % QUEUE;
	queue->count--;
	return token;
}

/* Reports the innermost open bracket. The missing newline, if `newline`, and then the token `then` follow. */
static struct Token unclosed(struct Reader *reader, struct Token then, bool newline)
{
	struct Span open = reader->open[reader->depth - 1];
	struct Diag *d = diag(reader->diags, CHECK_UNCLOSED, open, "this '%c' is not closed", reader->text[open.begin]);
	if (then.kind == RIG_SEMICOLON)
		diag_help(reader->diags, d, "in parentheses a ',' separates, not a ';'");
	reader->depth = 0;
	struct Token fault = { .kind = TOKEN_FAULT, .span = then.span };
	if (newline)
		put_ahead(reader, (struct Token){ .kind = RIG_NEWLINE, .span = then.span });
	put_ahead(reader, then);
	return fault;
}

static struct Token inside_brackets(struct Reader *reader, struct Token token)
{
	struct Span open = reader->open[reader->depth - 1];
	switch (token.kind) {
	case RIG_BEGIN:
	case RIG_FINISH: return unclosed(reader, token, false);
	case RIG_SEMICOLON:
		if (reader->text[open.begin] == '(' && reader->heading != 3)
			return unclosed(reader, token, false);
		token.kind = RIG_ROW;
		return token;
	case RIG_END: return unclosed(reader, token, true);
	case RIG_CLOSE:
	case RIG_RIGHT: reader->depth--; return token;
	case RIG_UNIT:
		if (!reader->line_began)
			return token;
		diag(reader->diags, CHECK_UNIT_NAME, token.span, "a unit follows its number on the same line");
		token.kind = TOKEN_FAULT;
		return token;
	default:
		return token_begins_statement(token.kind) && reader->line_began ? unclosed(reader, token, true) : token;
	}
}

static struct Token open_bracket(struct Reader *reader, struct Token token)
{
	if (reader->depth < READER_BRACKETS) {
		reader->open[reader->depth++] = token.span;
		return token;
	}
	diag(reader->diags, CHECK_TOO_DEEP, token.span, "brackets are nested more than %d deep", READER_BRACKETS);
	reader->depth = 0;
	reader->ended = true; /* no more tokens of this source */
	token.kind = TOKEN_FAULT;
	return token;
}

/* A } without its {: after an earlier mistake it is the rest of an unreadable statement. */
static bool stray_brace(struct Reader *reader, struct Token token)
{
	if (token.kind == RIG_BEGIN && reader->braces++ == 0)
		reader->brace = token.span;
	if (token.kind != RIG_FINISH || reader->braces-- > 0)
		return false;
	reader->braces = 0;
	if (!reader->diags->syntax_errors)
		diag(reader->diags, CHECK_SYNTAX, token.span, "this '}' closes nothing");
	return true;
}

/* The next token that matters. Newlines are dropped inside brackets, and before a `{` or an `else`; elsewhere several
 * become one. */
static struct Token next(struct Reader *reader)
{
	if (reader->ahead->count)
		return take(reader);
	if (reader->ended)
		return (struct Token){ .kind = RIG_END, .span = reader->open[0] };
	reader->line_began = false;
	struct Token token = scan(reader), newline = token;
	while (token.kind == RIG_NEWLINE || stray_brace(reader, token)) {
		reader->line_began = true;
		token = scan(reader);
	}
	if (token.kind == RIG_END && reader->expected && !reader->lost) {
		reader->lost = true;
		token.kind = RIG_BREAK;
	}
	if (reader->depth > 0) {
		token = inside_brackets(reader, token);
		newline.kind = TOKEN_NONE;
	} else if (token.kind == RIG_END && newline.kind != RIG_NEWLINE) {
		newline = token;
		newline.kind = RIG_NEWLINE; /* the last line always ends, with a newline or without */
	}
	if (token.kind == RIG_OPEN || token.kind == RIG_LEFT)
		token = open_bracket(reader, token);
	bool goes_on = token.kind == RIG_BEGIN || token.kind == RIG_ELSE;
	if (newline.kind != RIG_NEWLINE || goes_on || reader->statement_began)
		return token;
	reader->choices = 0;
	put_ahead(reader, token);
	return newline;
}

/* A semicolon between the brackets of `joint NAME (` separates coordinates from parameters. */
static void track_heading(struct Reader *reader, int kind)
{
	static const int expected[] = { RIG_JOINT, RIG_NAME, RIG_OPEN };
	if (reader->heading == 3)
		reader->heading = reader->depth > 0 ? 3 : 0;
	else
		reader->heading = kind == expected[reader->heading] ? reader->heading + 1 : kind == RIG_JOINT;
}

/* Words of clauses, such as `as` in `use leg as FL`. They are tokens only after a name that follows the token `behind`,
 * where no second name can stand. Elsewhere they are names. */
struct FilterClause {
	int behind;
	const char *word;
	int token;
};

static const struct FilterClause *clause_behind(int token)
{
	static const struct FilterClause clauses[] = {
		{ RIG_USE, "as", RIG_AS },          { RIG_STRUT, "between", RIG_BETWEEN },
		{ RIG_BETWEEN, "and", RIG_AND },    { RIG_TENDON, "over", RIG_OVER },
		{ RIG_LOOP, "from", RIG_FROM },     { RIG_FROM, "to", RIG_TO },
		{ RIG_VISUAL, "scale", RIG_SCALE }, { RIG_COLLISION, "scale", RIG_SCALE },
	};
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
		if (clauses[i].behind == token)
			return &clauses[i];
	return NULL;
}

static bool is_word(const struct Token *token, const char *word)
{
	return token->kind == RIG_NAME && !token->value.RIG_NAME.quoted &&
	       strcmp(token->value.RIG_NAME.text, word) == 0;
}

static void find_clause(struct Reader *reader, struct Token *token)
{
	bool apart = reader->depth == 0 && reader->last != RIG_DOT;
	if (reader->statement_began)
		reader->clause = NULL;
	if (reader->clause && reader->named && apart && is_word(token, reader->clause->word))
		token->kind = reader->clause->token;
	const struct FilterClause *next = clause_behind(token->kind);
	if (next || (reader->clause && token->kind == reader->clause->token))
		reader->clause = next;
	reader->named = !next && (reader->named || token->kind == RIG_NAME);
}

bool token_declares(int token)
{
	static const int declaring[] = {
		RIG_MODEL,   RIG_CONST,  RIG_PARAM, RIG_FUNCTION,   RIG_TABLE, RIG_BODY,  RIG_FRAME, RIG_INPUT,
		RIG_JOINT,   RIG_WRENCH, RIG_POSE,  RIG_PART,       RIG_AS,    RIG_FOR,   RIG_STRUT, RIG_TENDON,
		RIG_CONTACT, RIG_PHASE,  RIG_LOOP,  RIG_CONSTRAINT, RIG_WRAP,  RIG_GROUP,
	};
	for (size_t i = 0; i < sizeof declaring / sizeof *declaring; i++)
		if (token == declaring[i])
			return true;
	return false;
}

/* Declared names get a note if a later version of the language may use the word. */
static void note_kept(const struct Reader *reader, const struct Token *token)
{
	if (token_declares(reader->last) && token->kind == RIG_NAME && !token->value.RIG_NAME.quoted &&
	    word_is_kept(token->value.RIG_NAME.text))
		diag(reader->diags, CHECK_KEPT_WORD, token->span,
		     "a later version of the language may have a use for the word '%s'", token->value.RIG_NAME.text);
}

/* The text after blanks and comments, but for a comment to the end of the line: the end of that line. */
static const char *after_comments(const char *text)
{
	for (;;) {
		text += strspn(text, " \t");
		if (strncmp(text, "//", 2) == 0)
			return text + strcspn(text, "\r\n");
		const char *end = strncmp(text, "/*", 2) == 0 ? strstr(text + 2, "*/") : NULL;
		if (!end)
			return text;
		text = end + 2;
	}
}

/* Late words begin a statement if a name, a quote, a bracket or the end of the line or block follows; some only if a
 * name does. Elsewhere they are names: a pose may set a joint so named, `order = 1 rad`. */
static void find_late_word(const struct Reader *reader, struct Token *token)
{
	if (!reader->statement_began || token->kind != RIG_NAME || token->value.RIG_NAME.quoted)
		return;
	char first = *after_comments(reader->text + token->span.end);
	bool name = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
	bool begins = name || strchr("\"(;}\r\n", first); /* the end of the source, too */
	int late = begins ? token_late(token->value.RIG_NAME.text, name || first == '"') : 0;
	token->kind = late ? late : token->kind;
	if (late == RIG_INPUT)
		token->value.RIG_INPUT = reader->late_doc;
}

/* The word `within` is a token after the second name of an `assert`, and a name elsewhere. */
static void find_within(const struct Reader *reader, struct Token *token)
{
	bool behind = reader->first == RIG_ASSERT && (reader->last == RIG_NAME || reader->last == RIG_RIGHT);
	if (behind && !reader->statement_began && reader->depth == 0 && token->kind == RIG_NAME &&
	    !token->value.RIG_NAME.quoted && strcmp(token->value.RIG_NAME.text, "within") == 0)
		token->kind = RIG_WITHIN;
}

/* Words in a tendon's list of points are tokens where a name or an expression ends, and names elsewhere. */
static void find_station(const struct Reader *reader, struct Token *token)
{
	static const struct {
		const char *word;
		int token;
	} words[] = { { "while", RIG_WHILE }, { "from", RIG_FROM }, { "to", RIG_TO }, { "side", RIG_SIDE } };
	static const int ends[] = {
		RIG_NAME, RIG_RIGHT, RIG_CLOSE, RIG_NUMBER, RIG_UNIT, RIG_PER_UNIT, RIG_TIMES_UNIT
	};
	bool behind = false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		behind |= reader->last == ends[i];
	behind &= reader->first == RIG_TENDON && reader->before != RIG_TENDON;
	for (size_t i = 0; i < sizeof words / sizeof *words && behind; i++)
		if (!reader->statement_began && reader->depth == 0 && is_word(token, words[i].word))
			token->kind = words[i].token;
}

/* The word `around` is a token in the place of a tendon's point before a name, and a name elsewhere. */
static void find_around(const struct Reader *reader, struct Token *token)
{
	bool begins = reader->last == RIG_OVER || reader->last == RIG_COMMA;
	if (reader->first != RIG_TENDON || !begins || reader->depth > 0 || !is_word(token, "around"))
		return;
	const char *behind = after_comments(reader->text + token->span.end);
	size_t length = strspn(behind, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
	bool clause = (length == strlen("at") && strncmp(behind, "at", length) == 0) ||
	              (length == strlen("while") && strncmp(behind, "while", length) == 0);
	bool asked = behind >= reader->text + reader->length; /* an editor asks what may follow */
	if ((length > 0 && !clause) || *behind == '"' || asked)
		token->kind = RIG_AROUND;
}

/* The word `added` is a token at the beginning of a statement, as several values follow it, and a name elsewhere. */
static void find_added(const struct Reader *reader, struct Token *token)
{
	if (!reader->statement_began || reader->posing || !is_word(token, "added"))
		return;
	struct Ident name = token->value.RIG_NAME;
	token->value.RIG_ADDED = name;
	token->kind = RIG_ADDED;
}

/* The word `hold` is a token before the name of a position in a pose, and a name elsewhere. */
static void find_hold(const struct Reader *reader, struct Token *token)
{
	bool begins = reader->statement_began || reader->last == RIG_COMMA;
	if (!reader->posing || !begins || reader->depth > 0 || !is_word(token, "hold"))
		return;
	const char *behind = after_comments(reader->text + token->span.end);
	char first = *behind;
	bool name = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || (first && strchr("_\"", first));
	bool asked = behind >= reader->text + reader->length; /* an editor asks what may follow */
	token->kind = name || asked ? RIG_HOLD : token->kind;
}

/* The source ends in blocks. The outermost is reported, and further tokens close all of them, so that their statements
 * are known. */
static struct Token close_blocks(struct Reader *reader, struct Token end)
{
	if (!reader->lost && reader->braces > 0) {
		reader->lost = true;
		if (!reader->ended)
			diag(reader->diags, CHECK_UNCLOSED, reader->brace, "this '{' is not closed");
	}
	if (reader->lost && reader->braces > 0) {
		reader->braces--;
		end.span.begin = end.span.end; /* not the blanks before it */
		end.kind = RIG_FINISH;
	} else if (reader->lost && reader->last == RIG_FINISH) {
		end.kind = RIG_NEWLINE;
	}
	if (end.kind != RIG_END)
		put_ahead(reader, (struct Token){ .kind = RIG_END, .span = end.span });
	return end;
}

/* A statement inside of a pose, where only positions may stand: the } is missing before it. */
static struct Token close_pose(struct Reader *reader, struct Token statement)
{
	diag(reader->diags, CHECK_UNCLOSED, reader->pose, "this '{' is not closed");
	reader->braces--;
	put_ahead(reader, (struct Token){ .kind = RIG_NEWLINE, .span = statement.span });
	put_ahead(reader, statement);
	return (struct Token){ .kind = RIG_FINISH, .span = statement.span };
}

/* Is the token a word of the language in place of a joint's name: `pose home { pose = 1 rad }`? No statement has a `=`
 * behind its first word. */
static bool is_word_for_joint(const struct Reader *reader, const struct Token *token)
{
	const char first = reader->text[token->span.begin];
	const bool word = token->kind != RIG_NAME && ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'));
	const bool begins = reader->statement_began || reader->last == RIG_HOLD;
	const char *behind = after_comments(reader->text + token->span.end);
	return reader->posing && begins && word && behind[0] == '=' && behind[1] != '=';
}

/* The word as a name, after a diagnostic: the positions after it stay known. */
static struct Token name_of_word(struct Reader *reader, struct Token token)
{
	const size_t length = token.span.end - token.span.begin;
	const char *text = arena_copy(reader->arena, reader->text + token.span.begin, length);
	struct Diag *d =
		diag(reader->diags, CHECK_SYNTAX, token.span, "found '%s', expected the name of a joint", text);
	diag_help(reader->diags, d, "'%s' has another meaning; in double quotes it is a name: \"%s\"", text, text);
	diag_fix(reader->diags, d, token.span, text_print(reader->arena, "\"%s\"", text));
	token.kind = RIG_NAME;
	token.value.RIG_NAME = (struct Ident){ .text = text, .span = token.span };
	return token;
}

/* Notes where the { of a pose begins and ends. */
static void track_pose(struct Reader *reader, const struct Token *token)
{
	if (token->kind == RIG_FINISH)
		reader->posing = false;
	if (token->kind != RIG_BEGIN || reader->last != RIG_NAME || reader->before != RIG_POSE)
		return;
	reader->posing = true;
	reader->pose = token->span;
}

int rig_lex(RIG_STYPE *value, RIG_LTYPE *span, struct Reader *reader)
{
	if (!reader->started) {
		reader->started = true;
		reader->statement_began = true;
		*span = (struct Span){ 0, 0, reader->source };
		return reader->start;
	}
	struct Token token = next(reader);
	if (token.kind == RIG_END)
		token = close_blocks(reader, token);
	find_late_word(reader, &token);
	if (is_word_for_joint(reader, &token))
		token = name_of_word(reader, token);
	if (reader->posing && reader->statement_began && token_begins_statement(token.kind))
		token = close_pose(reader, token);
	find_clause(reader, &token);
	find_within(reader, &token);
	find_station(reader, &token);
	find_around(reader, &token);
	find_added(reader, &token);
	find_hold(reader, &token);
	*value = token.value;
	*span = token.span;
	note_kept(reader, &token);
	track_heading(reader, token.kind);
	track_pose(reader, &token);
	if (reader->statement_began) {
		reader->statement = token.kind == RIG_NAME ? token.value.RIG_NAME : (struct Ident){ 0 };
		reader->first = token.kind;
	}
	reader->before = reader->last;
	reader->last = token.kind;
	reader->statement_began = token.kind == RIG_NEWLINE || token.kind == RIG_SEMICOLON || token.kind == RIG_BEGIN;
	return token.kind;
}
