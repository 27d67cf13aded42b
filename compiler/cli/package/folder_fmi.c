/* Values for the C of a Functional Mock-up Unit: sizes, tables of places, and calls of the functions of the header
 * beside it. */
#include "folder_fmi.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"

/* --- numbers --- */

static int size_of(struct Folder *folder, enum FmiRole role, enum Input input)
{
	const struct FmiVariables *list = folder_fmi_variables(folder);
	int size = 0;
	for (size_t i = 0; i < list->count; i++)
		size += list->item[i].role == role && list->item[i].input == input ? list->item[i].size : 0;
	return size;
}

static bool has_quaternion(const struct Joint *joint)
{
	return joint_nq(joint) && kind_has_quaternion(joint->kind);
}

static int output_size(const struct Folder *folder, const char *name)
{
	const struct Generated *function = folder_fmi_find(folder, name);
	return function ? (int)function->output[0].size : 0;
}

/* --- tables --- */

/* Room for the next number of a table, of which `count` are there. */
static void put_between(struct Text *out, int *count)
{
	enum { A_LINE = 16 };
	text_put(out, !*count ? "" : *count % A_LINE ? ", " : ",\n\t");
	++*count;
}

/* Sizes of the variables, and first values of the variables that callers set. */
static void add_numbers(struct Folder *folder)
{
	const struct FmiVariables *list = folder_fmi_variables(folder);
	struct Text sizes = text_new(folder->arena), starts = text_new(folder->arena);
	const bool scalars = folder_fmi_version(folder) == 2;
	int numbers = 0, settable = 0;
	for (size_t i = 0; i < list->count; i++)
		for (int k = 0; k < list->item[i].size; k++) {
			put_between(&sizes, &numbers);
			text_format(&sizes, "%d", scalars ? 1 : k ? 0 : list->item[i].size);
			if (!list->item[i].start)
				continue;
			put_between(&starts, &settable);
			real_put_any(folder->printer.real, &starts, list->item[i].start[k]);
		}
	values_text(folder->values, "SIZES", text_string(&sizes));
	values_text(folder->values, "STARTS", text_string(&starts));
}

int folder_fmi_rate_of(const struct Joint *joint, int k)
{
	return has_quaternion(joint) ? -1 : joint->v + k;
}

/* Velocity that is the rate of each coordinate. */
static void add_rates(struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	struct Text text = text_new(folder->arena);
	int *rate = ARENA_ARRAY(folder->arena, int, model->nq), count = 0;
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < joint_nq(model->body[i].joint); k++)
			rate[model->body[i].joint->q + k] = folder_fmi_rate_of(model->body[i].joint, k);
	for (int i = 0; i < model->nq; i++) {
		put_between(&text, &count);
		text_format(&text, "%d", rate[i]);
	}
	values_text(folder->values, "RATE_OF", text_string(&text));
}

static void add_quaternions(struct Folder *folder)
{
	const struct Model *model = folder->job.model;
	int count = 0;
	values_list(folder->values, "QUATERNIONS");
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		const bool moves = joint->kind && joint->kind->form == JOINT_FREE;
		if (!has_quaternion(joint))
			continue;
		struct ValueNode *own = values_add(folder->values, "QUATERNIONS");
		values_format(own, "Q", "%d", joint->q + 3 * moves);
		values_format(own, "W", "%d", joint->v + 3 * moves);
		values_format(own, "P", "%d", moves ? joint->q : -1);
		values_format(own, "V", "%d", moves ? joint->v : -1);
		count++;
	}
	values_format(folder->values, "TURNS", "%d", count);
}

/* --- calls --- */

/* What C passes for an input: numbers of the instance, or of a direction. */
static const char *passed(const struct Folder *folder, const struct Generated *function, int input)
{
	static const char *const own[INPUT_COUNT] = {
		[INPUT_Q] = "q",
		[INPUT_QD] = "qd",
		[INPUT_QDD] = "qdd",
		[INPUT_TAU] = "fmu->number + TAU",
		[INPUT_U] = "fmu->number + U",
		[INPUT_UD] = "fmu->number + UD",
		[INPUT_UDD] = "fmu->number + UDD",
		[INPUT_S] = "fmu->number + S",
		[INPUT_F_EXT] = "fmu->number + F_EXT",
		[INPUT_V] = "v",
		[INPUT_DERIVED] = "&fmu->derived",
	};
	for (int i = 0; i < INPUT_COUNT && input_is_seed(input); i++)
		if (!input_is_seed(i) && (int)function->operation->direction[i] == input)
			return text_print(folder->arena, "d->%s",
			                  i == INPUT_DERIVED || i == INPUT_PARAMS ? "params" : input_name[i]);
	return own[input];
}

