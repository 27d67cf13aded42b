/* Semantic tokens of `rigidc lsp`: types and modifiers of the words in a document, from symbols and lexemes. */
#include "server.h"

#include <string.h>

#include "symbol.h"
#include "reading.h"
#include "model/expression/builtin.h"
#include "model/part/property.h"

enum Type {
	TYPE_KEYWORD,
	TYPE_COMMENT,
	TYPE_NUMBER,
	TYPE_UNIT,
	TYPE_PROPERTY,
	TYPE_VARIABLE,
	TYPE_PARAMETER,
	TYPE_FUNCTION,
	TYPE_OBJECT,
	TYPE_JOINT,
	TYPE_KIND,
	TYPE_PART,
	TYPE_USE,
	TYPE_COUNT
};

static const char *const type_name[TYPE_COUNT] = {
	[TYPE_KEYWORD] = "keyword",     [TYPE_COMMENT] = "comment",   [TYPE_NUMBER] = "number",
	[TYPE_UNIT] = "enumMember",     [TYPE_PROPERTY] = "property", [TYPE_VARIABLE] = "variable",
	[TYPE_PARAMETER] = "parameter", [TYPE_FUNCTION] = "function", [TYPE_OBJECT] = "struct",
	[TYPE_JOINT] = "method",        [TYPE_KIND] = "interface",    [TYPE_PART] = "class",
	[TYPE_USE] = "namespace",
};

enum { DECLARATION = 1, READONLY = 2, LIBRARY = 4 };
static const char *const modifier_name[] = { "declaration", "readonly", "defaultLibrary" };

json_t *colours_legend(void)
{
	json_t *types = json_array(), *modifiers = json_array();
	for (int i = 0; i < TYPE_COUNT; i++)
		json_array_append_new(types, json_string(type_name[i]));
	for (size_t i = 0; i < sizeof modifier_name / sizeof *modifier_name; i++)
		json_array_append_new(modifiers, json_string(modifier_name[i]));
	return json_pack("{s:o, s:o}", "tokenTypes", types, "tokenModifiers", modifiers);
}

struct Colour {
	int type, modifiers; /* type -1: none */
};

static struct Colour of_symbol(const struct Symbol *symbol, const struct Occurrence *o)
{
	static const int type[SPACE_COUNT] = {
		[SPACE_MODEL] = TYPE_USE,      [SPACE_VALUE] = TYPE_VARIABLE, [SPACE_FUNCTION] = TYPE_FUNCTION,
		[SPACE_SITE] = TYPE_OBJECT,    [SPACE_JOINT] = TYPE_JOINT,    [SPACE_WRENCH] = TYPE_OBJECT,
		[SPACE_STRUT] = TYPE_OBJECT,   [SPACE_POSE] = TYPE_OBJECT,    [SPACE_PART] = TYPE_PART,
		[SPACE_USE] = TYPE_USE,        [SPACE_KIND] = TYPE_KIND,      [SPACE_OUTPUT] = TYPE_FUNCTION,
		[SPACE_INPUT] = TYPE_VARIABLE, [SPACE_WRAP] = TYPE_OBJECT,    [SPACE_GROUP] = TYPE_OBJECT,
	};
	bool constant = symbol->space == SPACE_VALUE && !symbol->formal && strcmp(symbol->what, "constant") == 0;
	return (struct Colour){ symbol->formal ? TYPE_PARAMETER : type[symbol->space],
		                (o->declares ? DECLARATION : 0) | (constant ? READONLY : 0) };
}

