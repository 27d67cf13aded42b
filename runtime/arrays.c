/* Input and output arrays of a function: number, sizes, names and units. */
#include "function.h"
#include "library.h"

/* The n-th array that the function takes, or else returns. False: there are fewer. */
static bool find_array(const rigidc_function *function, int n, bool output, struct FunctionArgument *found)
{
	*found = (struct FunctionArgument){ 0 };
	if (!function || n < 0)
		return false;
	while (generated_next(function->generated, found))
		if ((output ? found->output >= 0 : found->input < INPUT_ARRAYS) && n-- == 0)
			return true;
	return false;
}

int rigidc_inputs(const rigidc_function *function)
{
	int count = 0;
	if (!function)
		return 0;
	for (struct FunctionArgument a = { 0 }; generated_next(function->generated, &a);)
		count += a.input < INPUT_ARRAYS;
	return count;
}

int library_input(const rigidc_function *function, enum Input array)
{
	int place = 0;
	for (struct FunctionArgument a = { 0 }; generated_next(function->generated, &a);) {
		if (a.input == (int)array)
			return place;
		place += a.input < INPUT_ARRAYS;
	}
	return -1;
}

int rigidc_outputs(const rigidc_function *function)
{
	return function ? function->generated->outputs : 0;
}

size_t rigidc_input_size(const rigidc_function *function, int input)
{
	struct FunctionArgument found;
	return find_array(function, input, false, &found) ? found.size : 0;
}

size_t rigidc_output_size(const rigidc_function *function, int output)
{
	struct FunctionArgument found;
	return find_array(function, output, true, &found) ? found.size : 0;
}

const char *rigidc_input_name(const rigidc_function *function, int input)
{
	struct FunctionArgument found;
	return find_array(function, input, false, &found) ? found.name : "";
}

const char *rigidc_output_name(const rigidc_function *function, int output)
{
	struct FunctionArgument found;
	return find_array(function, output, true, &found) ? found.name : "";
}

/* --- as structs --- */

static rigidc_status get_array(const rigidc_function *function, int n, bool output, rigidc_array_info *info)
{
	struct FunctionArgument a;
	if (!info || !find_array(function, n, output, &a))
		return RIGIDC_USAGE;
	const rigidc_array_info own = { .name = a.name,
		                        .meaning = a.meaning,
		                        .unit = output ? function->output_unit[n] : function->input_unit[a.input],
		                        .rows = output ? a.array->rows : (int)a.size,
		                        .columns = output ? a.array->columns : 1,
		                        .numbers = a.size,
		                        .phase = output                    ? function->output_phase[n]
		                                 : a.input == INPUT_LAMBDA ? function->lambda_phase
		                                                           : NULL,
		                        .real_float = function->narrow };
	return library_hand_out(info, &own, sizeof own);
}

rigidc_status rigidc_get_input(const rigidc_function *function, int input, rigidc_array_info *info)
{
	return get_array(function, input, false, info);
}

rigidc_status rigidc_get_output(const rigidc_function *function, int output, rigidc_array_info *info)
{
	return get_array(function, output, true, info);
}
