#include "info_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "info_parts.h"
#include "info_rows.h"
#include "cli/text_json.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/coupling.h"
#include "model/joint.h"
#include "model/limit.h"
#include "model/model_pose.h"

/* Unit as a single text if all elements share it, or for a matrix or wrenches as the list of units. Else a unit for
 * each element. */
static json_t *unit_json(const struct Model *model, enum Measure measure, size_t size)
{
	if (!measure_is_by_element(measure) || measure_is_uniform(model, measure))
		return json_string(measure_units(model, measure));
	json_t *all = json_array();
	for (size_t i = 0; i < size; i++)
		json_array_append_new(all, json_string(measure_element_unit(model, measure, (int)i)));
	return all;
}

static int carrier_of_parent(const struct Model *model, const struct Body *body)
{
	return body->parent < 0 ? -1 : model->body[body->parent].carrier;
}

static unsigned mirror_of(const struct Model *model, const struct Body *body)
{
	return body->use < 0 ? 0 : model->uses.item[body->use].mirror;
}

/* Origin of a body: its use of a part, and the first body of which it is a copy or mirror image. */
static void put_origin(json_t *one, const struct Model *model, const struct Body *body, int number)
{
	const struct Body *first = &model->body[body->like];
	if (body->use >= 0)
		json_object_set_new(one, "use", text_json(model->uses.item[body->use].name.text));
	if (body->like != number)
		json_object_set_new(one, mirror_of(model, body) == mirror_of(model, first) ? "copy_of" : "mirror_of",
		                    text_json(first->name.text));
}

static json_t *bodies_json(const struct Model *model)
{
	json_t *bodies = json_array();
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (!body_moves(body))
			continue;
		json_t *one = json_pack("{s:o, s:o}", "name", text_json(body->name.text), "parent",
		                        text_json(model_body_name(model, carrier_of_parent(model, body))));
		put_origin(one, model, body, i);
		json_array_append_new(bodies, one);
	}
	return bodies;
}

static json_t *mirror_json(unsigned mirror)
{
	json_t *axes = json_array();
	for (int i = 0; i < 3; i++)
		if (mirror >> i & 1)
			json_array_append_new(axes, json_stringn(&"xyz"[i], 1));
	return axes;
}

