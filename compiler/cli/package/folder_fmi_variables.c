/* Variables of a Functional Mock-up Unit, in the order of their places in an instance: those that are set, then those
 * that are computed. Elements have the names of the columns of `rigidc eval`. */
#include "folder_fmi.h"

#include <string.h>

#include "cli/columns.h"
#include "cli/start_state.h"
#include "dynamics/measures.h"
#include "model/limit.h"
#include "pipeline/assemble.h"
#include "model/model_pose.h"

static const double step_start[] = { 0.001 }, nothing[] = { 0 };

/* --- the first state --- */

/* First state: --pose, else at rest; loops are closed. False: they stay open, and *remains says how far, or there is no
 * such pose. */
static bool begin(struct Folder *folder, double *q, const char **remains)
{
	const struct Model *model = folder->job.model;
	const char *asked = folder->options->pose;
	const struct ModelPose *pose = asked ? state_find_pose(folder->arena, model, asked) : NULL;
	struct AssembleRequest request = { .within = 1e-12, .reference = pose ? pose->q : NULL };
	*remains = NULL;
	if (asked && !pose)
		return false;
	state_neutral(model, q);
	if (pose)
		memcpy(q, pose->q, (size_t)model->nq * sizeof *q);
	if (!model_has_loops(model))
		return true;
	struct Assembled result = assemble(folder->arena, model, &request, q);
	*remains = result.closed ? NULL : result.remains;
	return result.closed;
}

/* Reason why there is no unit, known once its functions are; and the first state. */
const char *folder_fmi_refused(struct Folder *folder)
{
	double *q = ARENA_ARRAY(folder->arena, double, folder->job.model->nq + 1);
	const char *remains = NULL;
	if (!begin(folder, q, &remains))
		return remains ? text_print(
					 folder->arena,
					 "--for=%s: the loops stay open at the first state, %s remain; --pose gives another",
					 folder->kind->name, remains)
		               : text_print(folder->arena, "the model has no pose '%s'",
		                            text_shown(folder->arena, folder->options->pose));
	return NULL;
}

/* --- variables --- */

struct Adding {
	struct Folder *folder;
	struct FmiVariables *list;
	struct NameTable names;
};

/* No two variables have the same name. */
static const char *unique(struct Adding *a, const char *name)
{
	const char *own = name = text_shown(a->folder->arena, name);
	for (int k = 2; names_find(&a->names, own) >= 0; k++)
		own = text_print(a->folder->arena, "%s_%d", name, k);
	names_add(&a->names, own, 0);
	return own;
}

/* "1" is no unit. */
static const char *unit_or_none(const char *unit)
{
	return strcmp(unit, "1") == 0 || strchr(unit, ',') || strstr(unit, "the ") ? NULL : unit;
}

/* Adds a variable; `column` has its elements, or is NULL. */
static struct FmiVariable *add(struct Adding *a, struct FmiVariable variable, const struct InputColumn *column)
{
	struct FmiVariable *added = ARENA_PUSH(a->folder->arena, a->list);
	*added = variable;
	added->place = a->list->places;
	added->element = ARENA_ARRAY(a->folder->arena, struct FmiElement, variable.size + 1);
	for (int k = 0; k < variable.size && column; k++)
		added->element[k] = (struct FmiElement){
			text_shown(a->folder->arena, column[k].name),
			unit_or_none(column[k].unit),
			arena_copy(a->folder->arena, column[k].meaning, strcspn(column[k].meaning, ";")),
		};
	if (!column)
		added->element[0] = (struct FmiElement){ variable.name, NULL, NULL };
	a->list->places += variable.size;
	return added;
}

/* A number in seconds, which is in no array of the C. */
static void add_seconds(struct Adding *a, const char *name, const char *meaning, enum FmiRole role, const double *start)
{
	struct FmiVariable seconds = { .name = name, .description = meaning, .role = role, .size = 1, .start = start };
	seconds.input = INPUT_COUNT;
	add(a, seconds, NULL)->element->unit = "s";
}

