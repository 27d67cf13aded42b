#include "reading.h"

#include <stdlib.h>
#include <string.h>

#include "server.h"

/* The text of the open document of a file. */
static const char *edited(void *context, const char *identity, size_t *length)
{
	const struct Server *server = context;
	for (const struct Document *d = server->documents; d; d = d->next)
		if (d->path && strcmp(d->identity, identity) == 0) {
			*length = document_source(d)->length;
			return document_source(d)->text;
		}
	return NULL;
}

/* Adds the diagnostics of generated functions, as `check` does. */
static void prepare(rigidc_model *model, void *context)
{
	(void)context;
	library_prepare(model, NULL);
	diags_note_unused(&model->diags);
}

const struct Included *reading_file(const struct Reading *reading, uint32_t source)
{
	const struct Includes *includes = &reading->model->files.includes;
	for (size_t i = 0; i < includes->count; i++)
		if (includes->item[i]->text == reading->model->sources.item[source].text)
			return includes->item[i];
	return NULL;
}

/* The address of an included file: of its document, if open. */
static const char *uri_of_file(const struct Server *server, struct Arena *arena, const struct Included *file)
{
	for (const struct Document *d = server->documents; d; d = d->next)
		if (d->path && strcmp(d->identity, file->identity) == 0)
			return arena_copy(arena, d->uri, strlen(d->uri));
	return file->own ? text_print(arena, "rigidc:%s", file->name) : uri_of(arena, file->identity);
}

/* Finds the addresses of all sources. The document is the first one. */
static void find_uris(struct Reading *reading, const struct Server *server, const struct Document *document)
{
	const struct Sources *sources = &reading->model->sources;
	reading->uri = ARENA_ARRAY(&reading->arena, const char *, sources->count + 1);
	reading->uri[0] = arena_copy(&reading->arena, document->uri, strlen(document->uri));
	for (size_t i = 1; i < sources->count; i++) {
		const struct Included *file = reading_file(reading, (uint32_t)i);
		reading->uri[i] = file ? uri_of_file(server, &reading->arena, file) : NULL;
	}
}

static bool begins_as_model(const rigidc_model *model)
{
	const struct Stmt *first = model->ast.statements.first;
	return !model->format || !format_is_own(model->format) || (first && first->kind == STMT_MODEL);
}

struct Reading *reading_new(struct Server *server, const struct Document *document, const struct Source *source,
                            const struct Overlay *overlay)
{
	struct Reading *reading = calloc(1, sizeof *reading);
	if (!reading)
		return NULL;
	arena_init(&reading->arena, &server->guard);
	reading->made = server->now;
	reading->status = library_read(document->path, source->name, source->text, source->length,
	                               &server->options->library, overlay, &reading->model);
	if (reading->status == RIGIDC_OK)
		reading->status = library_protect(reading->model, prepare, NULL);
	server->faults += reading->status == RIGIDC_INTERNAL;
	if (reading->model) {
		find_uris(reading, server, document);
		reading->is_model = begins_as_model(reading->model);
	}
	return reading;
}

bool reading_includes(const struct Reading *reading, const struct Document *document)
{
	if (!reading || !reading->model)
		return false;
	const struct Includes *includes = &reading->model->files.includes;
	for (size_t i = 0; i < includes->count; i++)
		if (strcmp(includes->item[i]->identity, document->identity) == 0)
			return true;
	return false;
}

static bool is_current(const struct Server *server, const struct Document *document)
{
	const struct Reading *reading = document->reading;
	if (!reading || reading->made < document->changed || reading->made < server->files_changed)
		return false;
	for (const struct Document *d = server->documents; d; d = d->next)
		if (reading->made < d->changed && reading_includes(reading, d))
			return false;
	return true;
}

struct Reading *reading_of(struct Server *server, struct Document *document)
{
	if (is_current(server, document))
		return document->reading;
	struct Overlay overlay = { server, edited };
	reading_free(document->reading);
	document->reading = NULL;
	document->reading = reading_new(server, document, document_source(document), &overlay);
	return document->reading;
}

void reading_free(struct Reading *reading)
{
	if (!reading)
		return;
	rigidc_model_free(reading->model);
	arena_free(&reading->arena);
	free(reading);
}

bool reading_protect(struct Reading *reading, void (*work)(rigidc_model *model, void *context), void *context)
{
	if (!reading->model || reading->model->guard.fault != FAULT_NONE)
		return false;
	return library_guard(reading->model, work, context);
}
