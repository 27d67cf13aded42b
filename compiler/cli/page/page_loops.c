/* Closed loops on the page: their ends, and what its Newton steps need. */
#include "page.h"

#include <string.h>

#include "cli/start_state.h"
#include "cli/text_json.h"
#include "pipeline/assemble.h"
#include "model/loop.h"
#include "model/model_pose.h"

/* A frame on a body: {R, p, body}. */
static json_t *end_json(const struct Model *model, const struct LoopEnd *end)
{
	json_t *frame = page_placement(model, &end->at);
	json_object_set_new(frame, "body", json_integer(end->body));
	return frame;
}

static json_t *loop_json(const struct Model *model, const struct Loop *loop)
{
	struct RowBlock block = { .name = loop->name,
		                  .body = { loop->end[0].body, loop->end[1].body },
		                  .frame = { loop->end[0].frame, loop->end[1].frame },
		                  .rows = loop->rows,
		                  .kind = loop->kind };
	memcpy(block.row, loop->row, sizeof block.row);
	return json_pack("{s:o, s:b, s:[o, o], s:o}", "name", text_json(loop->name.text), "rod", loop->kind->length,
	                 "points", end_json(model, &loop->end[0]), end_json(model, &loop->end[1]), "rows",
	                 page_rows(model, &block));
}

json_t *page_loops(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->loops.count; i++)
		json_array_append_new(all, loop_json(model, &model->loops.item[i]));
	return all;
}

json_t *page_closed_forms(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->closed_forms.count; i++)
		json_array_append_new(all, loop_json(model, &model->closed_forms.item[i]->loop));
	return all;
}

/* Is each row in rad? Constraints on velocities leave positions free; their rows are the last. */
static json_t *angular_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->loops.count; i++)
		for (int r = 0; r < model->loops.item[i].rows; r++)
			json_array_append_new(all, json_boolean(model->loops.item[i].row[r].angular));
	for (size_t i = 0; i < model->constraints.count; i++)
		if (!model->constraints.item[i].on_velocities)
			json_array_append_new(all, json_boolean(model->constraints.item[i].row.angular));
	return all;
}

static int constraints_on_velocities(const struct Model *model)
{
	int count = 0;
	for (size_t i = 0; i < model->constraints.count; i++)
		count += model->constraints.item[i].on_velocities;
	return count;
}

/* Where the page starts: at the first pose, else near the neutral position. */
static void start(const struct Model *model, double *q)
{
	if (model->poses.count) {
		memcpy(q, model->poses.item[0].q, (size_t)model->nq * sizeof *q);
		return;
	}
	state_neutral(model, q);
}

json_t *page_start(struct Arena *arena, const struct Model *model)
{
	double *q = ARENA_ARRAY(arena, double, model->nq);
	start(model, q);
	return text_json_numbers(q, model->nq);
}

json_t *page_closing(struct Arena *arena, const struct Model *model)
{
	const struct AssembleRequest request = { .within = 1e-12 };
	double *q = ARENA_ARRAY(arena, double, model->nq);
	start(model, q);
	struct Assembled result = assemble(arena, model, &request, q);
	json_t *independent = json_array();
	for (int i = 0; i < model->nq; i++)
		q[i] += 0.0; /* no -0 */
	for (int v = 0; v < model->nv; v++)
		json_array_append_new(independent, json_boolean(result.independent[v]));
	return json_pack("{s:o, s:f, s:o, s:o, s:i}", "start", text_json_numbers(q, model->nq), "unit", result.length,
	                 "angular", angular_json(model), "independent", independent, "rates",
	                 constraints_on_velocities(model));
}