/* Meaning of three numbers, from that of the first: "force of wrench push along x, y, z of the world". */
static const char *meaning_of_three(const struct Adding *a, const char *first)
{
	static const char along[] = " along x";
	const char *at = strstr(first, along);
	size_t end = strcspn(first, ";");
	if (!at)
		return first;
	at += strlen(along);
	return text_print(a->folder->arena, "%.*s, y, z%.*s", (int)(at - first), first, (int)(first + end - at), at);
}

/* Wrenches: a variable for each three numbers, f_ext.hand.f. */
static void add_wrenches(struct Adding *a, const struct InputColumn *column, int size)
{
	static const double none[3] = { 0, 0, 0 };
	for (int k = 0; k < size; k += 3) {
		size_t length = strlen(column[k].name) - 1;
		add(a,
		    (struct FmiVariable){ .name = arena_copy(a->folder->arena, column[k].name, length),
		                          .description = meaning_of_three(a, column[k].meaning),
		                          .role = FMI_INPUT,
		                          .rows = 3,
		                          .size = 3,
		                          .start = none,
		                          .input = INPUT_F_EXT },
		    column + k);
	}
}

/* Inputs of the model: a variable for each, u.throttle. */
static void add_declared(struct Adding *a, const struct InputColumn *column)
{
	const struct ParameterList *all = &a->folder->job.model->inputs;
	for (size_t i = 0; i < all->count; i++) {
		const struct Parameter *input = all->item[i];
		add(a,
		    (struct FmiVariable){ .name = text_print(a->folder->arena, "u.%s", input->name.text),
		                          .description = input->doc ? text_first_line(a->folder->arena, input->doc)
		                                                    : "input of the model",
		                          .role = FMI_INPUT,
		                          .rows = input->kind == VALUE_SCALAR ? 0 : input->count,
		                          .size = input->count,
		                          .start = all->value + input->first,
		                          .input = INPUT_U },
		    column + input->first);
	}
}

static const double *limits(const struct Adding *a, enum Limit limit)
{
	const struct Model *model = a->folder->job.model;
	double *number = ARENA_ARRAY(a->folder->arena, double, model->nq);
	model_limits(model, limit, number);
	return number;
}

/* States of the model, behind those of the joints. */
static void add_states(struct Adding *a, const struct InputColumn *column, size_t before)
{
	const struct ParameterList *all = &a->folder->job.model->states;
	if (all->numbers)
		add(a,
		    (struct FmiVariable){ .name = input_name[INPUT_S],
		                          .description = "states of the model",
		                          .role = FMI_STATE,
		                          .rows = all->numbers,
		                          .size = all->numbers,
		                          .start = all->value,
		                          .input = INPUT_S },
		    column + before);
}

/* Columns of forward dynamics from the states on. */
static size_t behind_states(const struct Adding *a, const struct Generated *fd)
{
	const size_t wrenches = generated_takes(fd, INPUT_F_EXT) ? fd->input_size[INPUT_F_EXT] : 0;
	return (size_t)a->folder->job.model->states.numbers + wrenches;
}

/* States and inputs: the inputs of forward dynamics. */
static void add_inputs(struct Adding *a)
{
	const struct Generated *fd = folder_fmi_find(a->folder, FMI_DYNAMICS);
	const struct InputColumns columns = columns_of_inputs(&a->folder->job, fd);
	const double *none = ARENA_ARRAY(a->folder->arena, double, a->folder->job.model->nv);
	size_t next = 0;
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		int size = generated_takes(fd, i) ? (int)fd->input_size[i] : 0;
		if (i == INPUT_F_EXT)
			add_wrenches(a, columns.item + next, size);
		else if (i == INPUT_U && size)
			add_declared(a, columns.item + next);
		else if (size && i != INPUT_S)
			add(a,
			    (struct FmiVariable){ .name = input_name[i],
			                          .description = generated_input(fd, i).meaning,
			                          .role = i == INPUT_Q || i == INPUT_QD ? FMI_STATE : FMI_INPUT,
			                          .rows = size,
			                          .size = size,
			                          .start = i == INPUT_Q ? a->list->q : none,
			                          .lower = i == INPUT_Q ? limits(a, LIMIT_OF_LOWER) : NULL,
			                          .upper = i == INPUT_Q ? limits(a, LIMIT_OF_UPPER) : NULL,
			                          .input = (enum Input)i },
			    columns.item + next);
		next += (size_t)size;
		if (i == INPUT_QD)
			add_states(a, columns.item, columns.count - behind_states(a, fd));
	}
}

