/* Diagnostics that `rigidc lsp` publishes, by file. A notification is sent only where they have changed. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

#include "reading.h"
#include "cli/text_json.h"

/* The diagnostics of one file, as a message has them. */
struct Sheet {
	const char *uri;
	const struct Document *document; /* NULL: it is not open */
	json_t *list;
	const char *text; /* the parameters of the notification */
};

struct Sheets {
	struct Arena arena;
	struct Sheet *item;
	size_t count, capacity;
};

/* The diagnostics sent last are kept, so that only changes are sent. */
struct Publications {
	struct Sheets sheets[2];
	int current;
};

static struct Sheet *find_sheet(const struct Sheets *sheets, const char *uri)
{
	for (size_t i = 0; i < sheets->count; i++)
		if (strcmp(sheets->item[i].uri, uri) == 0)
			return &sheets->item[i];
	return NULL;
}

static struct Sheet *add_sheet(struct Sheets *sheets, const char *uri, const struct Document *document)
{
	struct Sheet *sheet = ARENA_PUSH(&sheets->arena, sheets);
	*sheet = (struct Sheet){ .uri = arena_copy(&sheets->arena, uri, strlen(uri)), .document = document };
	sheet->list = json_array();
	return sheet;
}

/* --- diagnostics of a model --- */

struct Adding {
	const struct Server *server;
	struct Reading *reading;
	struct Sheets *sheets;
};

/* Equal diagnostics of an included file count once, though several models include the file. */
static void add_diagnostics(rigidc_model *model, void *context)
{
	struct Adding *adding = context;
	const struct Reading *reading = adding->reading;
	size_t count;
	const struct Diag **order = diags_sorted(&model->diags, &count);
	for (size_t i = 0; i < count; i++) {
		const char *uri = reading->uri[order[i]->span.source];
		uri = uri ? uri : reading->uri[0];
		struct Sheet *sheet = find_sheet(adding->sheets, uri);
		sheet = sheet ? sheet : add_sheet(adding->sheets, uri, NULL);
		json_t *json = diagnostic_json(adding->server, reading, order[i]);
		if (uri == reading->uri[0])
			json_array_append_new(sheet->list, json);
		else
			text_json_add_once(sheet->list, json);
	}
}

/* A message about what is no mistake of the user's, at the start of the document. */
static void add_failure(struct Sheet *sheet, const char *text)
{
	json_array_append_new(sheet->list, json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:i, s:s, s:o}", "range",
	                                             "start", "line", 0, "character", 0, "end", "line", 0, "character",
	                                             0, "severity", 1, "source", "rigidc", "message", text_json(text)));
}

static void add_reading(const struct Server *server, struct Sheets *sheets, struct Sheet *sheet,
                        struct Reading *reading)
{
	struct Adding adding = { server, reading, sheets };
	if (!reading || !reading_protect(reading, add_diagnostics, &adding))
		add_failure(sheet, !reading || reading->status != RIGIDC_INTERNAL
		                           ? "out of memory"
		                           : text_print(&sheets->arena, "this is a bug in rigidc, please report it: %s",
		                                        rigidc_messages(reading->model)));
	else if (reading->model->failure)
		add_failure(sheet, reading->model->failure);
}

/* Is the document the file of a model that is open? Then the model's diagnostics count. */
static bool is_part_of_another(const struct Server *server, const struct Document *document)
{
	if (!document->reading || document->reading->is_model)
		return false;
	for (const struct Document *d = server->documents; d; d = d->next)
		if (d != document && d->reading && d->reading->is_model && reading_includes(d->reading, document))
			return true;
	return false;
}

/* --- sending --- */

static const char *parameters(const struct Sheet *sheet)
{
	json_t *json = json_pack("{s:o, s:O}", "uri", text_json(sheet->uri), "diagnostics", sheet->list);
	if (sheet->document)
		json_object_set_new(json, "version", json_integer(sheet->document->version));
	return json_dumps(json, JSON_COMPACT);
}

static void send(struct Server *server, struct Arena *arena, const char *text)
{
	const char *message =
		text_print(arena, "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\",\"params\":%s}",
	                   text);
	wire_send(&server->wire, message, strlen(message));
}

/* Sends the sheets that differ from the last ones, and empty sheets for files that have none any more. */
static void send_changes(struct Server *server, struct Sheets *sheets, const struct Sheets *last)
{
	for (size_t i = 0; i < sheets->count; i++) {
		struct Sheet *sheet = &sheets->item[i];
		const struct Sheet *before = find_sheet(last, sheet->uri);
		sheet->text = parameters(sheet);
		if (sheet->text && (!before || !before->text || strcmp(before->text, sheet->text) != 0))
			send(server, &sheets->arena, sheet->text);
	}
	for (size_t i = 0; i < last->count; i++)
		if (!find_sheet(sheets, last->item[i].uri)) {
			struct Sheet empty = { .uri = last->item[i].uri, .list = json_array() };
			send(server, &sheets->arena, parameters(&empty));
		}
}

static struct Publications *publications_of(struct Server *server)
{
	if (!server->publications) {
		server->publications = ARENA_NEW(&server->arena, struct Publications);
		for (int i = 0; i < 2; i++)
			arena_init(&server->publications->sheets[i].arena, &server->guard);
	}
	return server->publications;
}

void publish(struct Server *server)
{
	struct Publications *all = publications_of(server);
	struct Sheets *last = &all->sheets[all->current], *sheets = &all->sheets[!all->current];
	server->published = server->now;
	arena_free(&sheets->arena);
	sheets->item = NULL;
	sheets->count = sheets->capacity = 0;
	text_json_memory(&sheets->arena);
	for (struct Document *d = server->documents; d; d = d->next) {
		reading_of(server, d);
		add_sheet(sheets, d->uri, d);
	}
	for (struct Document *d = server->documents; d; d = d->next)
		if (!is_part_of_another(server, d))
			add_reading(server, sheets, find_sheet(sheets, d->uri), d->reading);
	send_changes(server, sheets, last);
	all->current = !all->current;
}

void publications_free(struct Server *server)
{
	for (int i = 0; server->publications && i < 2; i++)
		arena_free(&server->publications->sheets[i].arena);
}
