/* Kernels, which compute a state in each thread of an accelerator: element j of state k is at [j*count + k], so that
 * neighbouring threads read neighbouring numbers. A thread copies its inputs into arrays of its own, calls the
 * function, and copies the outputs out. Compilers keep such arrays in registers as long as these suffice. */
#include "printer.h"

#include "sincos_rows.h"

const char *c_kernels_refused(const struct Request *request)
{
	const struct {
		bool asked;
		const char *option;
	} only_c[] = {
		{ request->batch != BATCH_NONE, "--batch" },
		{ request->fma == FMA_AUTO, "--fma=auto" },
		{ request->zeros_once, "--zeros=once" },
		{ request->code_size == CODE_SIZE_ON, "--size=on" },
		{ request->misra, "--misra" },
	};
	for (size_t i = 0; i < sizeof only_c / sizeof *only_c; i++)
		if (only_c[i].asked)
			return only_c[i].option;
	return NULL;
}

/* --- parameters --- */

/* "__global const double *restrict q"; `kernel`: with the words of kernels. */
static const char *parameter(const struct Printer *p, const struct Array *array, bool kernel)
{
	const struct KernelWords *words = p->dialect->kernel;
	const char *input = array->input ? "const " : "", *alone = kernel ? words->alone : "";
	if (array->structure && array->input)
		return text_print(p->arena, "%s%s *%s", input, array->type, array->name);
	return text_print(p->arena, "%s%s%s *%s%s", words->array, input, array->type, alone, array->name);
}

/* One parameter a line, after the number of states. */
static void put_parameters(struct Printer *p, const struct Arrays *arrays, bool counted, bool kernel)
{
	text_format(p->out, "(%s%s", counted ? p->dialect->kernel->count : "", counted ? " count" : "");
	for (size_t i = 0; i < arrays->count; i++)
		text_format(p->out, "%s\n\t%s", i || counted ? "," : "", parameter(p, &arrays->item[i], kernel));
}

/* --- a kernel --- */

/* Index of an element of the thread's state: "2*count + k". */
static const char *index_of(const struct Printer *p, size_t element)
{
	return element == 0 ? "k" : element == 1 ? "count + k" : text_print(p->arena, "%zu*count + k", element);
}

static void put_copy_in(struct Printer *p, const struct Array *array)
{
	struct SincosList list = { p->out, 0, false };
	const char *open = text_print(p->arena, "\tconst %s %s_[%zu] = { ", p->real->name, array->name, array->size);
	for (size_t j = 0; j < array->size; j++)
		sincos_put_item(&list, open, text_print(p->arena, "%s[%s]", array->name, index_of(p, j)));
	text_put(p->out, " };\n");
}

/* Arrays of the thread: inputs with their values, outputs. */
static void put_copies_in(struct Printer *p, const struct Arrays *arrays)
{
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (array->size && array->input)
			put_copy_in(p, array);
		else if (array->size)
			text_format(p->out, "\t%s %s_[%zu];\n", p->real->name, array->name, array->size);
		else if (!array->structure)
			text_format(p->out, "\t(void)%s;\n", array->name);
	}
}

static void put_copies_out(struct Printer *p, const struct Arrays *arrays)
{
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		for (size_t j = 0; j < array->size && !array->input; j++)
			text_format(p->out, "\t%s[%s] = %s_[%zu];\n", array->name, index_of(p, j), array->name, j);
	}
}

/* Call with the thread's arrays. Structs are passed as given; an empty array has no elements to pass. */
static void put_call(struct Printer *p, const struct Arrays *arrays)
{
	text_format(p->out, "\t%s(", c_function(p));
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		const char *name = array->size        ? text_print(p->arena, "%s_", array->name)
		                   : array->structure ? array->name
		                                      : "0";
		text_format(p->out, "%s%s", i ? ", " : "", name);
	}
	text_put(p->out, ");\n");
}

static void put_check(struct Printer *p, const struct Arrays *arrays)
{
	text_format(p->out, "#ifdef %s\n\tif (%s()) {\n", c_own(p, OWN_CHECK), c_own(p, OWN_FUSES));
	for (size_t i = 0; i < arrays->count; i++)
		if (arrays->item[i].size && !arrays->item[i].input)
			text_format(p->out,
			            "\t\tfor (size_t j = 0; j < %zu; j++) {\n\t\t\t%s[j*count + k] = %s;\n\t\t}\n",
			            arrays->item[i].size, arrays->item[i].name, c_no_number(p));
	text_put(p->out, "\t\treturn;\n\t}\n#endif\n");
}

static void put_states_body(struct Printer *p, const struct Arrays *arrays)
{
	text_format(p->out, "{\n\tconst size_t k = %s;\n\tif (k >= count)\n\t\treturn;\n", p->dialect->kernel->state);
	put_check(p, arrays);
	put_copies_in(p, arrays);
	put_call(p, arrays);
	put_copies_out(p, arrays);
	text_put(p->out, "}\n");
}

