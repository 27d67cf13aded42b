/* Contacts and phases in the output of `rigidc info`, as tables and as JSON. */
#include "info_parts.h"

#include "cli/text_json.h"
#include "info_column.h"
#include "info_rows.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/loop.h"

/* The moving body of a contact, with its fixed children merged. */
static const char *held_body(const struct Model *model, const struct Contact *contact)
{
	return model_body_name(model, model->body[contact->body].carrier);
}

static void put_contact(struct Text *out, const struct Model *model, const struct Contact *contact, int width,
                        int bodies)
{
	const double figure[] = { dag_default_value(model->dag, contact->friction),
		                  dag_default_value(model->dag, contact->restitution),
		                  dag_default_value(model->dag, contact->weight) };
	info_put_name(out, contact->name.text, width);
	text_format(out, " %-6s on ", contact->kind->name);
	info_put_name(out, held_body(model, contact), bodies);
	for (int i = 0; i < 3; i++)
		text_format(out, " %11.6g", figure[i]);
	text_put(out, "  ");
	info_put_rows(out, contact->row, contact->rows);
	text_char(out, '\n');
}

static void put_phase(struct Text *out, const struct Model *model, const struct Phase *phase, int width)
{
	info_put_name(out, phase->name.text, width);
	text_format(out, " %5d  ", model_phase_rows(model, phase));
	for (int i = 0; i < phase->contacts; i++)
		text_format(out, "%s%s", i ? ", " : "",
		            text_shown(out->arena, model->contacts.item[phase->contact[i]].name.text));
	text_char(out, '\n');
}

void info_contacts(struct Text *out, const struct Model *model)
{
	int width = 12, bodies = 6;
	for (size_t i = 0; i < model->contacts.count; i++) {
		width = info_widen(width, out->arena, model->contacts.item[i].name.text);
		bodies = info_widen(bodies, out->arena, held_body(model, &model->contacts.item[i]));
	}
	for (size_t i = 0; i < model->phases.count; i++)
		width = info_widen(width, out->arena, model->phases.item[i].name.text);
	if (model->contacts.count)
		text_format(out, "\n%-*s %-6s %-*s %11s %11s %11s  rows\n", width, "contact", "kind", bodies + 3,
		            "body", "friction", "restitution", "weight");
	for (size_t i = 0; i < model->contacts.count; i++)
		put_contact(out, model, &model->contacts.item[i], width, bodies);
	if (model->phases.count)
		text_format(out, "\n%-*s %5s  contacts\n", width, "phase", "rows");
	for (size_t i = 0; i < model->phases.count; i++)
		put_phase(out, model, &model->phases.item[i], width);
}

json_t *info_contacts_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->contacts.count; i++) {
		const struct Contact *contact = &model->contacts.item[i];
		json_array_append_new(all, json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
		                                     text_json(contact->name.text), "kind", contact->kind->name, "body",
		                                     text_json(held_body(model, contact)), "rows",
		                                     info_rows_json(contact->row, contact->rows, true), "kept",
		                                     info_rows_json(contact->row, contact->rows, false), "friction",
		                                     info_default_json(model, contact->friction), "restitution",
		                                     info_default_json(model, contact->restitution), "weight",
		                                     info_default_json(model, contact->weight)));
	}
	return all;
}

json_t *info_phases_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->phases.count; i++) {
		const struct Phase *phase = &model->phases.item[i];
		json_t *contacts = json_array();
		for (int k = 0; k < phase->contacts; k++)
			json_array_append_new(contacts, text_json(model->contacts.item[phase->contact[k]].name.text));
		json_array_append_new(all, json_pack("{s:o, s:o, s:i}", "name", text_json(phase->name.text), "contacts",
		                                     contacts, "rows", model_phase_rows(model, phase)));
	}
	return all;
}
