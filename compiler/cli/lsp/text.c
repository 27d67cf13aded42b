/* The methods that open, change and close documents. */
#include <string.h>

#include "server.h"
#include "reading.h"
#include "cli/text_json.h"

static void append(struct Server *server, struct Document *document)
{
	struct Document **last = &server->documents;
	while (*last)
		last = &(*last)->next;
	*last = document;
}

/* A document that is opened again has the new text. */
json_t *text_open(struct MethodCall *call)
{
	struct Server *server = call->server;
	const json_t *given = json_object_get(call->params, "textDocument");
	const char *uri = json_string_value(json_object_get(given, "uri"));
	const json_t *text = json_object_get(given, "text");
	if (!uri || !json_is_string(text))
		return call_fail(call, ERROR_PARAMS, "textDocument has no uri and text");
	struct Document *document = server_document(server, uri);
	if (!document) {
		document = document_new(&server->guard, uri);
		if (!document)
			return call_fail(call, ERROR_INTERNAL, "out of memory");
		append(server, document);
	}
	document_set(document, json_string_value(text), json_string_length(text));
	document->version = json_integer_value(json_object_get(given, "version"));
	document->changed = server->files_changed = ++server->now;
	return call_nothing();
}

json_t *text_change(struct MethodCall *call)
{
	struct Server *server = call->server;
	struct Document *document = call_document(call);
	const json_t *changes = json_object_get(call->params, "contentChanges"), *change;
	const json_t *version = json_object_get(json_object_get(call->params, "textDocument"), "version");
	size_t i;
	if (!document)
		return NULL;
	json_array_foreach(
		(json_t *)changes, i,
		change) if (!document_change(document, change,
	                                     server->encoding)) return call_fail(call, ERROR_PARAMS,
	                                                                         "a change has no text, or no range");
	if (json_is_integer(version))
		document->version = json_integer_value(version);
	document->changed = ++server->now;
	return call_nothing();
}

json_t *text_close(struct MethodCall *call)
{
	struct Server *server = call->server;
	struct Document *document = call_document(call);
	if (!document)
		return NULL;
	struct Document **at = &server->documents;
	while (*at != document)
		at = &(*at)->next;
	*at = document->next;
	work_forget(server, document);
	text_json_memory(call_arena(call));
	reading_free(document->reading);
	document_free(document);
	server->files_changed = ++server->now;
	return call_nothing();
}

/* A file was written; models may include this file. */
json_t *text_files(struct MethodCall *call)
{
	call->server->files_changed = ++call->server->now;
	return call_nothing();
}
