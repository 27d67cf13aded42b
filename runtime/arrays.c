/* Input and output arrays of a function: number, sizes, names and units. */
#include "function.h"

int rigidc_inputs(const rigidc_function *function)
{
	int count = 0;
	for (int i = 0; function && i < INPUT_ARRAYS; i++)
		count += generated_takes(function->generated, i);
	return count;
}

int rigidc_outputs(const rigidc_function *function)
{
	return function ? function->generated->outputs : 0;
}

/* Index of the n-th array that the function takes, among all possible arrays; INPUT_ARRAYS if it takes fewer. */
static int nth_input(const rigidc_function *function, int n)
{
	for (int i = 0; function && n >= 0 && i < INPUT_ARRAYS; i++)
		if (generated_takes(function->generated, i) && n-- == 0)
			return i;
	return INPUT_ARRAYS;
}

static const struct GeneratedOutput *nth_output(const rigidc_function *function, int n)
{
	return n >= 0 && n < rigidc_outputs(function) ? &function->generated->output[n] : NULL;
}

size_t rigidc_input_size(const rigidc_function *function, int input)
{
	int array = nth_input(function, input);
	return array < INPUT_ARRAYS ? function->generated->input_size[array] : 0;
}

size_t rigidc_output_size(const rigidc_function *function, int output)
{
	const struct GeneratedOutput *array = nth_output(function, output);
	return array ? array->size : 0;
}

const char *rigidc_input_name(const rigidc_function *function, int input)
{
	int array = nth_input(function, input);
	return array < INPUT_ARRAYS ? generated_input(function->generated, array).name : "";
}

const char *rigidc_output_name(const rigidc_function *function, int output)
{
	const struct GeneratedOutput *array = nth_output(function, output);
	return array ? array->name : "";
}

/* --- as structs --- */

rigidc_status rigidc_get_input(const rigidc_function *function, int input, rigidc_array_info *info)
{
	int array = nth_input(function, input);
	if (!info || array == INPUT_ARRAYS)
		return RIGIDC_USAGE;
	size_t size = function->generated->input_size[array];
	const struct InputInfo array_info = generated_input(function->generated, array);
	const rigidc_array_info own = { .name = array_info.name,
		                        .meaning = array_info.meaning,
		                        .unit = function->input_unit[array],
		                        .rows = (int)size,
		                        .columns = 1,
		                        .numbers = size,
		                        .phase = array == INPUT_LAMBDA ? function->lambda_phase : NULL,
		                        .real_float = function->narrow };
	return library_hand_out(info, &own, sizeof own);
}

rigidc_status rigidc_get_output(const rigidc_function *function, int output, rigidc_array_info *info)
{
	const struct GeneratedOutput *array = nth_output(function, output);
	if (!info || !array)
		return RIGIDC_USAGE;
	const rigidc_array_info own = { .name = array->name,
		                        .meaning = array->info->meaning,
		                        .unit = function->output_unit[output],
		                        .rows = array->rows,
		                        .columns = array->columns,
		                        .numbers = array->size,
		                        .phase = function->output_phase[output],
		                        .real_float = function->narrow };
	return library_hand_out(info, &own, sizeof own);
}
