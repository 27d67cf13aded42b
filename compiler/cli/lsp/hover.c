/* Hover: what stands at a place. */
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "reading.h"
#include "cli/text_json.h"

struct Hovering {
	const struct Asked *asked;
	const struct Symbol *symbol;
	struct TextNow now;
	struct Text text;
	struct Span span;
};

/* The unit of a lexeme such as "/ rad^2" at the offset: its letters. */
static const char *unit_at(struct Hovering *h, const struct Lexeme *lexeme)
{
	const char *text = h->now.text;
	uint32_t begin = lexeme->begin, end;
	while (begin < lexeme->end && strchr("*/ \t", text[begin]))
		begin++;
	for (end = begin; end < lexeme->end && ((text[end] | 32) >= 'a' && (text[end] | 32) <= 'z');)
		end++;
	h->span.begin = begin;
	h->span.end = end;
	return arena_copy(h->text.arena, text + begin, end - begin);
}

static void hover_word(struct Hovering *h)
{
	size_t i = text_now_at(&h->now, h->asked->offset);
	const struct Lexeme *lexeme = i < h->now.lexemes.count ? &h->now.lexemes.item[i] : NULL;
	if (!lexeme || lexeme->kind == LEXEME_NUMBER || lexeme->kind == LEXEME_SIGN || lexeme->kind == LEXEME_COMMENT)
		return;
	struct WordPlace place = { .unit = lexeme->kind == LEXEME_UNIT };
	const char *first = text_now_word(&h->now, text_now_first(&h->now, i));
	place.output = strcmp(first, "generate") == 0 && !lexeme->first;
	place.check = strcmp(first, "accept") == 0 && !lexeme->first;
	place.kind_of = i > 0 && !place.output && *text_now_word(&h->now, i - 1) == ':' ? first : NULL;
	h->span = (struct Span){ lexeme->begin, lexeme->end, 0 };
	const char *word = place.unit ? unit_at(h, lexeme) : text_now_word(&h->now, i);
	describe_word(&h->text, h->asked->reading, word, place);
}

/* All texts are in the arena of the model, which guards them. */
static void hover(rigidc_model *model, void *context)
{
	struct Hovering *h = context;
	h->text = text_new(&model->arena);
	if (h->symbol)
		describe_symbol(&h->text, h->asked->reading, h->symbol);
	else
		hover_word(h);
}

json_t *hover_run(struct MethodCall *call)
{
	struct Asked asked;
	const struct Occurrence *o = NULL;
	if (!asked_place(call, &asked))
		return NULL;
	struct Hovering h = { .asked = &asked, .symbol = asked_symbol(&asked, &o) };
	if (o)
		h.span = (struct Span){ o->span.begin, o->span.end, 0 };
	else
		h.now = text_now(call_arena(call), asked.document);
	if (!reading_protect(asked.reading, hover, &h) || !h.text.count)
		return call_nothing();
	return json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
	                 text_json(text_string(&h.text)), "range",
	                 range_json(&asked.document->sources, h.span, call->server->encoding));
}
