/* Calls for many states. Code for many states takes states that are contiguous, in the function's own numbers. Other
 * arrays are copied, BLOCK states at a time: a shared input once, a strided one as the states come. */
#include "function.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 };

/* An input or output. Distances are in numbers of the caller. */
struct ManyArray {
	char *given;      /* the caller's; read only for an input */
	size_t size;      /* numbers of a state */
	ptrdiff_t stride; /* from state to state */
	char *block;      /* copies of a block of states; NULL: the code uses the caller's array */
};

/* A call. */
struct Many {
	rigidc_function *function;
	const struct Code *code;
	size_t count;
	bool narrow; /* the caller's numbers are floats */
	int inputs, outputs;
	struct ManyArray *array; /* inputs, then outputs */
	const void **in;
	void **out;
};

static size_t bytes(bool narrow)
{
	return narrow ? sizeof(float) : sizeof(double);
}

static size_t states_of_block(const struct Many *many)
{
	return many->count < BLOCK ? many->count : BLOCK;
}

/* --- arrays --- */

/* Can the code use the caller's array? Without code for many states each state is a call, and may lie anywhere. */
static bool in_place(const struct Many *many, const struct ManyArray *array)
{
	bool contiguous = array->stride == (ptrdiff_t)array->size;
	return many->narrow == many->function->narrow && (contiguous || !many->code->many);
}

/* Describes array i of the inputs or outputs; returns the bytes of its block. */
static size_t take_array(struct Many *many, struct ManyArray *array, const void *given, size_t size,
                         const ptrdiff_t *stride)
{
	memcpy(&array->given, &given, sizeof given); /* an input loses its const; it is only read */
	array->size = size;
	array->stride = stride ? *stride : (ptrdiff_t)size;
	return in_place(many, array) ? 0 : states_of_block(many) * size * bytes(many->function->narrow);
}

/* Describes all arrays; returns the bytes of all blocks. */
static size_t take_arrays(struct Many *many, const void *const *input, const ptrdiff_t *input_stride,
                          void *const *output, const ptrdiff_t *output_stride)
{
	size_t blocks = 0;
	for (int i = 0; i < many->inputs; i++)
		blocks += take_array(many, &many->array[i], input[i], rigidc_input_size(many->function, i),
		                     input_stride ? &input_stride[i] : NULL);
	for (int i = 0; i < many->outputs; i++)
		blocks += take_array(many, &many->array[many->inputs + i], output[i],
		                     rigidc_output_size(many->function, i), output_stride ? &output_stride[i] : NULL);
	return blocks;
}

/* Shares the memory out between the arrays that need a block. */
static void give_blocks(struct Many *many, char *memory)
{
	for (int i = 0; i < many->inputs + many->outputs; i++) {
		struct ManyArray *array = &many->array[i];
		array->block = in_place(many, array) ? NULL : memory;
		if (array->block) /* NULL without memory */
			memory += states_of_block(many) * array->size * bytes(many->function->narrow);
	}
}

/* --- copies --- */

/* Copies numbers, which may change from double to float or back. */
static void copy_numbers(char *to, bool to_narrow, const char *from, bool from_narrow, size_t size)
{
	if (to_narrow == from_narrow) {
		memcpy(to, from, size * bytes(to_narrow));
	} else if (to_narrow) {
		for (size_t j = 0; j < size; j++)
			((float *)(void *)to)[j] = (float)((const double *)(const void *)from)[j];
	} else {
		for (size_t j = 0; j < size; j++)
			((double *)(void *)to)[j] = (double)((const float *)(const void *)from)[j];
	}
}

/* Copies `count` states from state k on between the caller's array and its block. */
static void copy_states(const struct Many *many, const struct ManyArray *array, size_t k, size_t count, bool input)
{
	bool own = many->function->narrow;
	for (size_t i = 0; i < count; i++) {
		char *there = array->given + (ptrdiff_t)(k + i) * array->stride * (ptrdiff_t)bytes(many->narrow);
		char *here = array->block + i * array->size * bytes(own);
		if (input)
			copy_numbers(here, own, there, many->narrow, array->size);
		else
			copy_numbers(there, many->narrow, here, own, array->size);
	}
}

/* Copies the inputs of states in, or their outputs out. A shared input fills its block with the first states. */
static void copy_all(const struct Many *many, size_t k, size_t count, bool input)
{
	int first = input ? 0 : many->inputs, end = input ? many->inputs : many->inputs + many->outputs;
	for (int i = first; i < end; i++)
		if (many->array[i].block && (!input || many->array[i].stride || k == 0))
			copy_states(many, &many->array[i], k, count, input);
}

/* --- calls --- */

