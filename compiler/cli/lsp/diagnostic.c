#include "reading.h"

#include "symbol.h"
#include "cli/text_json.h"

/* Place in a file. A place in the language itself is the start of the document. */
static json_t *location(const struct Server *server, const struct Reading *reading, struct Span span)
{
	if (!reading->uri[span.source])
		span = (struct Span){ 0, 0, 0 };
	return asked_location(server, reading, span);
}

static void relate(const struct Server *server, const struct Reading *reading, json_t *list, struct Span span,
                   const char *message)
{
	json_array_append_new(list, json_pack("{s:o, s:o}", "location", location(server, reading, span), "message",
	                                      text_json(message)));
}

/* Related places of a diagnostic: its note, the uses of parts around, the includes on the way. */
static json_t *related(const struct Server *server, const struct Reading *reading, const struct Diag *d)
{
	json_t *list = json_array();
	if (d->note)
		relate(server, reading, list, d->note_span, d->note);
	for (const struct Within *within = d->within; within; within = within->outer)
		relate(server, reading, list, within->span, within->text);
	const struct Source *source = &reading->model->sources.item[d->span.source];
	for (; source->included; source = &reading->model->sources.item[source->inclusion.source])
		relate(server, reading, list, source->inclusion, "included here");
	return list;
}

json_t *diagnostic_json(const struct Server *server, const struct Reading *reading, const struct Diag *d)
{
	static const int level[] = { [SEVERITY_NOTE] = 3, [SEVERITY_WARNING] = 2, [SEVERITY_ERROR] = 1 };
	const char *name = check_table[d->check].name;
	struct Arena *arena = &reading->model->arena;
	const char *text = d->help ? text_print(arena, "%s\nhelp: %s", d->text, d->help) : d->text;
	json_t *place = location(server, reading, d->span), *places = related(server, reading, d);
	json_t *json = json_pack("{s:O, s:i, s:s, s:s, s:o}", "range", json_object_get(place, "range"), "severity",
	                         level[d->severity], "code", name, "source", "rigidc", "message", text_json(text));
	if (server->manual)
		json_object_set_new(json, "codeDescription",
		                    json_pack("{s:o}", "href",
		                              text_json(text_print(arena, "%s#%s", server->manual, name))));
	if (json_array_size(places))
		json_object_set_new(json, "relatedInformation", places);
	return json;
}
