#include "symbol.h"

#include <string.h>

#include "cli/text_json.h"

bool asked_in(struct Server *server, struct Document *document, struct Document *model, struct Asked *asked)
{
	struct Reading *reading = reading_of(server, model);
	if (!reading || !reading->model || (model != document && !reading_includes(reading, document)))
		return false;
	*asked = (struct Asked){ .document = document, .reading = reading, .symbols = symbols_of(reading) };
	for (size_t i = 1; i < reading->model->sources.count && model != document; i++)
		if (reading->uri[i] && strcmp(reading->uri[i], document->uri) == 0)
			asked->source = (uint32_t)i;
	return asked->symbols && (model == document || asked->source);
}

bool asked_document(struct MethodCall *call, struct Asked *asked)
{
	struct Server *server = call->server;
	struct Document *document = call_document(call);
	if (!document)
		return false;
	bool own = asked_in(server, document, document, asked);
	if (own && asked->reading->is_model)
		return true;
	for (struct Document *d = server->documents; d; d = d->next) {
		struct Asked there;
		if (d != document && asked_in(server, document, d, &there) && there.reading->is_model) {
			*asked = there;
			return true;
		}
	}
	if (!own)
		call_fail(call, ERROR_INTERNAL, "the document cannot be read");
	return own;
}

bool asked_place(struct MethodCall *call, struct Asked *asked)
{
	uint32_t offset;
	if (!call_place(call, &offset) || !asked_document(call, asked))
		return false;
	asked->offset = offset;
	return true;
}

const struct Symbol *asked_symbol(const struct Asked *asked, const struct Occurrence **occurrence)
{
	const struct Occurrence *found = symbols_at(asked->symbols, asked->source, asked->offset);
	if (occurrence)
		*occurrence = found;
	return found ? &asked->symbols->symbols.item[found->symbol] : NULL;
}

const struct Area *asked_area(const struct Asked *asked)
{
	for (size_t i = 1; i < asked->symbols->areas.count; i++) {
		const struct Stmt *part = asked->symbols->areas.item[i]->part;
		if (part->span.source == asked->source && part->span.begin <= asked->offset &&
		    asked->offset < part->end)
			return asked->symbols->areas.item[i];
	}
	return asked->symbols->areas.item[0];
}

json_t *asked_location(const struct Server *server, const struct Reading *reading, struct Span span)
{
	if (!reading->uri[span.source])
		return NULL;
	return json_pack("{s:o, s:o}", "uri", text_json(reading->uri[span.source]), "range",
	                 range_json(&reading->model->sources, span, server->encoding));
}