static void add_parameters(struct Adding *a)
{
	const struct Model *model = a->folder->job.model;
	const double *value = model->dag->default_value ? model->dag->default_value->item : NULL;
	struct InputColumns columns = { 0 };
	if (model->parameters.count)
		columns_add_params(&columns, model, value);
	for (size_t i = 0; i < model->parameters.count; i++) {
		const struct Parameter *parameter = model->parameters.item[i];
		const char *doc = parameter->doc ? text_first_line(a->folder->arena, parameter->doc) : "parameter";
		add(a,
		    (struct FmiVariable){ .name = text_print(a->folder->arena, "param.%s", parameter->name.text),
		                          .description = doc,
		                          .role = FMI_PARAMETER,
		                          .rows = parameter->kind == VALUE_SCALAR ? 0 : parameter->count,
		                          .size = parameter->count,
		                          .start = value + parameter->first,
		                          .input = INPUT_PARAMS },
		    columns.item + parameter->first);
	}
}

static const char *rate_unit(const struct Adding *a, const char *unit)
{
	return unit ? text_print(a->folder->arena, "%s/s", unit) : "1/s";
}

static struct FmiElement rate_element(const struct Adding *a, const struct FmiVariable *state, int k)
{
	const struct Model *model = a->folder->job.model;
	struct Arena *arena = a->folder->arena;
	return (struct FmiElement){
		.name = text_print(arena, "der(%s)", state->element[k].name),
		.unit = state->input == INPUT_Q
		                ? rate_unit(a, state->element[k].unit)
		                : unit_or_none(measure_element_unit(model,
		                                                    state->input == INPUT_S ? MEASURE_STATE_RATE
		                                                                            : MEASURE_ACCELERATION,
		                                                    k)),
		.meaning = text_print(arena, "rate of the %s", state->element[k].meaning),
	};
}

static void add_rate(struct Adding *a, struct FmiVariable state)
{
	bool velocities = state.input == INPUT_QD;
	struct FmiVariable rate = { .role = FMI_RATE, .rows = state.rows, .size = state.size, .input = state.input };
	rate.name = text_print(a->folder->arena, "der(%s)", state.name);
	rate.description = velocities               ? "accelerations"
	                   : state.input == INPUT_S ? "rates of the states"
	                                            : "rates of the coordinates";
	rate.takes = velocities               ? folder_fmi_find(a->folder, FMI_DYNAMICS)->inputs
	             : state.input == INPUT_S ? folder_fmi_find(a->folder, FMI_STATE_RATES)->inputs
	                                      : INPUT_BIT(INPUT_Q) | INPUT_BIT(INPUT_QD);
	struct FmiVariable *added = add(a, rate, NULL);
	for (int k = 0; k < state.size; k++)
		added->element[k] = rate_element(a, &state, k);
}

/* Rates of the states, der(q) and der(qd). */
static void add_rates(struct Adding *a)
{
	for (size_t i = 0; i < a->list->count; i++)
		if (a->list->item[i].role == FMI_STATE)
			add_rate(a, a->list->item[i]);
}