static json_t *uses_json(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->uses.count; i++) {
		const struct Use *use = &model->uses.item[i], *first = &model->uses.item[use->like];
		json_t *one = json_pack("{s:o, s:o, s:o, s:o}", "name", text_json(use->name.text), "part",
		                        text_json(use->part), "on", text_json(use->on.text), "mirror",
		                        mirror_json(use->mirror));
		if (first != use)
			json_object_set_new(one, use->mirror == first->mirror ? "copy_of" : "mirror_of",
			                    text_json(first->name.text));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *frames_json(const struct Model *model)
{
	json_t *frames = json_array();
	for (int i = 0; i < model->bodies; i++)
		if (!body_moves(&model->body[i]))
			json_array_append_new(frames,
			                      json_pack("{s:o, s:o}", "name", text_json(model->body[i].name.text),
			                                "body",
			                                text_json(model_body_name(model, model->body[i].carrier))));
	for (int i = 0; i < model->frames; i++) {
		int body = model->frame[i].body < 0 ? -1 : model->body[model->frame[i].body].carrier;
		json_array_append_new(frames, json_pack("{s:o, s:o}", "name", text_json(model->frame[i].name.text),
		                                        "body", text_json(model_body_name(model, body))));
	}
	return frames;
}

static json_t *limits_of_velocities_json(const struct Model *model, const struct Joint *joint, enum Limit limit)
{
	json_t *all = json_array();
	for (int k = 0; k < joint->kind->nv; k++)
		json_array_append_new(all, text_json_number(joint_limit(model->dag, joint, limit, k)));
	return all;
}

void info_json_limits(const struct Model *model, const struct Joint *joint, json_t *json)
{
	if (joint->limited) /* no -0 */
		json_object_set_new(
			json, "limits",
			json_pack("[o, o]", text_json_number(joint_limit(model->dag, joint, LIMIT_OF_LOWER, 0) + 0.0),
		                  text_json_number(joint_limit(model->dag, joint, LIMIT_OF_UPPER, 0) + 0.0)));
	if (joint->effort_limited)
		json_object_set_new(json, "effort", limits_of_velocities_json(model, joint, LIMIT_OF_EFFORT));
	if (joint->speed_limited)
		json_object_set_new(json, "speed", limits_of_velocities_json(model, joint, LIMIT_OF_SPEED));
}

/* Multipliers and offset of the k-th coordinate of a coupled joint if the coupling is affine, else null. */
static void put_affine(const struct Model *model, const struct Joint *joint, int k, struct Posture *origin,
                       json_t *multipliers, json_t *offsets)
{
	double offset, *multiplier = ARENA_ARRAY(model->arena, double, joint->ons);
	bool affine = coupling_affine(model, joint, k, origin, multiplier, &offset);
	json_array_append_new(multipliers, affine ? text_json_numbers(multiplier, joint->ons) : json_null());
	json_array_append_new(offsets, affine ? text_json_number(offset) : json_null());
}

/* Names of the coordinates that a joint follows. A quaternion has a coordinate more than velocities, its last. */
static json_t *followed_json(const struct Joint *joint, const char *const *coordinate)
{
	json_t *on = json_array();
	for (int i = 0; i < joint->ons; i++) {
		int q = joint->on[i].q;
		bool last = i + 1 == joint->ons || joint->on[i + 1].q != q + 1;
		json_array_append_new(on, text_json(coordinate[q]));
		if (joint->on[i].turned && last)
			json_array_append_new(on, text_json(coordinate[q + 1]));
	}
	return on;
}

static json_t *coupling_json(const struct Model *model, const struct Joint *joint, const char *const *coordinate,
                             struct Posture *origin)
{
	json_t *on = followed_json(joint, coordinate), *multipliers = json_array(), *offsets = json_array();
	const char *text = coupling_text(model->arena, joint);
	for (int k = 0; k < joint->kind->nq; k++)
		put_affine(model, joint, k, origin, multipliers, offsets);
	return json_pack("{s:o, s:o, s:o, s:o}", "expression", text ? text_json(text) : json_null(), "on", on,
	                 "multipliers", multipliers, "offsets", offsets);
}

static json_t *joints_json(const struct Model *model)
{
	json_t *joints = json_array();
	const char **coordinate = model_coordinates(model->arena, model);
	struct Posture origin = coupling_origin(model);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		const struct Joint *joint = body->joint;
		int nq = joint_nq(joint), nv = joint_nv(joint);
		json_t *json =
			json_pack("{s:o, s:o, s:o, s:o, s:[i,i], s:[i,i]}", "name", text_json(joint->name.text), "type",
		                  text_json(body_moves(body) ? joint->kind->name : "fixed"), "parent",
		                  text_json(model_body_name(model, body->parent)), "child", text_json(body->name.text),
		                  "q", nq ? joint->q : 0, nq, "v", nv ? joint->v : 0, nv);
		info_json_limits(model, joint, json);
		if (joint->idle && nv)
			json_object_set_new(json, "idle", json_true());
		if (joint->coupling && !joint->locked)
			json_object_set_new(json, "coupling", coupling_json(model, joint, coordinate, &origin));
		json_array_append_new(joints, json);
	}
	return joints;
}

/* A vector of `rows` elements if there is a single column, else a matrix. */
static json_t *array_json(const struct Model *model, const char *name, size_t rows, int columns, enum Measure measure)
{
	json_t *extent = json_array();
	json_array_append_new(extent, json_integer((json_int_t)rows));
	if (columns != 1)
		json_array_append_new(extent, json_integer(columns));
	return json_pack("{s:s, s:o, s:o}", "name", name, "shape", extent, "unit", unit_json(model, measure, rows));
}

