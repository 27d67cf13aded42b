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

struct InputInfo generated_input(const struct Generated *function, int input)
{
	if (!input_is_seed(input))
		return (struct InputInfo){ input_name[input], function_input[input].meaning,
			                   function_input[input].measure };
	const struct GeneratedOutput *seed = &function->seed[input - INPUT_SEED];
	return (struct InputInfo){ seed->name, seed->info->meaning, seed->info->measure };
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
