/* Data of the page: the object of info, bodies with numbers, diagnostics, the inertia matrix, operations by body. */
#include "page.h"

#include <string.h>

#include "cli/diagnostics_json.h"
#include "cli/info/info_json.h"
#include "cli/text_json.h"
#include "base/version.h"
#include "c/by_body.h"
#include "dynamics/measures.h"
#include "pipeline/assemble.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/strut.h"

/* --- bodies --- */

static json_t *coordinates_json(const struct Joint *joint)
{
	json_t *all = json_array();
	for (int k = 0; k < joint_nq(joint); k++)
		json_array_append_new(all, json_pack("{s:s, s:s}", "name", joint->kind->q[k].name, "unit",
		                                     joint->kind->q[k].unit));
	return all;
}

static json_t *joint_json(const struct Model *model, const struct Body *body)
{
	const struct Joint *joint = body->joint;
	int nq = joint_nq(joint), nv = joint_nv(joint);
	json_t *units = json_array();
	json_t *velocities = json_array();
	for (int k = 0; k < nv; k++) {
		json_array_append_new(units, json_string(measure_joint_unit(joint->kind, k, MEASURE_FORCE)));
		json_array_append_new(velocities, json_string(joint->kind->v[k].name));
	}
	json_t *all =
		json_pack("{s:o, s:o, s:b, s:b, s:i, s:i, s:o, s:o, s:o}", "name", text_json(joint->name.text), "kind",
	                  text_json(joint->locked ? "locked" : joint->kind->name), "coupled",
	                  joint->coupling != NULL && !joint->locked, "quaternion",
	                  nq > 0 && kind_has_quaternion(joint->kind), "q", nq ? joint->q : 0, "v", nv ? joint->v : 0,
	                  "coordinates", coordinates_json(joint), "velocities", velocities, "forces", units);
	info_json_limits(model, joint, all);
	return all;
}

/* A body. `seen`: its placement in its carrier, a moving body or the world (-1). */
static json_t *body_json(const struct Model *model, const struct Body *body)
{
	return json_pack("{s:o, s:i, s:i, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "name", text_json(body->name.text),
	                 "parent", body->parent, "carrier", body->carrier, "moves", body_moves(body), "at",
	                 page_placement(model, &body->at), "seen", page_placement(model, &body->seen), "joint",
	                 joint_json(model, body), "mass", page_number(model, body->mass), "com",
	                 page_numbers(model, body->com.e, 3), "inertia",
	                 page_numbers(model, &body->inertia.e[0][0], 9));
}

static json_t *bodies_json(const struct Model *model)
{
	json_t *all = json_array();
	for (int i = 0; i < model->bodies; i++)
		json_array_append_new(all, body_json(model, &model->body[i]));
	return all;
}

static json_t *frames_json(const struct Model *model)
{
	json_t *all = json_array();
	for (int i = 0; i < model->frames; i++)
		json_array_append_new(all, json_pack("{s:o, s:i, s:o}", "name", text_json(model->frame[i].name.text),
		                                     "body", model->frame[i].body, "at",
		                                     page_placement(model, &model->frame[i].at)));
	return all;
}

static json_t *strut_json(const struct Model *model, const struct Strut *strut)
{
	json_t *points = json_array();
	for (int k = 0; k < strut->points; k++) {
		const struct Point *point = &strut->point[k];
		if (!strut_shows(strut, k))
			continue;
		json_array_append_new(points, json_pack("{s:i, s:o}", "body", point->body, "p",
		                                        page_numbers(model, point->p.e, 3)));
	}
	return json_pack("{s:o, s:b, s:o}", "name", text_json(strut->name.text), "tendon", strut->tendon, "points",
	                 points);
}

/* Points that pictures show. A line needs two. */
static int shown_points(const struct Strut *strut)
{
	int shown = 0;
	for (int k = 0; k < strut->points; k++)
		shown += strut_shows(strut, k);
	return shown;
}

static json_t *struts_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->struts.count; i++)
		if (shown_points(&model->struts.item[i]) > 1)
			json_array_append_new(all, strut_json(model, &model->struts.item[i]));
	return all;
}

/* How struts with points that pictures do not show are drawn; NULL: all have all points. */
static json_t *struts_note(const struct Model *model)
{
	struct Text text = text_new(model->arena);
	bool straight = false, lost = false;
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		const int shown = shown_points(strut);
		straight |= shown < strut->points;
		if (shown < 2) {
			text_format(&text, "%s%s",
			            lost ? ", " : " Not drawn, with fewer than two of them: ", strut->name.text);
			lost = true;
		}
	}
	if (!straight)
		return NULL;
	return text_json(text_print(model->arena,
	                            "Tendons are straight between points that count always and do not move in their "
	                            "bodies, also at wraps.%s%s",
	                            text_string(&text), lost ? "." : ""));
}

/* --- operations --- */

