/* Struts, tendons, their groups, and laws of wrenches in the output of `rigidc info`, as a table and as JSON. */
#include "info_parts.h"

#include "info_column.h"
#include "cli/text_json.h"
#include "dag/default_values.h"
#include "model/law.h"
#include "model/strut.h"

/* A number as text, or "-" for zero. */
static const char *figure(const struct Model *model, Ref ref)
{
	return dag_is_zero(model->dag, ref) ? "-"
	                                    : text_print(model->arena, "%.6g", dag_default_value(model->dag, ref));
}

void info_struts(struct Text *out, const struct Model *model)
{
	int width = 12;
	for (size_t i = 0; i < model->struts.count; i++)
		width = info_widen(width, out->arena, model->struts.item[i].name.text);
	if (model->struts.count)
		text_format(out, "\n%-*s %10s %10s %10s %6s  points; N/m, m, N s/m\n", width, "strut", "spring", "at",
		            "damping", "force");
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		bool spring = !dag_is_zero(model->dag, strut->stiffness);
		info_put_name(out, strut->name.text, width);
		text_format(out, " %10s %10s", figure(model, strut->stiffness),
		            spring ? text_print(out->arena, "%.6g", dag_default_value(model->dag, strut->rest)) : "-");
		text_format(out, " %10s %6s  ", figure(model, strut->damping), strut->force ? "yes" : "-");
		for (int k = 0; k < strut->points; k++)
			text_format(out, "%s%s", k ? ", " : "", text_shown(out->arena, strut->at[k].text));
		text_char(out, '\n');
	}
}

void info_groups(struct Text *out, const struct Model *model)
{
	int width = 12;
	for (size_t i = 0; i < model->groups.count; i++)
		width = info_widen(width, out->arena, model->groups.item[i].name.text);
	if (model->groups.count)
		text_format(out, "\n%-*s  struts and tendons\n", width, "group");
	for (size_t i = 0; i < model->groups.count; i++) {
		const struct StrutGroup *group = &model->groups.item[i];
		info_put_name(out, group->name.text, width);
		for (int k = 0; k < group->count; k++)
			text_format(out, "%s%s", k ? ", " : "  ",
			            text_shown(out->arena, model->struts.item[group->strut[k]].name.text));
		text_char(out, '\n');
	}
}

void info_laws(struct Text *out, const struct Model *model)
{
	int width = 12, on = 12;
	for (size_t i = 0; i < model->laws.count; i++) {
		width = info_widen(width, out->arena, model->laws.item[i].name.text);
		on = info_widen(on, out->arena, model->laws.item[i].on.name.text);
	}
	if (model->laws.count)
		text_format(out, "\n%-*s  %-*s  in\n", width, "law", on, "on");
	for (size_t i = 0; i < model->laws.count; i++) {
		const struct Law *law = &model->laws.item[i];
		info_put_name(out, law->name.text, width);
		text_put(out, "  ");
		info_put_name(out, law->on.name.text, on);
		text_format(out, "  %s\n", law->seen ? text_shown(out->arena, law->in.name.text) : "its axes");
	}
}

json_t *info_laws_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->laws.count; i++) {
		const struct Law *law = &model->laws.item[i];
		json_t *in = law->seen ? text_json(law->in.name.text) : json_null();
		json_array_append_new(all, json_pack("{s:o, s:o, s:o, s:b}", "name", text_json(law->name.text), "on",
		                                     text_json(law->on.name.text), "in", in, "potential",
		                                     !dag_is_zero(model->dag, law->energy)));
	}
	return all;
}

json_t *info_struts_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		json_t *points = json_array();
		for (int k = 0; k < strut->points; k++)
			json_array_append_new(points, text_json(strut->at[k].text));
		json_array_append_new(all,
		                      json_pack("{s:o, s:s, s:o, s:o, s:o, s:o, s:b}", "name",
		                                text_json(strut->name.text), "type", strut->tendon ? "tendon" : "strut",
		                                "points", points, "spring", info_default_json(model, strut->stiffness),
		                                "at", info_default_json(model, strut->rest), "damping",
		                                info_default_json(model, strut->damping), "force",
		                                strut->force != NULL));
	}
	return all;
}

json_t *info_groups_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->groups.count; i++) {
		const struct StrutGroup *group = &model->groups.item[i];
		json_t *struts = json_array();
		for (int k = 0; k < group->count; k++)
			json_array_append_new(struts, text_json(model->struts.item[group->strut[k]].name.text));
		json_array_append_new(all,
		                      json_pack("{s:o, s:o}", "name", text_json(group->name.text), "struts", struts));
	}
	return all;
}
