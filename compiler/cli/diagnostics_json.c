#include "diagnostics_json.h"

#include "fix.h"
#include "text_json.h"

static json_t *place_json(rigidc_model *model, struct Span span, const char *message)
{
	struct Place place = sources_place(&model->sources, span);
	return json_pack("{s:o, s:i, s:i, s:o}", "file", text_json(place.name), "line", (int)place.line, "column",
	                 (int)place.column, "message", text_json(message));
}

/* The enclosing uses of parts and turns of loops of a diagnostic, innermost first. */
static json_t *within_json(rigidc_model *model, const struct Within *within)
{
	json_t *all = json_array();
	for (; within; within = within->outer)
		json_array_append_new(all, place_json(model, within->span, within->text));
	return all;
}

/* The repair of a mistake: a text and the range it replaces. NULL: none. */
static json_t *fix_json(rigidc_model *model, const struct Diag *d)
{
	const char *text = fix_text(&model->arena, model, d);
	struct Place place = sources_place(&model->sources, d->fix_span);
	if (!text)
		return NULL;
	const char *was = arena_copy(&model->arena, place.text + place.offset, d->fix_span.end - d->fix_span.begin);
	return json_pack("{s:o, s:i, s:i, s:o, s:o}", "file", text_json(place.name), "line", (int)place.line, "column",
	                 (int)place.column, "was", text_json(was), "text", text_json(text));
}

json_t *diagnostics_json(rigidc_model *model)
{
	size_t count;
	const struct Diag **order = diags_sorted(&model->diags, &count);
	json_t *all = json_array();
	for (size_t i = 0; i < count; i++) {
		const struct Diag *d = order[i];
		json_t *entry = place_json(model, d->span, d->text);
		json_object_set_new(entry, "severity", json_string(severity_name(d->severity)));
		json_object_set_new(entry, "check", json_string(check_table[d->check].name));
		if (d->note)
			json_object_set_new(entry, "note", place_json(model, d->note_span, d->note));
		if (d->within)
			json_object_set_new(entry, "within", within_json(model, d->within));
		if (d->help)
			json_object_set_new(entry, "help", text_json(d->help));
		json_t *fix = fix_json(model, d);
		if (fix)
			json_object_set_new(entry, "fix", fix);
		json_array_append_new(all, entry);
	}
	return all;
}