/* Multiplications and additions by body. The last number counts operations before the first body. */
static json_t *work_json(const struct Job *job)
{
	json_t *all = json_object();
	int bodies = job->model->bodies;
	for (int f = 0; f < job->functions; f++) {
		uint32_t *count = ARENA_ARRAY(job->model->arena, uint32_t, bodies + 1);
		json_t *counts = json_array();
		c_count_by_body(job, &job->function[f], count);
		for (int i = 0; i <= bodies; i++)
			json_array_append_new(counts, json_integer(count[i]));
		json_object_set_new(all, text_json_visible(job->function[f].request.name), counts);
	}
	return all;
}

/* Multiplications and additions of a step and of the steps below it. */
static int cone_of(const struct Program *program, uint32_t index, bool *seen)
{
	int count = 0;
	seen[index] = true;
	for (uint32_t at = index + 1; at-- > 0;) { /* operands precede their users */
		enum Cost cost = op_table[program->step[at].op].cost;
		if (!seen[at])
			continue;
		count += cost == COST_MUL || cost == COST_ADD;
		for (int k = 0; k < op_table[program->step[at].op].arity; k++)
			if (program->step[at].operand[k].kind == OPERAND_STEP)
				seen[program->step[at].operand[k].index] = true;
	}
	return count;
}

/* Operations needed for each entry of M alone, by rows; -1: zero by structure. */
static json_t *matrix_json(const struct Job *crba)
{
	const struct Program *program = &crba->function[0].program;
	struct Arena *arena = crba->model->arena;
	int nv = crba->model->nv;
	int *cost = ARENA_ARRAY(arena, int, 1 + nv * nv);
	bool *seen = ARENA_ARRAY(arena, bool, program->steps + 1);
	for (uint32_t i = 0; i < program->stores; i++) {
		const struct Store *store = &program->store[i];
		bool zero = store->value.kind == OPERAND_CONST && program->constant[store->value.index] == 0;
		memset(seen, 0, program->steps * sizeof *seen);
		cost[store->element] = zero                                ? -1
		                       : store->value.kind == OPERAND_STEP ? cone_of(program, store->value.index, seen)
		                                                           : 0;
	}
	return text_json_integers(cost, (size_t)(nv * nv));
}

/* Operations of the entries of the full M, whatever --matrix is. */
static json_t *inertia_json(rigidc_model *model)
{
	struct Request request = model->request;
	const struct Model *fork = model_fork(model->model, &model->call);
	const size_t said = model->diags.count;
	request.matrix = MATRIX_FULL;
	request.fma = FMA_OFF;
	request.sincos = SINCOS_INLINE;
	struct Job crba =
		compile_functions(&model->diags, fork, &request, "crba", &target_table[TARGET_HEADER], NULL, NULL);
	if (model->diags.errors)
		return json_array();
	model->diags.count = said; /* notes on crba are for those who ask for it */
	return matrix_json(&crba);
}

json_t *page_robot(const struct Model *model)
{
	json_t *all = json_pack("{s:o, s:o}", "bodies", bodies_json(model), "frames", frames_json(model));
	if (model->struts.count)
		json_object_set_new(all, "struts", struts_json(model));
	json_t *note = struts_note(model);
	if (note)
		json_object_set_new(all, "strutNote", note);
	if (model->loops.count)
		json_object_set_new(all, "loops", page_loops(model));
	if (model->closed_forms.count)
		json_object_set_new(all, "solved", page_closed_forms(model));
	return all;
}

static void set_rows(json_t *all, struct Arena *arena, const struct Model *model, const struct PageHolds *holds)
{
	if (model->contacts.count)
		json_object_set_new(all, "contacts", page_contacts(model));
	if (model->constraints.count)
		json_object_set_new(all, "constraints", json_integer((json_int_t)model->constraints.count));
	if (holds->count)
		json_object_set_new(all, "holds", page_holds_json(holds));
	if (model->closed_forms.count)
		json_object_set_new(all, "start", page_start(arena, model));
	if (assemble_rows(model))
		json_object_set_new(all, "closing", page_closing(arena, model));
}

const char *page_data(rigidc_model *model, const struct Job *job, const struct CostReport *cost,
                      const struct PageHolds *holds, const struct PackageFolders *packages)
{
	const struct Model *of = job->model;
	text_json_memory(&model->call);
	json_t *matrix = inertia_json(model);
	json_t *all = page_robot(of);
	json_object_set_new(all, "version", json_string(version_built()));
	json_object_set_new(all, "hash",
	                    json_string(text_print(&model->call, "%016llx", (unsigned long long)model_hash(of))));
	json_object_set_new(all, "info", info_json_object(job, cost));
	json_object_set_new(all, "work", work_json(job));
	json_object_set_new(all, "matrix", matrix);
	json_object_set_new(all, "diagnostics", diagnostics_json(model));
	page_shapes(model, of, packages, all);
	set_rows(all, &model->call, of, holds);
	if (of->doc)
		json_object_set_new(all, "doc", text_json(of->doc));
	return text_json_embedded(all);
}
