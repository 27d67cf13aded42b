/* Renaming: all places of a name get another one, in all open models that have it. The models are read with the new
 * name before the answer; if a name means something else in them, or there are other errors, the name is refused. */
#include <stdlib.h>
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "cli/text_json.h"
#include "grammar/print_rig.h"

/* A place that changes. */
struct Edit {
	const char *uri, *identity;
	const struct Source *source; /* as it was */
	struct Span span;
	json_t *json;
	const char *text;
};

struct Renaming {
	struct MethodCall *call;
	struct Arena *arena;
	const char *name, *written; /* the new name; as it is written by itself */
	struct Edit *item;
	size_t count, capacity;
};

/* --- the places --- */

static bool is_known(const struct Renaming *r, const char *uri, struct Span span)
{
	for (size_t i = 0; i < r->count; i++)
		if (strcmp(r->item[i].uri, uri) == 0 && r->item[i].span.begin == span.begin)
			return true;
	return false;
}

/* False after an error: the place is not one of the language. */
static bool add_place(struct Renaming *r, const struct Document *document, const struct Reading *reading,
                      const struct Occurrence *o)
{
	const struct Included *file = reading_file(reading, o->span.source);
	const struct Format *format = file                                    ? file->format
	                              : format_is_own(reading->model->format) ? NULL
	                                                                      : reading->model->format;
	const char *uri = reading->uri[o->span.source];
	if (format || !uri) {
		call_fail(r->call, ERROR_FAILED, "the name is %s",
		          format ? text_print(r->arena, "in %s", format->called) : "one of the language");
		return false;
	}
	if (o->joined && strcmp(r->name, r->written) != 0) {
		call_fail(r->call, ERROR_FAILED, "'%s' needs quotes, and the old name is a piece of a word", r->name);
		return false;
	}
	if (is_known(r, uri, o->span))
		return true;
	*ARENA_PUSH(r->arena, r) = (struct Edit){
		.uri = uri,
		.identity = file ? file->identity : document->identity,
		.source = &reading->model->sources.item[o->span.source],
		.span = o->span,
		.json = edit_json(&reading->model->sources, o->span, r->call->server->encoding, r->written),
		.text = r->written,
	};
	return true;
}

/* Finds the places in all open models. False after an error. */
static bool find_places(struct Renaming *r, const struct Asked *asked)
{
	for (struct Document *d = r->call->server->documents; d; d = d->next) {
		struct Asked there;
		const struct Occurrence *at;
		if (!asked_in(r->call->server, asked->document, d, &there))
			continue;
		there.offset = asked->offset;
		if (!asked_symbol(&there, &at))
			continue;
		for (size_t i = 0; i < there.symbols->occurrences.count; i++)
			if (there.symbols->occurrences.item[i].symbol == at->symbol &&
			    !add_place(r, d, there.reading, &there.symbols->occurrences.item[i]))
				return false;
	}
	if (!r->count)
		call_fail(r->call, ERROR_FAILED, "there is no name here");
	return r->count;
}

/* --- the trial --- */

static int by_begin(const void *a, const void *b)
{
	uint32_t x = ((const struct Edit *)a)->span.begin, y = ((const struct Edit *)b)->span.begin;
	return x < y ? -1 : x > y;
}

/* The text of a file with the new name; NULL: nothing changes in it. */
static const char *changed(const struct Renaming *r, const char *identity, size_t *length)
{
	uint32_t at = 0;
	const struct Source *source = NULL;
	struct Text text = text_new(r->arena);
	for (size_t i = 0; i < r->count; i++) {
		const struct Edit *edit = &r->item[i];
		if (strcmp(edit->identity, identity) != 0)
			continue;
		source = edit->source;
		text_bytes(&text, source->text + at, edit->span.begin - at);
		text_put(&text, edit->text);
		at = edit->span.end;
	}
	if (!source)
		return NULL;
	text_bytes(&text, source->text + at, source->length - at);
	*length = text.count;
	return text_string(&text);
}

static const char *trial_text(void *context, const char *identity, size_t *length)
{
	const struct Renaming *r = context;
	const char *text = changed(r, identity, length);
	for (const struct Document *d = r->call->server->documents; d && !text; d = d->next)
		if (strcmp(d->identity, identity) == 0) {
			*length = document_source(d)->length;
			text = document_source(d)->text;
		}
	return text;
}

/* Have both models the same names at the same places, but for the letters? */
static bool same_names(const struct Symbols *a, const struct Symbols *b)
{
	bool same = b && a->symbols.count == b->symbols.count && a->occurrences.count == b->occurrences.count;
	for (size_t i = 0; same && i < a->symbols.count; i++)
		same = a->symbols.item[i].space == b->symbols.item[i].space;
	for (size_t i = 0; same && i < a->occurrences.count; i++) {
		const struct Occurrence *x = &a->occurrences.item[i], *y = &b->occurrences.item[i];
		same = x->symbol == y->symbol && x->declares == y->declares && x->span.source == y->span.source;
	}
	return same;
}