/* Parameters are of all states: a single thread prepares them. */
static void put_prepare_body(struct Printer *p)
{
	text_format(p->out, "{\n\t%s made;\n\t%s(params, &made);\n\t*derived = made;\n}\n", c_own(p, OWN_DERIVED),
	            c_own(p, OWN_PREPARE));
}

static bool prepares(const struct Printer *p)
{
	return generated_takes(p->function, INPUT_PARAMS);
}

static void put_doc(struct Printer *p)
{
	const char *thread = p->dialect->kernel->thread;
	if (prepares(p))
		text_format(p->out, "/* %s in a single %s. */\n", c_function(p), thread);
	else
		text_format(p->out,
		            "/* %s of `count` states, one in each %s: element j of state k is at [j*count + k].\n"
		            " * Arrays may not overlap. */\n",
		            c_function(p), thread);
}

/* --- the host --- */

/* "P_rnea_launch(size_t count, ..., cudaStream_t stream)" */
static void put_launch_signature(struct Printer *p, const struct Arrays *arrays)
{
	text_format(p->out, "cudaError_t %s", c_companion(p, NULL, COMPANION_LAUNCH));
	put_parameters(p, arrays, !prepares(p), false);
	text_put(p->out, ",\n\tcudaStream_t stream)");
}

static void put_launch(struct Printer *p, const struct Arrays *arrays)
{
	const char *block = c_own(p, OWN_BLOCK), *one = prepares(p) ? "1, 1" : NULL;
	put_launch_signature(p, arrays);
	text_format(p->out, "\n{\n%s\t%s<<<%s, 0, stream>>>(", one ? "" : "\tif (!count)\n\t\treturn cudaSuccess;\n",
	            c_companion(p, NULL, COMPANION_KERNEL),
	            one ? one : text_print(p->arena, "(unsigned)((count + %s - 1)/%s), %s", block, block, block));
	text_put(p->out, one ? "" : "count, ");
	c_put_names(p);
	text_put(p->out, ");\n\treturn cudaGetLastError();\n}\n");
}

/* The function that starts the kernel, and its declaration for the host's compiler after CUDA's header. */
static void put_launches(struct Printer *p, const struct Arrays *arrays)
{
	text_format(
		p->out,
		"#ifndef __CUDACC_RTC__\n/* Starts the kernel on a stream, on arrays in the memory of the device. */\n");
	put_launch(p, arrays);
	text_put(p->out, "#endif\n#elif defined(__CUDA_RUNTIME_API_H__)\n");
	put_launch_signature(p, arrays);
	text_put(p->out, ";\n");
}

/* --- all --- */

void c_put_kernel(struct Printer *p)
{
	const struct KernelWords *words = p->dialect->kernel;
	if (!words)
		return;
	const struct Arrays arrays = c_arguments(p);
	text_put(p->out, words->where[0]);
	put_doc(p);
	text_format(p->out, "%s%s", words->open, c_companion(p, NULL, COMPANION_KERNEL));
	put_parameters(p, &arrays, !prepares(p), true);
	text_put(p->out, ")\n");
	if (prepares(p))
		put_prepare_body(p);
	else
		put_states_body(p, &arrays);
	if (words->launched)
		put_launches(p, &arrays);
	text_put(p->out, *words->where[1] ? words->where[1] : "\n");
}

/* 1 + 2^-27, in float 1 + 2^-13: its square has a bit too many, which is lost unless a*a + c is rounded once. */
static void put_fuses(struct Printer *p)
{
	bool narrow = p->real->narrow;
	text_format(
		p->out,
		"#ifdef %s\n/* 1 if a*b + c is rounded once: results would not be those of the processor. Kernels then\n"
		" * give NaN. Against it nvcc has -fmad=false, and clang -ffp-contract=off. */\n"
		"%sint %s(void)\n{\n\tvolatile %s above = ",
		c_own(p, OWN_CHECK), p->dialect->storage.helper, c_own(p, OWN_FUSES), p->real->name);
	real_put(p->real, p->out, narrow ? 1 + 0x1p-13 : 1 + 0x1p-27);
	text_format(p->out, ";\n\tconst %s a = above, b = above;\n\treturn a*b - ", p->real->name);
	real_put(p->real, p->out, narrow ? 1 + 0x1p-12 : 1 + 0x1p-26);
	text_put(p->out, " != ");
	real_put(p->real, p->out, 0);
	text_put(p->out, ";\n}\n#endif\n\n");
}

void c_put_kernel_helpers(struct Printer *p)
{
	const struct KernelWords *words = p->dialect->kernel;
	if (!words)
		return;
	const char *block = c_own(p, OWN_BLOCK);
	if (words->launched)
		text_format(p->out, "/* Threads in a block. */\n#ifndef %s\n#define %s 128\n#endif\n\n", block, block);
	put_fuses(p);
}
