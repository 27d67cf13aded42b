#include "generated.h"

bool part_takes_lambda(const struct FunctionPart *part)
{
	return part->info->inputs >> INPUT_LAMBDA & 1;
}

const struct FunctionPart *generated_pushed(const struct Generated *function)
{
	for (int i = 0; i < function->request.parts; i++)
		if (part_takes_lambda(&function->request.part[i]))
			return &function->request.part[i];
	return NULL;
}

struct FunctionArgument generated_input(const struct Generated *function, int input)
{
	struct FunctionArgument argument = { .name = input_name[input],
		                             .meaning = function_input[input].meaning,
		                             .measure = function_input[input].measure,
		                             .size = function->input_size[input],
		                             .input = input,
		                             .output = -1 };
	if (!input_is_seed(input))
		return argument;
	argument.array = &function->seed[input - INPUT_SEED];
	argument.name = argument.array->name;
	argument.meaning = argument.array->info->meaning;
	argument.measure = argument.array->info->measure;
	return argument;
}

static struct FunctionArgument output_of(const struct Generated *function, int number)
{
	const struct GeneratedOutput *array = &function->output[number];
	return (struct FunctionArgument){ .name = array->name,
		                          .meaning = array->info->meaning,
		                          .measure = array->info->measure,
		                          .size = array->size,
		                          .input = INPUT_COUNT,
		                          .output = number,
		                          .array = array };
}

bool generated_next(const struct Generated *function, struct FunctionArgument *argument)
{
	bool first = !argument->name;
	int next = argument->next;
	while (next < INPUT_COUNT && !generated_takes(function, next))
		next++;
	if (next == INPUT_COUNT + function->outputs)
		return false;
	*argument = next < INPUT_COUNT ? generated_input(function, next) : output_of(function, next - INPUT_COUNT);
	argument->first = first;
	argument->next = next + 1;
	return true;
}

bool generated_zero(const struct Generated *function, struct Statement statement)
{
	const struct Store *store = statement.store ? &function->program.store[statement.index] : NULL;
	return store && store->array < (uint32_t)function->outputs &&
	       function->output[store->array].entry[store->element].zero;
}

bool generated_has_zeros(const struct Generated *function)
{
	bool any = false;
	for (int i = 0; i < function->outputs; i++)
		any |= output_has_zeros(&function->output[i]);
	return any;
}