/* The arrays of state i of a block that begins with state k, for the code. */
static void point(struct Many *many, size_t k, size_t i)
{
	for (int n = 0; n < many->inputs + many->outputs; n++) {
		const struct ManyArray *array = &many->array[n];
		size_t own = bytes(many->function->narrow);
		char *at = array->block ? array->block + i * array->size * own
		                        : array->given + (ptrdiff_t)(k + i) * array->stride * (ptrdiff_t)own;
		if (n < many->inputs)
			many->in[n] = at;
		else
			many->out[n - many->inputs] = at;
	}
}

static void call_states(struct Many *many, size_t k, size_t count, struct Scratch *scratch)
{
	copy_all(many, k, count, true);
	if (many->code->many) {
		point(many, k, 0);
		many->code->many(count, many->in, many->out);
	} else {
		for (size_t i = 0; i < count; i++) {
			point(many, k, i);
			function_execute(many->function, many->in, many->out, scratch);
		}
	}
	copy_all(many, k, count, false);
}

/* All states: at once if the code can use all of the caller's arrays, else in blocks. */
static void call_blocks(struct Many *many, size_t step, struct Scratch *scratch)
{
	for (size_t k = 0; k < many->count; k += step)
		call_states(many, k, many->count - k < step ? many->count - k : step, scratch);
}

static rigidc_status call_all(struct Many *many, size_t blocks)
{
	bool evaluates = !many->function->code.call;
	char *memory = blocks ? malloc(blocks) : NULL;
	struct Scratch *scratch = evaluates ? function_scratch_take(many->function) : NULL;
	bool short_of_memory = (blocks && !memory) || (evaluates && !scratch);
	give_blocks(many, memory);
	if (!short_of_memory)
		call_blocks(many, blocks ? BLOCK : many->count, scratch);
	if (scratch)
		function_scratch_give(many->function, scratch);
	free(memory);
	return short_of_memory ? RIGIDC_NO_MEMORY : RIGIDC_OK;
}

/* Calls with room for the descriptions of arrays: on the stack if there are few. */
static rigidc_status call_in_room(struct Many *many, const void *const *input, const ptrdiff_t *input_stride,
                                  void *const *output, const ptrdiff_t *output_stride)
{
	size_t arrays = (size_t)(many->inputs + many->outputs);
	max_align_t few[64];
	size_t size = arrays * (sizeof *many->array + sizeof(void *)) + sizeof(void *);
	char *room = size <= sizeof few ? (char *)few : malloc(size);
	if (!room)
		return RIGIDC_NO_MEMORY;
	many->code = function_code(many->function);
	many->array = (struct ManyArray *)(void *)room;
	many->in = (const void **)(void *)(many->array + arrays);
	many->in[many->inputs] = many->function->derived;
	many->out = (void **)(many->in + many->inputs + 1);
	rigidc_status status = call_all(many, take_arrays(many, input, input_stride, output, output_stride));
	if (room != (char *)few)
		free(room);
	return status;
}

static bool any_null(const void *const *array, int count)
{
	bool any = !array && count > 0;
	for (int i = 0; i < count && !any; i++)
		any = !array[i];
	return any;
}

/* Do all states write the same output? */
static bool any_shared(const ptrdiff_t *stride, int outputs, size_t count)
{
	bool any = false;
	for (int i = 0; i < outputs && stride && count > 1; i++)
		any |= stride[i] == 0;
	return any;
}

static rigidc_status call_many(rigidc_function *function, size_t count, bool narrow, const void *const *input,
                               const ptrdiff_t *input_stride, void *const *output, const ptrdiff_t *output_stride)
{
	struct Many many = { .function = function, .count = count, .narrow = narrow };
	many.inputs = rigidc_inputs(function);
	many.outputs = rigidc_outputs(function);
	if (!function || any_null(input, many.inputs) || any_null((const void *const *)output, many.outputs) ||
	    any_shared(output_stride, many.outputs, count))
		return RIGIDC_USAGE;
	return count ? call_in_room(&many, input, input_stride, output, output_stride) : RIGIDC_OK;
}

rigidc_status rigidc_call_many(rigidc_function *function, size_t count, const double *const *input,
                               const ptrdiff_t *input_stride, double *const *output, const ptrdiff_t *output_stride)
{
	return call_many(function, count, false, (const void *const *)input, input_stride, (void *const *)output,
	                 output_stride);
}

rigidc_status rigidc_call_many_float(rigidc_function *function, size_t count, const float *const *input,
                                     const ptrdiff_t *input_stride, float *const *output,
                                     const ptrdiff_t *output_stride)
{
	return call_many(function, count, true, (const void *const *)input, input_stride, (void *const *)output,
	                 output_stride);
}
