/* Signature help: the parameters of what is called at a place, and the parameter that is written there. */
#include <string.h>

#include "describe_call.h"
#include "server.h"
#include "reading.h"
#include "cli/text_json.h"

/* The innermost call around the place. */
struct CallAt {
	size_t name;     /* the lexeme before its `(` */
	size_t argument; /* the number of the argument at the place */
	size_t begins;   /* its first lexeme */
};

struct Helping {
	struct Asked asked;
	struct TextNow now;
	size_t at; /* the first lexeme after the place */
	struct CallAt call;
	struct Signature signature;
};

static bool is_word(const struct Helping *h, size_t i, const char *word)
{
	return i < h->now.lexemes.count && strcmp(text_now_word(&h->now, i), word) == 0;
}

/* --- the call --- */

struct Bracket {
	char sign;
	struct CallAt call;
};

/* Is there a name directly before the bracket, which the statement does not declare? */
static bool is_call(const struct Helping *h, const struct Bracket *bracket)
{
	static const char *const declaring[] = { "function", "table", "part", "joint" };
	size_t name = bracket->call.name, first = h->now.lexemes.item[name].head;
	bool declared = false;
	for (size_t i = 0; i < sizeof declaring / sizeof *declaring; i++)
		declared |= name == first + 1 && is_word(h, first, declaring[i]);
	return bracket->sign == '(' && h->now.lexemes.item[name].kind == LEXEME_NAME && !declared;
}

/* Follows brackets from the beginning of the statement to the place. False: it is in no call. */
static bool find_call(struct Helping *h)
{
	struct ARENA_LIST(struct Bracket) open = { 0 };
	const struct Lexeme *item = h->now.lexemes.item;
	for (size_t i = h->at ? item[h->at - 1].head : 0; i < h->at; i++) {
		char sign = item[i].kind == LEXEME_SIGN ? h->now.text[item[i].begin] : 0;
		if (sign == '(' || sign == '[')
			*ARENA_PUSH(h->now.arena, &open) =
				(struct Bracket){ sign, { .name = i ? i - 1 : i, .begins = i + 1 } };
		else if ((sign == ')' || sign == ']') && open.count)
			open.count--;
		else if (sign == '{' || sign == '}' || sign == ';')
			open.count = 0;
		else if (sign == ',' && open.count) {
			open.item[open.count - 1].call.argument++;
			open.item[open.count - 1].call.begins = i + 1;
		}
	}
	while (open.count && !is_call(h, &open.item[open.count - 1]))
		open.count--;
	if (open.count)
		h->call = open.item[open.count - 1].call;
	return open.count > 0;
}

/* --- what is called --- */

/* A part after `use`, else a function. */
static const struct Symbol *called_symbol(const struct Helping *h, const char *first)
{
	const struct Lexeme *name = &h->now.lexemes.item[h->call.name];
	const struct Occurrence *o = symbols_at(h->asked.symbols, h->asked.source, name->end);
	bool part = strcmp(first, "use") == 0 && h->call.name == name->head + 1;
	enum Space space = part ? SPACE_PART : SPACE_FUNCTION;
	int found = symbols_find(asked_area(&h->asked), space, text_now_word(&h->now, h->call.name));
	if (o && h->asked.symbols->symbols.item[o->symbol].space == space)
		found = o->symbol;
	return found < 0 ? NULL : &h->asked.symbols->symbols.item[found];
}

/* All texts are in the arena of the model, which guards them. */
static void describe(rigidc_model *model, void *context)
{
	struct Helping *h = context;
	const char *name = text_now_word(&h->now, h->call.name);
	const char *first = text_now_word(&h->now, text_now_first(&h->now, h->call.name));
	const struct Symbol *symbol = called_symbol(h, first);
	h->signature.label = text_new(&model->arena);
	h->signature.doc = text_new(&model->arena);
	if (h->call.name > 0 && is_word(h, h->call.name - 1, ":"))
		describe_call_kind(&h->signature, h->asked.reading, first, name);
	else if (symbol)
		describe_call(&h->signature, h->asked.reading, symbol);
	else
		describe_call_builtin(&h->signature, name);
}

/* --- the answer --- */

/* The parameter at the place, by its name where one is written. Beyond the last there is none. */
static size_t active(const struct Helping *h)
{
	size_t count = h->signature.parameters.count, begins = h->call.begins;
	if (begins >= h->at || !is_word(h, begins + 1, "="))
		return h->call.argument < count ? h->call.argument : count;
	size_t named = 0;
	while (named < count && !is_word(h, begins, h->signature.parameters.item[named].name))
		named++;
	return named;
}

/* A place in a label counts UTF-16 units, whatever positions count. */
static json_t *parameter_json(const struct Helping *h, const struct SignatureParameter *parameter, bool offsets)
{
	const char *label = h->signature.label.item;
	uint32_t begin = position_units(label, parameter->begin, ENCODING_UTF16);
	uint32_t end = position_units(label, parameter->end, ENCODING_UTF16);
	const char *text = arena_copy(h->now.arena, label + parameter->begin, parameter->end - parameter->begin);
	json_t *json = json_pack("{s:o}", "label",
	                         offsets ? json_pack("[I,I]", (json_int_t)begin, (json_int_t)end) : text_json(text));
	if (parameter->doc)
		json_object_set_new(json, "documentation", text_json(parameter->doc));
	return json;
}

static json_t *help_json(struct Helping *h, bool offsets)
{
	json_t *parameters = json_array();
	for (size_t i = 0; i < h->signature.parameters.count; i++)
		json_array_append_new(parameters, parameter_json(h, &h->signature.parameters.item[i], offsets));
	return json_pack("{s:[{s:o, s:{s:s, s:o}, s:o}], s:i, s:I}", "signatures", "label",
	                 text_json(text_string(&h->signature.label)), "documentation", "kind", "markdown", "value",
	                 text_json(text_string(&h->signature.doc)), "parameters", parameters, "activeSignature", 0,
	                 "activeParameter", (json_int_t)active(h));
}

json_t *signature_help(struct MethodCall *call)
{
	struct Helping h = { 0 };
	if (!asked_place(call, &h.asked))
		return NULL;
	h.now = text_now(call_arena(call), h.asked.document);
	while (h.at < h.now.lexemes.count && h.now.lexemes.item[h.at].end <= h.asked.offset)
		h.at++;
	if (text_now_in_comment(&h.now, h.asked.offset) || !find_call(&h) ||
	    !reading_protect(h.asked.reading, describe, &h) || !h.signature.label.count)
		return call_nothing();
	return help_json(&h, call->server->label_offsets);
}
