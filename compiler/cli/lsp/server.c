#include "server.h"

#include <string.h>

#include "cli/text_json.h"

json_t *call_nothing(void)
{
	return json_null();
}

json_t *call_fail(struct MethodCall *call, enum ErrorCode error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	call->why = text_vprint(call_arena(call), format, arguments);
	va_end(arguments);
	call->error = error;
	return NULL;
}

struct Arena *call_arena(const struct MethodCall *call)
{
	return &call->server->handled->arena;
}

struct Document *server_document(const struct Server *server, const char *uri)
{
	struct Document *document = server->documents;
	while (document && strcmp(document->uri, uri) != 0)
		document = document->next;
	return document;
}

struct Document *call_document(struct MethodCall *call)
{
	const json_t *named = json_object_get(json_object_get(call->params, "textDocument"), "uri");
	const char *uri = json_string_value(named);
	if (!uri) {
		call_fail(call, ERROR_PARAMS, "textDocument.uri is missing");
		return NULL;
	}
	struct Document *document = server_document(call->server, uri);
	if (!document)
		call_fail(call, ERROR_PARAMS, "the document is not open: %s", text_json_visible(uri));
	return document;
}

struct Document *call_place(struct MethodCall *call, uint32_t *offset)
{
	struct Document *document = call_document(call);
	struct Position position;
	if (!document)
		return NULL;
	if (!position_read(json_object_get(call->params, "position"), &position)) {
		call_fail(call, ERROR_PARAMS, "position is missing");
		return NULL;
	}
	*offset = position_offset(&document->sources, 0, position, call->server->encoding);
	return document;
}

bool call_range(struct MethodCall *call, struct Document *document, struct Span *range)
{
	const json_t *given = json_object_get(call->params, "range");
	struct Position start, end;
	if (!position_read(json_object_get(given, "start"), &start) ||
	    !position_read(json_object_get(given, "end"), &end)) {
		call_fail(call, ERROR_PARAMS, "range is missing");
		return false;
	}
	range->source = 0;
	range->begin = position_offset(&document->sources, 0, start, call->server->encoding);
	range->end = position_offset(&document->sources, 0, end, call->server->encoding);
	return true;
}

void server_send(struct Server *server, const char *method, json_t *params, json_int_t number)
{
	json_t *message = json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params);
	if (number)
		json_object_set_new(message, "id", json_integer(number));
	const char *text = json_dumps(message, JSON_COMPACT);
	if (text)
		wire_send(&server->wire, text, strlen(text));
}