/* Name of an element: that of a column, or with indices from 1 where rows have no names. */
static const char *element_name(struct Adding *a, const struct GeneratedOutput *output, const char *base,
                                const char *column, size_t k)
{
	struct Arena *arena = a->folder->arena;
	const char *last = strrchr(column, '.');
	if (output->size == 1 || !last || last[1] < '0' || last[1] > '9')
		return column;
	if (output->columns == 1)
		return text_print(arena, "%s[%zu]", base, k + 1);
	return text_print(arena, "%s[%d,%d]", base, output->entry[k].row + 1, output->entry[k].column + 1);
}

static const char *output_unit(const struct Adding *a, const struct GeneratedOutput *output, size_t k)
{
	const struct Model *model = a->folder->job.model;
	enum Measure measure = output->info->measure;
	if (measure_is_by_element(measure) && output->columns == 1)
		return unit_or_none(measure_element_unit(model, measure, (int)k));
	return unit_or_none(measure_units(model, measure));
}

/* Name of an output with its frames: "R.tool". */
static const char *output_base(const struct Adding *a, const struct GeneratedOutput *output)
{
	const char *frames =
		output->part && !output->part->rows ? part_frames(a->folder->arena, output->part, ".") : NULL;
	return frames ? text_print(a->folder->arena, "%s.%s", output->info->name, frames) : output->name;
}

/* Inputs of a function. Accelerations are replaced by the inputs of forward dynamics. */
static uint64_t depends_on(const struct Adding *a, const struct Generated *function)
{
	uint64_t dynamics = folder_fmi_find(a->folder, FMI_DYNAMICS)->inputs, own = function->inputs;
	return (own & ~INPUT_BIT(INPUT_QDD)) | (own >> INPUT_QDD & 1 ? dynamics : 0);
}

/* An output; `column` has the names of its elements as columns. */
static void add_output(struct Adding *a, const struct GeneratedOutput *output, uint64_t takes,
                       const char *const *column)
{
	bool scalar = output->rows == 1 && output->columns == 1;
	struct FmiVariable variable = { .role = FMI_OUTPUT, .input = INPUT_COUNT, .takes = takes };
	variable.name = unique(a, output_base(a, output));
	variable.description = output->info->meaning;
	variable.rows = scalar ? 0 : output->rows;
	variable.columns = output->columns > 1 ? output->columns : 0;
	variable.size = (int)output->size;
	struct FmiVariable *added = add(a, variable, NULL);
	for (size_t k = 0; k < output->size; k++) {
		added->element[k].unit = output_unit(a, output, k);
		if (!scalar)
			added->element[k].name = unique(a, element_name(a, output, added->name, column[k], k));
	}
}

static void add_outputs(struct Adding *a, const struct Generated *function)
{
	const struct Columns columns = columns_of_outputs(&a->folder->job, function);
	size_t next = 0;
	for (int i = 0; i < function->outputs; next += function->output[i++].size)
		if (function->output[i].size)
			add_output(a, &function->output[i], depends_on(a, function), columns.item + next);
}

const struct FmiVariables *folder_fmi_variables(struct Folder *folder)
{
	if (folder->fmi)
		return folder->fmi;
	struct FmiVariables *list = ARENA_NEW(folder->arena, struct FmiVariables);
	struct Adding a = { .folder = folder, .list = list };
	double *q = ARENA_ARRAY(folder->arena, double, folder->job.model->nq);
	const char *remains;
	begin(folder, q, &remains);
	list->q = q;
	a.names = names_new(folder->arena);
	add_seconds(&a, "time", "time", FMI_TIME, nothing);
	add_inputs(&a);
	add_parameters(&a);
	add_seconds(&a, "step", "longest step of co-simulation", FMI_STEP, step_start);
	add_rates(&a);
	for (size_t i = 0; i < list->count; i++)
		for (int k = -1; k < list->item[i].size; k++)
			names_add(&a.names, k < 0 ? list->item[i].name : list->item[i].element[k].name, 0);
	const struct Generated *output;
	for (int k = 0; (output = folder_fmi_output(folder, k)); k++)
		add_outputs(&a, output);
	return folder->fmi = list;
}
