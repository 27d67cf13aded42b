/* Folding ranges: brackets and comments that extend over several lines. They are found in the lexemes, so a document with mistakes
 * has them too. */
#include <string.h>

#include "server.h"
#include "reading.h"

struct Fold {
	uint32_t first, last; /* lines; last 0: not closed, or on one line */
	char open;            /* its bracket; 0: a comment */
};

struct Folding {
	struct TextNow now;
	struct Document *document;
	struct ARENA_LIST(struct Fold) folds;
	struct ARENA_LIST(size_t) open; /* folds whose bracket is not closed */
	bool closing;                   /* there are only closing brackets in the line so far */
};

static uint32_t line_of(const struct Folding *f, uint32_t offset)
{
	return position_at(&f->document->sources, 0, offset, ENCODING_UTF8).line;
}

/* Does lexeme i begin a line? */
static bool begins_line(const struct Folding *f, size_t i)
{
	const struct Lexeme *lexeme = &f->now.lexemes.item[i];
	uint32_t from = i > 0 ? lexeme[-1].end : 0;
	for (uint32_t at = from; at < lexeme->begin; at++)
		if (f->now.text[at] == '\n' || f->now.text[at] == '\r')
			return true;
	return i == 0;
}

static void open_bracket(struct Folding *f, const struct Lexeme *lexeme)
{
	*ARENA_PUSH(f->now.arena, &f->open) = f->folds.count;
	*ARENA_PUSH(f->now.arena, &f->folds) =
		(struct Fold){ .first = line_of(f, lexeme->begin), .open = f->now.text[lexeme->begin] };
}

/* A brace also closes brackets that were left open in its block, or before it if it has none. Closing brackets at the beginning of a
 * line stay visible. */
static void close_bracket(struct Folding *f, size_t i, char open)
{
	const struct Lexeme *lexeme = &f->now.lexemes.item[i];
	size_t found = f->open.count;
	while (found > 0 && f->folds.item[f->open.item[found - 1]].open != open) {
		if (open != '{')
			return;
		found--;
	}
	if (!found) {
		f->open.count = 0;
		return;
	}
	f->folds.item[f->open.item[found - 1]].last = line_of(f, lexeme->begin) - f->closing;
	f->open.count = found - 1;
}

/* A comment that begins a line continues the comment on the line before. */
static void add_comment(struct Folding *f, size_t i)
{
	const struct Lexeme *lexeme = &f->now.lexemes.item[i];
	uint32_t first = line_of(f, lexeme->begin), last = line_of(f, lexeme->end);
	bool begins = begins_line(f, i), follows = i > 0 && lexeme[-1].kind == LEXEME_COMMENT;
	struct Fold *before = f->folds.count ? &f->folds.item[f->folds.count - 1] : NULL;
	if (begins && follows && before && !before->open && first == before->last + 1)
		before->last = last;
	else if (begins || last > first)
		*ARENA_PUSH(f->now.arena, &f->folds) = (struct Fold){ .first = first, .last = last };
}

static void find_folds(struct Folding *f)
{
	for (size_t i = 0; i < f->now.lexemes.count; i++) {
		const struct Lexeme *lexeme = &f->now.lexemes.item[i];
		char sign = f->now.text[lexeme->begin];
		bool closes = lexeme->kind == LEXEME_SIGN && strchr(")]}", sign);
		f->closing = closes && (f->closing || begins_line(f, i));
		if (lexeme->kind == LEXEME_COMMENT)
			add_comment(f, i);
		else if (closes)
			close_bracket(f, i, sign == '}' ? '{' : sign == ')' ? '(' : '[');
		else if (lexeme->kind == LEXEME_SIGN && strchr("([{", sign))
			open_bracket(f, lexeme);
	}
}

/* Brackets that open on one line make one fold: the outermost that extends over lines. */
static json_t *folds_json(const struct Folding *f)
{
	json_t *all = json_array();
	uint32_t next = 0; /* the first line where a fold may begin */
	for (size_t i = 0; i < f->folds.count; i++) {
		const struct Fold *fold = &f->folds.item[i];
		if (fold->last <= fold->first || fold->first < next)
			continue;
		json_t *range = json_pack("{s:I, s:I}", "startLine", (json_int_t)fold->first, "endLine",
		                          (json_int_t)fold->last);
		if (!fold->open)
			json_object_set_new(range, "kind", json_string("comment"));
		json_array_append_new(all, range);
		next = fold->first + 1;
	}
	return all;
}

json_t *fold_run(struct MethodCall *call)
{
	struct Folding f = { .document = call_document(call) };
	if (!f.document)
		return NULL;
	const struct Reading *reading = reading_of(call->server, f.document);
	const struct Format *format = reading && reading->model ? reading->model->format : NULL;
	if (!format || !format_is_own(format))
		return json_array();
	f.now = text_now(call_arena(call), f.document);
	find_folds(&f);
	return folds_json(&f);
}