/* Adds a call to a list, unless `function` is NULL. The array `into` gets the results, from `at` on. Returns the end of
 * the results. */
static size_t add_call(struct Folder *folder, const char *list, const struct Generated *function, const char *into,
                       size_t at)
{
	values_list(folder->values, list);
	if (!function)
		return at;
	struct ValueNode *own = folder_add_function(folder, list, function);
	values_text(own, "INTO", into);
	for (int i = 0, k = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			values_text(values_element(own, "INPUTS", (size_t)k++), "PASSED", passed(folder, function, i));
	for (int o = 0; o < function->outputs; at += function->output[o++].size)
		values_format(values_element(own, "OUTPUTS", (size_t)o), "AT", "%zu", at);
	return at;
}

static void add_calls(struct Folder *folder)
{
	const struct Generated *output;
	size_t at = 0, at_dot = 0;
	add_call(folder, "DYNAMICS", folder_fmi_find(folder, FMI_DYNAMICS), "qdd", 0);
	add_call(folder, "DYNAMICS_DOT", folder_fmi_find(folder, FMI_DYNAMICS_DOT), "out", 0);
	add_call(folder, "STATE_RATES", folder_fmi_find(folder, FMI_STATE_RATES), "sd", 0);
	add_call(folder, "STATE_RATES_DOT", folder_fmi_find(folder, FMI_STATE_RATES_DOT), "out", 0);
	add_call(folder, "INTEGRATE", folder_fmi_find(folder, FMI_INTEGRATE), "out", 0);
	add_call(folder, "PROJECT", folder_fmi_find(folder, FMI_PROJECT), NULL, 0);
	add_call(folder, "JACOBIAN", folder_fmi_find(folder, FMI_JACOBIAN), "J", 0);
	add_call(folder, "CLOSURE", folder_fmi_find(folder, FMI_CLOSURE), "c", 0);
	values_list(folder->values, "CALLS");
	values_list(folder->values, "CALLS_DOT");
	for (int k = 0; (output = folder_fmi_output(folder, k)); k++) {
		at = add_call(folder, "CALLS", output, "out", at);
		at_dot = add_call(folder, "CALLS_DOT", folder_fmi_output_dot(folder, output), "out", at_dot);
	}
}

void folder_fmi_add_code(struct Folder *folder)
{
	struct ValueNode *values = folder->values;
	values_flag(values, "INPUTS", folder->job.model->inputs.numbers > 0);
	values_format(values, "NU", "%d", size_of(folder, FMI_INPUT, INPUT_U));
	values_flag(values, "MOVING", folder->job.model->dag->moving.count > 0);
	values_format(values, "NUD", "%zu", folder->job.model->dag->moving.count);
	values_flag(values, "STATES", folder->job.model->states.numbers > 0);
	values_format(values, "NS", "%d", folder->job.model->states.numbers);
	values_format(values, "NF", "%d", size_of(folder, FMI_INPUT, INPUT_F_EXT));
	values_format(values, "NP", "%d", size_of(folder, FMI_PARAMETER, INPUT_PARAMS));
	values_format(values, "NO", "%d", size_of(folder, FMI_OUTPUT, INPUT_COUNT));
	values_format(values, "ROWS", "%d", output_size(folder, FMI_JACOBIAN) / folder->job.model->nv);
	values_format(values, "CLOSURES", "%d", output_size(folder, FMI_CLOSURE));
	values_text(values, "NORM_RATE", "10"); /* at which quaternions become unit quaternions again, 1/s */
	add_numbers(folder);
	add_rates(folder);
	add_quaternions(folder);
	add_calls(folder);
}
