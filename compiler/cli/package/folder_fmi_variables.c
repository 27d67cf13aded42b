/* Variables of a Functional Mock-up Unit, in the order of their places in an instance: those that are set, then those
 * that are computed. Elements have the names of the columns of `rigidc eval`. */
#include "folder_fmi.h"

#include <string.h>

#include "cli/input_columns.h"
#include "cli/start_state.h"
#include "dag/default_values.h"
#include "dynamics/measures.h"
#include "model/body/pose.h"
#include "pipeline/assemble.h"

static const double step_start[] = { 0.001 }, nothing[] = { 0 };

/* --- the first state --- */

/* First state: --pose, else at rest; loops are closed. False: they stay open, and *remains says how far, or there is no
 * such pose. */
static bool begin(struct Folder *folder, double *q, const char **remains)
{
	const struct Model *model = folder->job.model;
	const struct ModelPose *pose = folder->options->pose ? pose_find(model, folder->options->pose) : NULL;
	struct AssembleRequest request = { .within = 1e-12, .reference = pose ? pose->q : NULL };
	*remains = NULL;
	if (folder->options->pose && !pose)
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
	added->element = ARENA_ARRAY(a->folder->arena, struct FmiElement, variable.size);
	for (int k = 0; k < variable.size && column; k++)
		added->element[k] = (struct FmiElement){ text_shown(a->folder->arena, column[k].name),
			                                 unit_or_none(column[k].unit) };
	if (!column)
		added->element[0] = (struct FmiElement){ variable.name, NULL };
	a->list->places += variable.size;
	return added;
}

static void add_time(struct Adding *a)
{
	add(a,
	    (struct FmiVariable){ .name = "time",
	                          .description = "time",
	                          .role = FMI_TIME,
	                          .size = 1,
	                          .start = nothing,
	                          .input = INPUT_COUNT },
	    NULL)
		->element->unit = "s";
}

static void add_step(struct Adding *a)
{
	add(a,
	    (struct FmiVariable){ .name = "step",
	                          .description = "longest step of co-simulation",
	                          .role = FMI_STEP,
	                          .size = 1,
	                          .start = step_start,
	                          .input = INPUT_COUNT },
	    NULL)
		->element->unit = "s";
}

/* Wrenches: a variable for each three numbers, f_ext.hand.f. */
static void add_wrenches(struct Adding *a, const struct InputColumn *column, int size)
{
	static const double none[3] = { 0, 0, 0 };
	for (int k = 0; k < size; k += 3) {
		size_t length = strlen(column[k].name) - 1;
		add(a,
		    (struct FmiVariable){ .name = arena_copy(a->folder->arena, column[k].name, length),
		                          .description = "wrench of the environment on a body",
		                          .role = FMI_INPUT,
		                          .rows = 3,
		                          .size = 3,
		                          .start = none,
		                          .input = INPUT_F_EXT },
		    column + k);
	}
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
		else if (size)
			add(a,
			    (struct FmiVariable){ .name = input_name[i],
			                          .description = generated_input(fd, i).meaning,
			                          .role = i == INPUT_TAU ? FMI_INPUT : FMI_STATE,
			                          .rows = size,
			                          .size = size,
			                          .start = i == INPUT_Q ? a->list->q : none,
			                          .input = (enum Input)i },
			    columns.item + next);
		next += (size_t)size;
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

/* Rates of the states, der(q) and der(qd). */
static void add_rates(struct Adding *a)
{
	const struct Job *job = &a->folder->job;
	for (size_t i = 0; i < a->list->count && a->list->item[i].role <= FMI_STATE; i++) {
		const struct FmiVariable state = a->list->item[i];
		bool velocities = state.input == INPUT_QD;
		if (state.role != FMI_STATE)
			continue;
		struct FmiVariable *rate =
			add(a,
		            (struct FmiVariable){ .name = text_print(a->folder->arena, "der(%s)", state.name),
		                                  .description =
		                                          velocities ? "accelerations" : "rates of the coordinates",
		                                  .role = FMI_RATE,
		                                  .rows = state.rows,
		                                  .size = state.size,
		                                  .input = state.input,
		                                  .takes = velocities ? folder_fmi_find(a->folder, FMI_DYNAMICS)->inputs
		                                                      : INPUT_BIT(INPUT_Q) | INPUT_BIT(INPUT_QD) },
		            NULL);
		for (int k = 0; k < state.size; k++)
			rate->element[k] = (struct FmiElement){
				text_print(a->folder->arena, "der(%s)", state.element[k].name),
				velocities ? unit_or_none(measure_element_unit(job->model, MEASURE_ACCELERATION, k))
					   : rate_unit(a, state.element[k].unit),
			};
	}
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

/* Inputs on which a function depends, with those of the accelerations that it takes. */
static uint64_t depends_on(const struct Adding *a, const struct Generated *function)
{
	uint64_t dynamics = folder_fmi_find(a->folder, FMI_DYNAMICS)->inputs, own = function->inputs;
	return (own & ~INPUT_BIT(INPUT_QDD)) | (own >> INPUT_QDD & 1 ? dynamics : 0);
}

static void add_outputs(struct Adding *a, const struct Generated *function)
{
	const struct Columns columns = columns_of_outputs(&a->folder->job, function);
	size_t next = 0;
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		bool scalar = output->rows == 1 && output->columns == 1;
		const char *base = output_base(a, output);
		struct FmiVariable *added =
			add(a,
		            (struct FmiVariable){ .name = unique(a, base),
		                                  .description = output->info->meaning,
		                                  .role = FMI_OUTPUT,
		                                  .rows = scalar ? 0 : output->rows,
		                                  .columns = output->columns > 1 ? output->columns : 0,
		                                  .size = (int)output->size,
		                                  .input = INPUT_COUNT,
		                                  .takes = depends_on(a, function) },
		            NULL);
		for (size_t k = 0; k < output->size; k++, next++)
			added->element[k] = (struct FmiElement){
				scalar ? added->name
				       : unique(a, element_name(a, output, added->name, columns.item[next], k)),
				output_unit(a, output, k),
			};
	}
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
	names_init(&a.names, folder->arena);
	add_time(&a);
	add_inputs(&a);
	add_parameters(&a);
	add_step(&a);
	add_rates(&a);
	for (size_t i = 0; i < list->count; i++)
		for (int k = -1; k < list->item[i].size; k++)
			names_add(&a.names, k < 0 ? list->item[i].name : list->item[i].element[k].name, 0);
	const struct Generated *output;
	for (int k = 0; (output = folder_fmi_output(folder, k)); k++)
		add_outputs(&a, output);
	return folder->fmi = list;
}