/* Adds the phase to an array with a row for each of its rows, and the unit of each element to a vector. */
static void add_phase(json_t *array, const struct Model *model, const char *phase, const struct RowSet *set,
                      enum Measure measure, bool vector)
{
	json_t *units = json_array();
	for (int i = 0; i < set->blocks; i++)
		for (int r = 0; r < set->block[i].rows; r++)
			json_array_append_new(units, json_string(measure_row_unit(model, measure,
			                                                          set->block[i].row[r].angular)));
	json_object_set_new(array, "phase", text_json(phase));
	if (vector)
		json_object_set(array, "unit", units);
	json_decref(units);
}

static json_t *output_json(const struct Model *model, const struct GeneratedOutput *output)
{
	enum Measure measure = output->info->measure;
	if (!output->layout)
		return array_json(model, output->name, (size_t)output->rows, output->columns, measure);
	json_t *array = array_json(model, output->name, output->size, 1, measure);
	const struct Pattern pattern = output_pattern(model->arena, output);
	if (output->sparse)
		json_object_set_new(array, "pattern",
		                    json_pack("{s:o, s:o}", "row",
		                              text_json_integers(pattern.row, (size_t)output->rows + 1), "column",
		                              text_json_integers(pattern.column, output->size)));
	return array;
}

static json_t *cost_json(const struct Job *job, const struct Program *program)
{
	json_t *all = json_object();
	for (int i = 0; i < COST_COUNT; i++)
		json_object_set_new(all, cost_name[i], json_integer(program->cost[i]));
	size_t bytes = program_live_bytes(program, job->request->real_float);
	json_object_set_new(all, "temporaries", json_integer(program->temporaries));
	json_object_set_new(all, "live_bytes", json_integer((json_int_t)bytes));
	return all;
}

/* A parameter or an input of the model, with its shape and default value. The shape of a scalar is []. Symmetric matrices: xx xy yy xz yz
 * zz. */
static json_t *parameter_json(const struct Model *model, const struct Parameter *parameter, const double *value)
{
	json_t *shape = json_array(), *default_value = text_json_numbers(value + parameter->first, parameter->count);
	if (parameter->kind != VALUE_SCALAR)
		json_array_append_new(shape, json_integer(parameter->count));
	json_t *all = json_pack("{s:o, s:o, s:s, s:o}", "name", text_json(parameter->name.text), "shape", shape, "unit",
	                        dim_symbol(model->arena, parameter->dim), "default", default_value);
	if (parameter->moving)
		json_object_set_new(all, "moving", json_true());
	if (parameter->doc)
		json_object_set_new(all, "doc", text_json(parameter->doc));
	return all;
}

static json_t *parameters_json(const struct Model *model, const struct ParameterList *list, const double *value)
{
	json_t *all = json_array();
	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(all, parameter_json(model, list->item[i], value));
	return all;
}

static json_t *poses_json(const struct Model *model, const struct InfoPivots *pivots)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		json_t *one = json_pack("{s:o, s:o}", "name", text_json(pose->name.text), "q",
		                        text_json_numbers(pose->q, model->nq));
		if (pose->doc)
			json_object_set_new(one, "doc", text_json(pose->doc));
		if (pivots->columns)
			json_object_set_new(one, "pivots", info_pivots_json(pivots, i));
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *function_json(const struct Job *job, const struct Generated *function)
{
	json_t *inputs = json_array(), *outputs = json_array();
	for (struct FunctionArgument a = { 0 }; generated_next(function, &a);) {
		bool output = a.output >= 0, of_rows = output && a.array->info->rows == EXTENT_ROWS;
		const struct FunctionPart *part = output ? a.array->part : generated_pushed(function);
		if (a.input == INPUT_DERIVED || a.input == INPUT_PARAMS)
			continue;
		json_t *array = output ? output_json(job->model, a.array)
		                       : array_json(job->model, a.name, a.size, 1, a.measure);
		if (a.input == INPUT_LAMBDA || of_rows)
			add_phase(array, job->model, part->phase, part->rows, a.measure,
			          !output || a.array->info->columns == EXTENT_1);
		json_array_append_new(output ? outputs : inputs, array);
	}
	json_t *all = cost_json(job, &function->program);
	json_object_set_new(all, "inputs", inputs);
	json_object_set_new(all, "outputs", outputs);
	json_t *elimination = info_elimination_json(job->model, function);
	if (elimination)
		json_object_set_new(all, "elimination", elimination);
	return all;
}

