#include "info_loops.h"

#include "cli/text_json.h"
#include "info_rows.h"

static int wider(int width, struct Text *out, const char *name)
{
	int used = text_width(text_shown(out->arena, name));
	return used > width ? used : width;
}

static void put_name(struct Text *out, const char *name, int width)
{
	const char *shown = text_shown(out->arena, name);
	text_format(out, "%s%*s", shown, width - text_width(shown), "");
}

/* The moving body under an end, or the world; bodies fixed to it are merged. */
static const char *end_body(const struct Model *model, const struct LoopEnd *end)
{
	return model_body_name(model, end->body < 0 ? -1 : model->body[end->body].carrier);
}

/* The unit of a constraint's value. */
static const char *unit_of(const struct Constraint *constraint)
{
	return constraint->length ? "m" : "rad";
}

static void put_loop(struct Text *out, const struct Model *model, const struct Loop *loop, int width, int bodies)
{
	put_name(out, loop->name.text, width);
	text_format(out, " %-11s  ", loop->kind->name);
	for (int i = 0; i < 2; i++) {
		put_name(out, end_body(model, &loop->end[i]), bodies);
		text_put(out, "  ");
	}
	info_put_rows(out, loop->row, loop->rows);
	text_char(out, '\n');
}

static void put_loops(struct Text *out, const struct Model *model, int width)
{
	int bodies = 5;
	for (size_t i = 0; i < model->loops.count; i++)
		for (int k = 0; k < 2; k++)
			bodies = wider(bodies, out, end_body(model, &model->loops.item[i].end[k]));
	text_format(out, "\n%-*s %-11s  %-*s  %-*s  rows\n", width, "loop", "kind", bodies, "from", bodies, "to");
	for (size_t i = 0; i < model->loops.count; i++)
		put_loop(out, model, &model->loops.item[i], width, bodies);
}

void info_loops(struct Text *out, const struct Model *model)
{
	int width = 12;
	for (size_t i = 0; i < model->loops.count; i++)
		width = wider(width, out, model->loops.item[i].name.text);
	for (size_t i = 0; i < model->constraints.count; i++)
		width = wider(width, out, model->constraints.item[i].name.text);
	if (model->loops.count)
		put_loops(out, model, width);
	if (model->constraints.count)
		text_format(out, "\n%-*s unit\n", width, "constraint");
	for (size_t i = 0; i < model->constraints.count; i++) {
		put_name(out, model->constraints.item[i].name.text, width);
		text_format(out, " %s\n", unit_of(&model->constraints.item[i]));
	}
}

json_t *info_loops_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->loops.count; i++) {
		const struct Loop *loop = &model->loops.item[i];
		json_t *rows = json_array();
		for (int k = 0; k < loop->rows; k++)
			json_array_append_new(rows, json_string(loop->row[k].name));
		json_array_append_new(all, json_pack("{s:o, s:s, s:o, s:o, s:o, s:o}", "name",
		                                     text_json(loop->name.text), "kind", loop->kind->name, "from",
		                                     text_json(end_body(model, &loop->end[0])), "to",
		                                     text_json(end_body(model, &loop->end[1])), "rows", rows, "kept",
		                                     info_kept_json(loop->row, loop->rows)));
	}
	return all;
}

json_t *info_constraints_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->constraints.count; i++) {
		const struct Constraint *constraint = &model->constraints.item[i];
		json_array_append_new(all, json_pack("{s:o, s:s}", "name", text_json(constraint->name.text), "unit",
		                                     unit_of(constraint)));
	}
	return all;
}
