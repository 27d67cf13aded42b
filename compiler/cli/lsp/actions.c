/* Code actions: texts that repair mistakes, where a diagnostic knows them. */
#include <string.h>

#include "reading.h"
#include "server.h"
#include "cli/fix.h"
#include "cli/text_json.h"

struct Offering {
	const struct Server *server;
	struct Reading *reading;
	struct Span range; /* in the document */
	json_t *actions;
};

static json_t *action(const struct Offering *o, const struct Diag *d, const char *text)
{
	struct Sources *sources = &o->reading->model->sources;
	const struct Source *source = &sources->item[d->fix_span.source];
	struct Arena *arena = &o->reading->model->arena;
	const char *title = text_print(arena, "Write '%s' instead of '%.*s'", text,
	                               (int)(d->fix_span.end - d->fix_span.begin), source->text + d->fix_span.begin);
	json_t *changes = json_object();
	json_object_set_new(changes, o->reading->uri[d->fix_span.source],
	                    json_pack("[o]", edit_json(sources, d->fix_span, o->server->encoding, text)));
	return json_pack("{s:o, s:s, s:b, s:[o], s:{s:o}}", "title", text_json(title), "kind", "quickfix",
	                 "isPreferred", 1, "diagnostics", diagnostic_json(o->server, o->reading, d), "edit", "changes",
	                 changes);
}

static bool touches(struct Span span, struct Span range)
{
	return span.source == range.source && span.begin <= range.end && span.end >= range.begin;
}

static void offer(rigidc_model *model, void *context)
{
	struct Offering *o = context;
	size_t count;
	const struct Diag **order = diags_sorted(&model->diags, &count);
	for (size_t i = 0; i < count; i++) {
		const struct Diag *d = order[i];
		if (!touches(d->span, o->range) && !(d->fix && touches(d->fix_span, o->range)))
			continue;
		const char *text = fix_text(&model->arena, model, d);
		if (text && o->reading->uri[d->fix_span.source])
			json_array_append_new(o->actions, action(o, d, text));
	}
}

/* Does the editor want actions of this kind? Without a list it wants all. */
static bool is_wanted(const json_t *only)
{
	for (size_t i = 0; i < json_array_size(only); i++) {
		const char *kind = json_string_value(json_array_get(only, i));
		if (kind && (!*kind || strcmp(kind, "quickfix") == 0))
			return true;
	}
	return !json_array_size(only);
}

json_t *actions_code_action(struct MethodCall *call)
{
	struct Offering o = { .server = call->server, .actions = json_array() };
	struct Document *document = call_document(call);
	if (!document || !call_range(call, document, &o.range))
		return NULL;
	if (!is_wanted(json_object_get(json_object_get(call->params, "context"), "only")))
		return o.actions;
	o.reading = reading_of(call->server, document);
	if (o.reading)
		reading_protect(o.reading, offer, &o);
	return o.actions;
}