/* Numbers that are computed, and printed with the digits of the model's. */
static bool is_computed(const char *key)
{
	return strcmp(key, "pivots") == 0 || strcmp(key, "cost") == 0 || strcmp(key, "base_parameters") == 0;
}

/* Number of digits with which all numbers of the model read back exactly, at least `digits`: -9.81 takes 3 and not 17. */
static size_t digits_of(json_t *json, size_t digits)
{
	size_t i;
	const char *key;
	json_t *inside;
	double number = json_real_value(json);
	for (char text[40]; json_is_real(json) && digits < 17; digits++) {
		snprintf(text, sizeof text, "%.*g", (int)digits, number);
		if (strtod(text, NULL) == number)
			break;
	}
	json_array_foreach(json, i, inside) digits = digits_of(inside, digits);
	json_object_foreach(json, key, inside) digits = is_computed(key) ? digits : digits_of(inside, digits);
	return digits;
}

json_t *info_json_object(const struct Job *job, const struct CostReport *cost)
{
	const struct Model *model = job->model;
	const struct InfoPivots pivots = info_pivots(model);
	json_t *functions = json_object();
	double gravity[3];
	dag_default_values(model->dag, model->gravity.e, 3, gravity);
	for (int i = 0; i < job->functions; i++)
		json_object_set_new(functions, text_json_visible(job->function[i].request.name),
		                    function_json(job, &job->function[i]));
	json_t *all = json_pack("{s:o, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "model", text_json(model->name.text), "nq",
	                        model->nq, "nv", model->nv, "gravity", text_json_numbers(gravity, 3), "bodies",
	                        bodies_json(model), "frames", frames_json(model), "joints", joints_json(model),
	                        "functions", functions);
	if (model->uses.count)
		json_object_set_new(all, "uses", uses_json(model));
	if (model->struts.count)
		json_object_set_new(all, "struts", info_struts_json(model));
	if (model->groups.count)
		json_object_set_new(all, "groups", info_groups_json(model));
	if (model->laws.count)
		json_object_set_new(all, "laws", info_laws_json(model));
	if (model->loops.count)
		json_object_set_new(all, "loops", info_loops_json(model));
	if (model->closed_forms.count)
		json_object_set_new(all, "closed_forms", info_closed_forms_json(model));
	if (model->constraints.count)
		json_object_set_new(all, "constraints", info_constraints_json(model));
	if (model_has_loops(model))
		json_object_set_new(all, "mobility", json_integer(info_mobility(model)));
	if (model->contacts.count)
		json_object_set_new(all, "contacts", info_contacts_json(model));
	if (model->phases.count)
		json_object_set_new(all, "phases", info_phases_json(model));
	if (model->poses.count)
		json_object_set_new(all, "poses", poses_json(model, &pivots));
	if (job_prepares(job)) {
		json_object_set_new(all, "params",
		                    parameters_json(model, &model->parameters, model->dag->default_value->item));
		json_object_set_new(all, "prepare", cost_json(job, &job->prepare.program));
	}
	if (model->inputs.count)
		json_object_set_new(all, "inputs", parameters_json(model, &model->inputs, model->inputs.value));
	if (model->states.count)
		json_object_set_new(all, "states", parameters_json(model, &model->states, model->states.value));
	json_t *base = info_base_json(job);
	if (base)
		json_object_set_new(all, "base_parameters", base);
	if (cost)
		json_object_set_new(all, "cost", cost_report_json(cost));
	return all;
}

const char *info_json(const struct Job *job, const struct CostReport *cost, bool unsearched)
{
	text_json_memory(job->model->arena);
	json_t *all = info_json_object(job, cost);
	if (unsearched)
		json_object_set_new(all, "searched", json_false());
	const size_t of_pivots = 3;
	return text_json_print(all, JSON_REAL_PRECISION(digits_of(all, of_pivots)));
}
