/* Loops, loops in closed form and constraints in the output of `rigidc info`, as tables and as JSON. */
#include "info_parts.h"

#include "cli/text_json.h"
#include "info_column.h"
#include "info_rows.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"

/* The moving body under an end, or the world; bodies fixed to it are merged. */
static const char *end_body(const struct Model *model, const struct LoopEnd *end)
{
	return model_body_name(model, end->body < 0 ? -1 : model->body[end->body].carrier);
}

/* The unit of a constraint's value. */
static const char *unit_of(const struct Constraint *constraint)
{
	return constraint->on_velocities ? constraint->length ? "m/s" : "rad/s" : constraint->length ? "m" : "rad";
}

/* Loop with its rows, or with the joints that its closed form gives. */
struct Shown {
	const struct Loop *loop;
	const struct ClosedForm *form; /* NULL: it has rows */
};

static const char *joint_name(const struct Model *model, const struct ClosedForm *form, int k)
{
	return model->body[form->body[k]].joint->name.text;
}

static void put_loop(struct Text *out, const struct Model *model, const struct Shown *shown, int width, int bodies)
{
	const struct Loop *loop = shown->loop;
	info_put_name(out, loop->name.text, width);
	text_format(out, " %-11s  ", loop->kind->name);
	for (int i = 0; i < 2; i++) {
		info_put_name(out, end_body(model, &loop->end[i]), bodies);
		text_put(out, "  ");
	}
	if (!shown->form)
		info_put_rows(out, loop->row, loop->rows);
	for (int i = 0; shown->form && i < shown->form->bodies; i++)
		text_format(out, "%s%s", i ? ", " : "", text_shown(out->arena, joint_name(model, shown->form, i)));
	text_char(out, '\n');
}

static void put_loops(struct Text *out, const struct Model *model, const struct Shown *shown, size_t count, int width)
{
	const bool closed = count && shown->form;
	int bodies = 5;
	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < 2; k++)
			bodies = info_widen(bodies, out->arena, end_body(model, &shown[i].loop->end[k]));
	if (count)
		text_format(out, "\n%-*s %-11s  %-*s  %-*s  %s\n", width, closed ? "closed form" : "loop", "kind",
		            bodies, "from", bodies, "to", closed ? "joints" : "rows");
	for (size_t i = 0; i < count; i++)
		put_loop(out, model, &shown[i], width, bodies);
}

void info_loops(struct Text *out, const struct Model *model)
{
	size_t loops = model->loops.count, forms = model->closed_forms.count;
	struct Shown *shown = ARENA_ARRAY(out->arena, struct Shown, loops + forms);
	int width = 12;
	for (size_t i = 0; i < loops; i++)
		shown[i] = (struct Shown){ .loop = &model->loops.item[i] };
	for (size_t i = 0; i < forms; i++) {
		const struct ClosedForm *form = model->closed_forms.item[i];
		shown[loops + i] = (struct Shown){ &form->loop, form };
	}
	for (size_t i = 0; i < loops + forms; i++)
		width = info_widen(width, out->arena, shown[i].loop->name.text);
	for (size_t i = 0; i < model->constraints.count; i++)
		width = info_widen(width, out->arena, model->constraints.item[i].name.text);
	put_loops(out, model, shown, loops, width);
	put_loops(out, model, shown + loops, forms, width);
	if (model->constraints.count)
		text_format(out, "\n%-*s unit\n", width, "constraint");
	for (size_t i = 0; i < model->constraints.count; i++) {
		info_put_name(out, model->constraints.item[i].name.text, width);
		text_format(out, " %s\n", unit_of(&model->constraints.item[i]));
	}
}

/* Takes `list`, the rows or joints. */
static json_t *loop_json(const struct Model *model, const struct Loop *loop, const char *what, json_t *list)
{
	return json_pack("{s:o, s:s, s:o, s:o, s:o}", "name", text_json(loop->name.text), "kind", loop->kind->name,
	                 "from", text_json(end_body(model, &loop->end[0])), "to",
	                 text_json(end_body(model, &loop->end[1])), what, list);
}

json_t *info_loops_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->loops.count; i++) {
		const struct Loop *loop = &model->loops.item[i];
		json_t *one = loop_json(model, loop, "rows", info_rows_json(loop->row, loop->rows, true));
		json_object_set_new(one, "kept", info_rows_json(loop->row, loop->rows, false));
		json_array_append_new(all, one);
	}
	return all;
}

json_t *info_closed_forms_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->closed_forms.count; i++) {
		const struct ClosedForm *form = model->closed_forms.item[i];
		json_t *joints = json_array();
		for (int k = 0; k < form->bodies; k++)
			json_array_append_new(joints, text_json(joint_name(model, form, k)));
		json_array_append_new(all, loop_json(model, &form->loop, "joints", joints));
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