struct Errors {
	int count[CHECK_COUNT];
	const char *text[CHECK_COUNT];
};

static void count_errors(rigidc_model *model, void *context)
{
	struct Errors *errors = context;
	size_t count;
	const struct Diag **order = diags_sorted(&model->diags, &count);
	for (size_t i = 0; i < count; i++)
		if (order[i]->severity == SEVERITY_ERROR) {
			errors->count[order[i]->check]++;
			errors->text[order[i]->check] = order[i]->text;
		}
}

/* The message of an error that the new name causes; NULL: none. */
static const char *new_error(struct Arena *arena, struct Reading *before, struct Reading *after)
{
	struct Errors old = { { 0 }, { NULL } }, new = { { 0 }, { NULL } };
	if (!reading_protect(before, count_errors, &old) || !reading_protect(after, count_errors, &new))
		return "internal error";
	for (int i = 0; i < CHECK_COUNT; i++)
		if (new.count[i] > old.count[i])
			return arena_copy(arena, new.text[i], strlen(new.text[i]));
	return NULL;
}

/* Why a model cannot have the new name; NULL: it can. */
static const char *objection(struct Renaming *r, struct Document *document)
{
	struct Overlay overlay = { r, trial_text };
	struct Source source = *document_source(document);
	const char *text = changed(r, document->identity, &source.length), *why = NULL;
	source.text = text ? text : source.text;
	struct Reading *before = reading_of(r->call->server, document);
	struct Reading *after = reading_new(r->call->server, document, &source, &overlay);
	if (!after || !after->model)
		why = "out of memory";
	else if (!(why = new_error(r->arena, before, after)) && !same_names(symbols_of(before), symbols_of(after)))
		why = "the name has another meaning there";
	reading_free(after);
	return why;
}

/* False after an error: a model cannot have the new name. */
static bool try_out(struct Renaming *r, const struct Asked *asked)
{
	qsort(r->item, r->count, sizeof *r->item, by_begin);
	for (struct Document *d = r->call->server->documents; d; d = d->next) {
		struct Asked there;
		const char *why = asked_in(r->call->server, asked->document, d, &there) ? objection(r, d) : NULL;
		if (!why)
			continue;
		call_fail(r->call, ERROR_FAILED, "the name cannot be '%s': %s", r->name, why);
		return false;
	}
	return true;
}

/* --- the methods --- */

static json_t *workspace_edit(const struct Renaming *r)
{
	json_t *changes = json_object();
	for (size_t i = 0; i < r->count; i++) {
		json_t *list = json_object_get(changes, r->item[i].uri);
		if (!list)
			json_object_set_new(changes, r->item[i].uri, list = json_array());
		json_array_append(list, r->item[i].json);
	}
	return json_pack("{s:o}", "changes", changes);
}

/* A name as a user types it, with quotation marks or without; NULL after an error. */
static const char *new_name(struct MethodCall *call)
{
	const json_t *given = json_object_get(call->params, "newName");
	const char *text = json_string_value(given), *end;
	bool whole = text && strlen(text) == json_string_length(given); /* no NUL in it */
	if (whole && *text == '"' && (end = text_quoted_end(text)) && !*end)
		text = text_unquoted(call_arena(call), text + 1, strlen(text) - 2);
	if (whole && text && *text)
		return text;
	call_fail(call, ERROR_PARAMS, "a name is missing");
	return NULL;
}

json_t *rename_run(struct MethodCall *call)
{
	struct Asked asked;
	struct Renaming r = { .call = call, .arena = call_arena(call) };
	if (!(r.name = new_name(call)) || !asked_place(call, &asked))
		return NULL;
	struct Text written = text_new(r.arena);
	print_name(r.name, &written);
	r.written = text_string(&written);
	return find_places(&r, &asked) && try_out(&r, &asked) ? workspace_edit(&r) : NULL;
}

json_t *rename_prepare(struct MethodCall *call)
{
	struct Asked asked;
	const struct Occurrence *o;
	if (!asked_place(call, &asked))
		return NULL;
	const struct Symbol *symbol = asked_symbol(&asked, &o);
	if (!symbol)
		return call_fail(call, ERROR_FAILED, "there is no name here");
	return json_pack("{s:o, s:o}", "range",
	                 range_json(&asked.reading->model->sources, o->span, call->server->encoding), "placeholder",
	                 text_json(symbol->name));
}
