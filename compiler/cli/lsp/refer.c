/* Methods for the declaration and the uses of a name. */
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "cli/text_json.h"

/* The included file whose name is at the place, or NULL. */
static const struct Included *include_at(const struct Asked *asked)
{
	const struct Includes *includes = &asked->reading->model->files.includes;
	for (size_t i = 0; i < includes->count; i++) {
		struct Span span = includes->item[i]->statement;
		if (span.source == asked->source && span.begin <= asked->offset && asked->offset <= span.end)
			return includes->item[i];
	}
	return NULL;
}

/* The start of an included file. */
static json_t *file_location(const struct Server *server, const struct Asked *asked, const struct Included *file)
{
	for (uint32_t i = 1; i < asked->reading->model->sources.count; i++)
		if (reading_file(asked->reading, i) == file)
			return asked_location(server, asked->reading, (struct Span){ 0, 0, i });
	return NULL;
}

enum Wanted { DECLARATIONS = 1, REFERENCES = 2 };

/* The places of a symbol, of the wanted sorts. */
static json_t *places(const struct Server *server, const struct Asked *asked, int symbol, unsigned wanted)
{
	json_t *all = json_array();
	for (size_t i = 0; i < asked->symbols->occurrences.count; i++) {
		const struct Occurrence *o = &asked->symbols->occurrences.item[i];
		if (o->symbol == symbol && (wanted & (o->declares ? DECLARATIONS : REFERENCES)))
			json_array_append_new(all, asked_location(server, asked->reading, o->span));
	}
	return all;
}

json_t *refer_definition(struct MethodCall *call)
{
	struct Asked asked;
	const struct Occurrence *o;
	if (!asked_place(call, &asked))
		return NULL;
	if (asked_symbol(&asked, &o))
		return places(call->server, &asked, o->symbol, DECLARATIONS);
	const struct Included *file = include_at(&asked);
	json_t *start = file ? file_location(call->server, &asked, file) : NULL;
	return start ? start : call_nothing();
}

/* The references of all open models that have the place. */
json_t *refer_references(struct MethodCall *call)
{
	const json_t *context = json_object_get(call->params, "context");
	bool declarations = json_is_true(json_object_get(context, "includeDeclaration"));
	struct Asked asked, there;
	json_t *all = json_array();
	if (!asked_place(call, &asked))
		return NULL;
	for (struct Document *d = call->server->documents; d; d = d->next) {
		const struct Occurrence *o;
		if (!asked_in(call->server, asked.document, d, &there))
			continue;
		there.offset = asked.offset;
		if (!asked_symbol(&there, &o))
			continue;
		const json_t *more =
			places(call->server, &there, o->symbol, REFERENCES | (declarations ? DECLARATIONS : 0));
		for (size_t i = 0; i < json_array_size(more); i++)
			text_json_add_once(all, json_array_get(more, i));
	}
	return all;
}

json_t *refer_highlight(struct MethodCall *call)
{
	enum { READ = 2, WRITE = 3 };
	struct Asked asked;
	const struct Occurrence *at;
	if (!asked_place(call, &asked))
		return NULL;
	json_t *all = json_array();
	if (!asked_symbol(&asked, &at))
		return all;
	for (size_t i = 0; i < asked.symbols->occurrences.count; i++) {
		const struct Occurrence *o = &asked.symbols->occurrences.item[i];
		if (o->symbol == at->symbol && o->span.source == asked.source)
			json_array_append_new(all, json_pack("{s:o, s:i}", "range",
			                                     range_json(&asked.reading->model->sources, o->span,
			                                                call->server->encoding),
			                                     "kind", o->declares ? WRITE : READ));
	}
	return all;
}