/* A name that is no symbol: a property, a function or a kind of the language. */
static struct Colour of_word(const struct TextNow *now, size_t i)
{
	const char *word = text_now_word(now, i), *next = text_now_word(now, i + 1);
	const char *before = i > 0 ? text_now_word(now, i - 1) : "";
	bool first = now->lexemes.item[i].first;
	if (first && property_find(word))
		return (struct Colour){ TYPE_PROPERTY, LIBRARY };
	if (*next == '(' && builtin_find(word))
		return (struct Colour){ TYPE_FUNCTION, LIBRARY };
	if (*before == ':')
		return (struct Colour){ TYPE_KIND, LIBRARY };
	if (strcmp(text_now_word(now, text_now_first(now, i)), "generate") == 0)
		return (struct Colour){ TYPE_FUNCTION, LIBRARY };
	return (struct Colour){ first ? TYPE_PROPERTY : TYPE_VARIABLE, LIBRARY };
}

static struct Colour colour_of(const struct Asked *asked, const struct TextNow *now, size_t i)
{
	static const int type[] = { [LEXEME_WORD] = TYPE_KEYWORD, [LEXEME_NAME] = -1, [LEXEME_NUMBER] = TYPE_NUMBER,
		                    [LEXEME_UNIT] = TYPE_UNIT,    [LEXEME_SIGN] = -1, [LEXEME_COMMENT] = TYPE_COMMENT };
	const struct Lexeme *lexeme = &now->lexemes.item[i];
	struct Colour plain = { type[lexeme->kind], 0 };
	const struct Occurrence *o = NULL;
	if (lexeme->kind != LEXEME_NAME)
		return plain;
	for (size_t low = 0, high = asked->symbols->occurrences.count; low < high;) {
		size_t middle = (low + high) / 2;
		const struct Occurrence *at = &asked->symbols->occurrences.item[middle];
		if (at->span.source == asked->source && at->span.begin == lexeme->begin) {
			o = at;
			break;
		}
		bool before = at->span.source < asked->source ||
		              (at->span.source == asked->source && at->span.begin < lexeme->begin);
		low = before ? middle + 1 : low;
		high = before ? high : middle;
	}
	return o ? of_symbol(&asked->symbols->symbols.item[o->symbol], o) : of_word(now, i);
}

struct Putting {
	struct MethodCall *call;
	const struct Asked *asked;
	json_t *data;
	struct Position last;
};

/* Adds a piece on one line: the difference to the last one, its length and its colour. */
static void put(struct Putting *p, uint32_t begin, uint32_t end, struct Colour colour)
{
	enum Encoding encoding = p->call->server->encoding;
	struct Position at = position_at(&p->asked->document->sources, 0, begin, encoding);
	uint32_t same = at.line == p->last.line ? p->last.character : 0;
	const uint32_t numbers[] = {
		at.line - p->last.line,
		at.character - same,
		position_units(document_source(p->asked->document)->text + begin, end - begin, encoding),
		(uint32_t)colour.type,
		(uint32_t)colour.modifiers,
	};
	for (size_t i = 0; i < 5 && end > begin; i++)
		json_array_append_new(p->data, json_integer((json_int_t)numbers[i]));
	if (end > begin)
		p->last = at;
}

/* A comment of several lines has a piece on each. */
static void put_lines(struct Putting *p, const struct Lexeme *lexeme, struct Colour colour)
{
	const char *text = document_source(p->asked->document)->text;
	uint32_t begin = lexeme->begin;
	for (uint32_t at = lexeme->begin; at <= lexeme->end; at++)
		if (at == lexeme->end || text[at] == '\n' || text[at] == '\r') {
			put(p, begin, at, colour);
			begin = at + 1;
		}
}

json_t *colours_full(struct MethodCall *call)
{
	struct Asked asked;
	if (!asked_document(call, &asked))
		return NULL;
	struct TextNow now = text_now(call_arena(call), asked.document);
	struct Putting p = { .call = call, .asked = &asked, .data = json_array() };
	for (size_t i = 0; i < now.lexemes.count; i++) {
		struct Colour colour = colour_of(&asked, &now, i);
		if (colour.type >= 0)
			put_lines(&p, &now.lexemes.item[i], colour);
	}
	return json_pack("{s:o}", "data", p.data);
}
