#include "server.h"

#include <stdlib.h>
#include <string.h>

#include "reading.h"
#include "cli/text_json.h"

/* Runs `work` with protection. False: memory ran out, or an internal check failed. */
static bool protect(struct Server *server, void (*work)(struct Server *server, void *context), void *context)
{
	server->guard.fault = FAULT_NONE;
	if (setjmp(server->guard.jump) == 0)
		work(server, context);
	server->faults += server->guard.fault != FAULT_NONE;
	return server->guard.fault == FAULT_NONE;
}

/* --- answers --- */

static void send_json(struct Server *server, const json_t *json)
{
	const char *text = json_dumps(json, JSON_COMPACT);
	if (text)
		wire_send(&server->wire, text, strlen(text));
}

/* Sends the answer, or keeps it for the answer to its batch. */
static void answer(struct Server *server, json_t *json)
{
	if (server->handled->answers)
		json_array_append_new(server->handled->answers, json);
	else
		send_json(server, json);
}

static void answer_result(struct Server *server, json_t *id, json_t *result)
{
	answer(server, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void answer_error(struct Server *server, json_t *id, enum ErrorCode code, const char *why)
{
	json_t *error = json_pack("{s:i, s:o}", "code", (int)code, "message", text_json(why));
	answer(server, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id ? json_incref(id) : json_null(), "error",
	                         error));
}

/* --- messages that wait --- */

static const char *method_of(const json_t *json)
{
	return json_string_value(json_object_get(json, "method"));
}

/* Was the request cancelled by a message that waits? */
static bool is_cancelled(const struct Server *server, const json_t *id)
{
	for (const struct Message *m = server->first; m; m = m->next) {
		const char *method = method_of(m->json);
		const json_t *params = json_object_get(m->json, "params");
		if (method && strcmp(method, "$/cancelRequest") == 0 && json_equal(json_object_get(params, "id"), id))
			return true;
	}
	return false;
}

static const char *uri_in(const json_t *json)
{
	const json_t *params = json_object_get(json, "params");
	return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

/* Does a change of the request's document wait? */
static bool is_late(const struct Server *server, const json_t *request)
{
	const char *uri = uri_in(request);
	for (const struct Message *m = server->first; m && uri; m = m->next) {
		const char *method = method_of(m->json), *other = uri_in(m->json);
		if (method && other && strcmp(method, "textDocument/didChange") == 0 && strcmp(other, uri) == 0)
			return true;
	}
	return false;
}

/* --- one message --- */

/* Why the server does not run the method now; 0: it does. */
static enum ErrorCode refusal(const struct Server *server, const struct Method *method, const json_t *json,
                              const char **why)
{
	bool begins = method && strcmp(method->name, "initialize") == 0;
	*why = "unknown method";
	if (server->life == LIFE_STARTED && !begins) {
		*why = "the server is not initialized";
		return ERROR_NOT_INITIALIZED;
	}
	if (server->life == LIFE_SHUT_DOWN) {
		*why = "the server is shut down";
		return ERROR_INVALID_REQUEST;
	}
	if (!method)
		return ERROR_NO_METHOD;
	*why = "cancelled";
	if (is_cancelled(server, json_object_get(json, "id")))
		return ERROR_CANCELLED;
	*why = "the document has changed";
	return method->drops && is_late(server, json) ? ERROR_CONTENT_MODIFIED : (enum ErrorCode)0;
}

static void run_request(struct Server *server, const struct Method *method, json_t *json)
{
	struct MethodCall call = { .server = server, .params = json_object_get(json, "params") };
	json_t *id = json_object_get(json, "id");
	call.error = refusal(server, method, json, &call.why);
	json_t *result = call.error ? NULL : method->run(&call);
	if (call.later)
		return;
	if (call.error || !result)
		answer_error(server, id, call.error ? call.error : ERROR_INTERNAL, call.why ? call.why : "no answer");
	else
		answer_result(server, id, result);
}

/* Notifications have no answer. An impossible notification is ignored. */
static void run_notification(struct Server *server, const struct Method *method, json_t *json)
{
	struct MethodCall call = { .server = server, .params = json_object_get(json, "params") };
	bool ends = method && strcmp(method->name, "exit") == 0;
	if (method && !method->request && (server->life == LIFE_RUNNING || ends))
		method->run(&call);
}

static void run(struct Server *server, json_t *json)
{
	const char *name = method_of(json);
	json_t *id = json_object_get(json, "id");
	bool is_answer = id && !json_object_get(json, "method");
	if (is_answer && (json_object_get(json, "result") || json_object_get(json, "error")))
		return; /* to a request of the server */
	if (!name || (id && !json_is_string(id) && !json_is_integer(id)))
		answer_error(server, NULL, ERROR_INVALID_REQUEST, "this is no request");
	else if (id)
		run_request(server, method_find(name), json);
	else
		run_notification(server, method_find(name), json);
}

static void run_batch(struct Server *server, json_t *batch)
{
	struct Message *message = server->handled;
	size_t i;
	json_t *json;
	if (!json_array_size(batch)) {
		answer_error(server, NULL, ERROR_INVALID_REQUEST, "the batch is empty");
		return;
	}
	message->answers = json_array();
	json_array_foreach(batch, i, json) run(server, json);
	if (json_array_size(message->answers))
		send_json(server, message->answers);
}

static void run_message(struct Server *server, void *context)
{
	struct Message *message = context;
	text_json_memory(&message->arena);
	if (json_is_array(message->json))
		run_batch(server, message->json);
	else
		run(server, message->json);
}

/* After a fault the request has an answer all the same. */
static void run_failed(struct Server *server, void *context)
{
	struct Message *message = context;
	text_json_memory(&message->arena);
	message->answers = NULL;
	answer_error(server, json_object_get(message->json, "id"), ERROR_INTERNAL, "internal error");
}

static void free_message(struct Message *message)
{
	arena_free(&message->arena);
	free(message);
}

static void handle_first(struct Server *server)
{
	struct Message *message = server->handled = server->first;
	server->first = message->next;
	if (!server->first)
		server->last = &server->first;
	if (!protect(server, run_message, message))
		protect(server, run_failed, message);
	server->handled = NULL;
	free_message(message);
}

/* --- what comes in --- */

struct Arrival {
	struct Message *message;
	enum WireMessage kind;
	const char *text;
	size_t length;
};

/* A half of a pair alone, \ud800, is no character of JSON: it becomes U+FFFD, which has the same length. */
static void repair_halves(char *text, size_t length)
{
	for (size_t i = 0; i + 6 <= length; i++) {
		if (text[i] != '\\')
			continue;
		bool first = strspn(text + i, "\\") >= 2;
		bool half = !first && text[i + 1] == 'u' && (text[i + 2] == 'd' || text[i + 2] == 'D') &&
		            strchr("89abABcdefCDEF", text[i + 3]);
		bool high = half && strchr("89abAB", text[i + 3]);
		bool pair = high && i + 12 <= length && text[i + 6] == '\\' && text[i + 7] == 'u' &&
		            (text[i + 8] == 'd' || text[i + 8] == 'D') && strchr("cdefCDEF", text[i + 9]);
		if (half && !pair)
			memcpy(text + i + 2, "fffd", 4);
		i += pair ? 11 : half ? 5 : 1;
	}
}

static void parse(struct Server *server, void *context)
{
	struct Arrival *arrival = context;
	struct Message *message = arrival->message;
	json_error_t error = { .text = "the header has no Content-Length" };
	server->handled = message;
	text_json_memory(&message->arena);
	if (arrival->kind == WIRE_MESSAGE) {
		char *text = arena_copy(&message->arena, arrival->text, arrival->length);
		repair_halves(text, arrival->length);
		message->json = json_loadb(text, arrival->length, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
	} else if (arrival->kind == WIRE_TOO_LONG) {
		strcpy(error.text, "the message is too long");
	}
	if (!message->json)
		answer_error(server, NULL, ERROR_PARSE, error.text);
}

/* Takes a message from the wire; one that is no JSON is answered at once. False: there is none. */
static bool take(struct Server *server)
{
	struct Arrival arrival = { .kind = WIRE_NOTHING };
	arrival.kind = wire_take(&server->wire, &arrival.text, &arrival.length);
	if (arrival.kind == WIRE_NOTHING)
		return false;
	struct Message *message = arrival.message = calloc(1, sizeof *message);
	if (!message)
		return false;
	arena_init(&message->arena, &server->guard);
	bool parsed = protect(server, parse, &arrival);
	server->handled = NULL;
	if (!parsed || !message->json) {
		free_message(message);
		return true;
	}
	*server->last = message;
	server->last = &message->next;
	return true;
}

static void publish_all(struct Server *server, void *context)
{
	(void)context;
	publish(server);
}

static void end_late_work(struct Server *server, void *context)
{
	(void)context;
	work_end(server, false);
}

static void take_work(struct Server *server, void *context)
{
	(void)context;
	work_take(server);
}

void server_take_work(struct Server *server)
{
	protect(server, take_work, NULL);
}

/* Is it a message after which the server publishes nothing? */
static bool is_last(const struct Message *message)
{
	const char *method = method_of(message->json);
	return method && (strcmp(method, "shutdown") == 0 || strcmp(method, "exit") == 0);
}

bool server_turn(struct Server *server)
{
	while (take(server)) {
	}
	bool waits = server->first && !server->stopped;
	if (waits && !is_last(server->first)) {
		handle_first(server);
		return true;
	}
	protect(server, end_late_work, NULL);
	bool due = server->life == LIFE_RUNNING && server->published < server->now && !server->wire.closed;
	if (due)
		protect(server, publish_all, NULL);
	bool ends = !due && waits && !work_owes(server);
	if (ends)
		handle_first(server);
	return due || ends;
}

/* --- its life --- */

static void find_manual(struct Server *server, void *context)
{
	(void)context;
	server->manual = manual_uri(&server->arena);
}

void server_init(struct Server *server, const struct Options *options, int in, int out)
{
	*server = (struct Server){ .options = options, .wire = { .in = in, .out = out } };
	server->last = &server->first;
	arena_init(&server->arena, &server->guard);
	protect(server, find_manual, NULL);
}

void server_free(struct Server *server)
{
	work_end(server, true);
	while (server->first) {
		struct Message *next = server->first->next;
		free_message(server->first);
		server->first = next;
	}
	while (server->documents) {
		struct Document *next = server->documents->next;
		reading_free(server->documents->reading);
		document_free(server->documents);
		server->documents = next;
	}
	publications_free(server);
	arena_free(&server->arena);
	wire_free(&server->wire);
}
