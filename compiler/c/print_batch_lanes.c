/* Batch lanes, with a state in each lane. Functions have no branches, so their statements are the same for vectors
 * (of the GNU kind) as for numbers.
 *
 * Other compilers, and functions in pieces, compute states one after the other. So do functions with an operation
 * that vectors lack: a square root, libm's sine, a choice, fma on machines without it. Every lane has the function's
 * result, to the bit. */
#include "print_lanes.h"

#include "base/tuning.h"
#include "dispatch.h"
#include "machines.h"
#include "print_rolled.h"
#include "print_sincos.h"
#include "program/sincos.h"

/* True if the function has a form in batch lanes. */
static bool in_lanes(const struct Printer *p)
{
	const struct Program *program = &p->function->program;
	bool only = p->dialect->vectors && !c_is_long(p);
	for (uint32_t i = 0; i < program->steps; i++) {
		const struct Step *step = &program->step[i];
		only &= (op_table[step->op].infix && step->op != OP_SELECT) || step->op == OP_FMA || step->group;
	}
	return only;
}

/* True if any function has a form in batch lanes. `fma`: and calls fma. */
static bool any_in_lanes(struct Printer *p, bool fma)
{
	bool any = false;
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		any |= in_lanes(p) && (!fma || program_calls_fma(&p->function->program, false));
	}
	return any;
}

static const char *const only_gnu = "#if " GNU "\n";

/* Count of lanes: of the request, or as many numbers as the machine's registers hold. */
static void put_width(struct Printer *p)
{
	const char *macro = c_own(p, OWN_LANES);
	enum Batch batch = p->job->request->batch;
	if (batch != BATCH_AUTO) {
		text_format(p->out, "#define %s %s\n", macro, batch_name[batch]);
		return;
	}
	c_put_registers(p, "#if", macro, false);
}

/* Type of lanes in an array. */
static const char *in_array(const struct Printer *p)
{
	return p->states ? c_own_name(p->arena, p->job, OWN_LANES_IN_ARRAY_OF, p->states)
	                 : c_own(p, OWN_LANES_IN_ARRAY);
}

/* Number of lanes. */
static const char *lanes_of(const struct Printer *p)
{
	return p->states ? text_print(p->arena, "%d", p->states) : c_own(p, OWN_LANES);
}

/* Both types of lanes. */
static void put_types(struct Printer *p)
{
	const struct Type states = c_states(p);
	struct Type array = states;
	array.name = in_array(p);
	c_put_vector_type(p, &states, "");
	c_put_vector_type(p, &array, text_print(p->arena, ", aligned(sizeof(%s))", p->real->name));
}

/* Macros that read or write an element of all states in the lanes, which are neighbours in memory. The next element
 * is `apart` numbers away: in the caller's arrays the count of states, in gathered arrays the number of lanes. */
static void put_element_macros(struct Printer *p)
{
	text_put(
		p->out,
		p->states
			? ""
			: "/* Element j of neighbouring states, one in each lane. Element j + 1 is `apart` numbers further. */\n");
	for (int result = 0; result < 2; result++)
		text_format(p->out, "#define %s(array, j) (*(%s%s *)&(array)[(size_t)(j)*apart])\n",
		            c_lanes_macro(p, result), result ? "" : "const ", in_array(p));
}

/* The vector fma, and a macro for machines that have it: elsewhere functions with fma compute one state after the
 * other. Only vectors within a register have it: compilers warn about wider vectors as arguments. */
static void put_lanes_fma(struct Printer *p, const struct Type *states)
{
	const char *width = c_own(p, OWN_LANES_REGISTER);
	text_char(p->out, '\n');
	c_put_registers(p, "#if", width, false);
	text_format(p->out, "#if (%s) && %s <= %s\n#define %s 1\n", c_fma_condition(p), c_own(p, OWN_LANES), width,
	            c_own(p, OWN_LANES_FUSED));
	c_put_vector_fma(p, states, false);
	sincos_put_states(p, states, c_own(p, OWN_LANES_WHOLE));
	text_put(p->out, "#endif\n");
}

/* Attribute for full registers: on some machines clang halves such vectors unless a function asks for them. */
static void put_whole(struct Printer *p)
{
	const char *whole = c_own(p, OWN_LANES_WHOLE);
	text_format(p->out,
	            "#if defined(__has_attribute)\n#if __has_attribute(min_vector_width)\n"
	            "#define %s __attribute__((min_vector_width(8*sizeof(%s))))\n#endif\n#endif\n"
	            "#ifndef %s\n#define %s\n#endif\n",
	            whole, c_own(p, OWN_LANES_TYPE), whole, whole);
}

/* Attribute of functions for a machine that is chosen at run time. */
static const char *attribute_of(const struct Printer *p, const struct DispatchedBatch *batch)
{
	return text_print(p->arena, "__attribute__((target(\"%s\")))", batch->machine);
}

/* Prints something for each machine that is chosen at run time, by a printer of its lanes. */
static void each_dispatched(const struct Printer *p, const struct Arrays *arrays,
                            void (*put)(struct Printer *own, const struct Arrays *arrays,
                                        const struct DispatchedBatch *batch))
{
	struct DispatchedBatch batch[DISPATCHED_BATCHES];
	int count = c_dispatched_batches(p, batch);
	if (!count)
		return;
	text_format(p->out, "#if %s\n", c_own(p, OWN_DISPATCH));
	for (int i = 0; i < count; i++) {
		struct Printer own = *p;
		own.states = batch[i].lanes;
		put(&own, arrays, &batch[i]);
	}
	text_put(p->out, "#endif\n");
}

/* Types, macros and sines. */
static void put_dispatched_types(struct Printer *p, const struct Arrays *arrays, const struct DispatchedBatch *batch)
{
	const struct Type states = c_states(p);
	(void)arrays;
	put_types(p);
	put_element_macros(p);
	sincos_put_states(p, &states, attribute_of(p, batch));
}

bool c_dispatches_batches(struct Printer *p)
{
	return p->job->request->batch == BATCH_AUTO && any_in_lanes(p, false) && c_may_dispatch(p);
}

/* --- zeros of large matrices --- */

/* Output that an array is. */
static const struct GeneratedOutput *output_of(const struct Printer *p, const struct Arrays *arrays, size_t array)
{
	int output = 0;
	for (size_t i = 0; i < array; i++)
		output += !arrays->item[i].input;
	return &p->function->output[output];
}

static bool starts_run(const struct GeneratedOutput *output, size_t j)
{
	return !output->entry[j].zero && (j == 0 || output->entry[j - 1].zero);
}

/* Count of runs of entries that are not zero by structure; a matrix of zeros alone has one run, which is empty. 0: all
 * entries are written alike, because lanes write them or few are zero. With --zeros=once, the function for one state
 * writes no zero, so each output with zeros has runs. */
static size_t filled_runs(const struct Printer *p, const struct Arrays *arrays, size_t array)
{
	const struct Array *of = &arrays->item[array];
	if (of->input || !of->size)
		return 0;
	const struct GeneratedOutput *output = output_of(p, arrays, array);
	size_t zeros = 0, runs = 0;
	for (size_t j = 0; j < output->size; j++) {
		zeros += output->entry[j].zero;
		runs += starts_run(output, j);
	}
	bool apart = p->zeros_apart ? zeros > 0 : !in_lanes(p) && zeros * BATCH_ZEROS >= output->size;
	return !apart ? 0 : runs ? runs : 1;
}

/* True if some function for many states writes zeros apart. */
static bool clears(struct Printer *p)
{
	bool any = false;
	for (int f = 0; f < p->job->functions && p->job->request->batch != BATCH_NONE; f++) {
		p->function = &p->job->function[f];
		const struct Arrays arrays = c_arguments(p);
		for (size_t i = 0; i < arrays.count; i++)
			any |= filled_runs(p, &arrays, i) > 0;
	}
	return any;
}

/* Function that writes zeros. */
static void put_clear_function(struct Printer *p)
{
	text_format(p->out,
	            "%svoid %s(%s *entry, size_t count)\n{\n\tfor (size_t i = 0; i < count; i++)\n\t\tentry[i] = ",
	            p->dialect->storage.clearing, c_own(p, OWN_BATCH_CLEAR), p->real->name);
	real_put(p->real, p->out, 0);
	text_put(p->out, ";\n}\n\n");
}

void c_put_batch_lanes(struct Printer *p)
{
	const struct Type states = c_states(p);
	if (clears(p))
		put_clear_function(p);
	if (p->job->request->batch == BATCH_NONE || !any_in_lanes(p, false))
		return;
	text_put(p->out, "/* One number of several states, in a register and in an array. */\n");
	text_put(p->out, only_gnu);
	put_width(p);
	put_types(p);
	put_element_macros(p);
	put_whole(p);
	if (!states.fma)
		sincos_put_states(p, &states, c_own(p, OWN_LANES_WHOLE));
	if (any_in_lanes(p, true))
		put_lanes_fma(p, &states);
	each_dispatched(p, NULL, put_dispatched_types);
	text_format(p->out, "#else\n#define %s 1\n#define %s\n#endif\n\n", c_own(p, OWN_LANES),
	            c_own(p, OWN_LANES_WHOLE));
}

/* --- arrays --- */

/* Order of the numbers of an array of many states. */
enum Layout { BY_STATE, BY_ELEMENT, BY_BLOCK, LAYOUTS };

enum { BLOCK = 8 }; /* states of a block, in float too */

/* Each layout: its function, the function for its zeros, and the distance of elements in it, for lanes that read the
 * array in place; NULL: by copies. */
static const struct {
	enum Companion companion, init;
	const char *apart;
} layouts[] = {
	[BY_STATE] = { COMPANION_BATCH, COMPANION_BATCH_INIT, NULL },
	[BY_ELEMENT] = { COMPANION_BATCH_SOA, COMPANION_BATCH_SOA_INIT, "count" },
	[BY_BLOCK] = { COMPANION_BATCH_BLOCKS, COMPANION_BATCH_BLOCKS_INIT, "8" },
};

/* Index of element j of a state. */
static const char *index_of(struct Printer *p, enum Layout layout, size_t size, const char *state)
{
	switch (layout) {
	case BY_ELEMENT: return text_print(p->arena, "j*count + %s", state);
	case BY_BLOCK:
		return text_print(p->arena, "(%s/%d*%zu + j)*%d + %s%%%d", state, BLOCK, size, BLOCK, state, BLOCK);
	case BY_STATE:
	case LAYOUTS: break;
	}
	return text_print(p->arena, "%s*%zu + j", state, size);
}

/* Distance from the beginning of an array to element 0 of state k, in layouts that are read in place. */
static const char *first_of(struct Printer *p, enum Layout layout, size_t size)
{
	return layout == BY_ELEMENT ? "k" : text_print(p->arena, "k/%d*%zu + k%%%d", BLOCK, BLOCK * size, BLOCK);
}

/* One parameter a line, each after a comma; those of `results` alone. */
static void put_parameters(struct Printer *p, const struct Arrays *arrays, bool results)
{
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (!results || !array->input)
			text_format(p->out, ",\n\t%s%s *%s", array->input ? "const " : "", array->type, array->name);
	}
	text_char(p->out, ')');
}

/* `init`: of the function for zeros, which takes the outputs alone. */
static void put_head(struct Printer *p, const struct Arrays *arrays, const char *storage, enum Layout layout, bool init)
{
	text_format(p->out, "%svoid %s(size_t count", storage,
	            c_companion(p, NULL, init ? layouts[layout].init : layouts[layout].companion));
	put_parameters(p, arrays, init);
}

/* Call with the gathered arrays; structs are passed as given. */
static void put_call(struct Printer *p, const struct Arrays *arrays)
{
	text_format(p->out, "\t\t%s(", c_function(p));
	for (size_t i = 0; i < arrays->count; i++)
		text_format(p->out, "%s%s%s", i ? ", " : "", arrays->item[i].name, arrays->item[i].size ? "_" : "");
	text_put(p->out, ");\n");
}

static void declare_locals(struct Printer *p, const struct Arrays *arrays, const char *type)
{
	for (size_t i = 0; i < arrays->count; i++)
		if (arrays->item[i].size)
			text_format(p->out, "\t\t%s %s_[%zu];\n", type, arrays->item[i].name, arrays->item[i].size);
}

/* Table of the runs: their first entries, and those behind them. */
static void put_runs(struct Printer *p, const struct Arrays *arrays, size_t array)
{
	enum { A_LINE = 8 };
	const struct GeneratedOutput *output = output_of(p, arrays, array);
	size_t runs = filled_runs(p, arrays, array), count = 0;
	text_format(p->out, "\tstatic const unsigned %s_filled[%zu][2] = {", arrays->item[array].name, runs);
	for (size_t j = 0, end; j < output->size; j++) {
		if (!starts_run(output, j))
			continue;
		for (end = j; end < output->size && !output->entry[end].zero;)
			end++;
		text_format(p->out, "%s%s{ %zu, %zu }", count ? "," : "", count % A_LINE ? " " : "\n\t\t", j, end);
		count++;
	}
	if (!count)
		text_format(p->out, "\n\t\t{ %zu, %zu }", output->size, output->size);
	text_put(p->out, "\n\t};\n");
}

/* Tables of all outputs with runs. */
static void put_tables(struct Printer *p, const struct Arrays *arrays)
{
	for (size_t i = 0; i < arrays->count; i++)
		if (filled_runs(p, arrays, i))
			put_runs(p, arrays, i);
}

/* Loop over the entries of an array, or over those of its runs. */
static void put_entries(struct Printer *p, const struct Arrays *arrays, size_t array)
{
	const struct Array *of = &arrays->item[array];
	size_t runs = filled_runs(p, arrays, array);
	if (runs)
		text_format(p->out,
		            "\t\tfor (size_t r = 0; r < %zu; r++)\n"
		            "\t\tfor (size_t j = %s_filled[r][0]; j < %s_filled[r][1]; j++)",
		            runs, of->name, of->name);
	else
		text_format(p->out, "\t\tfor (size_t j = 0; j < %zu; j++)", of->size);
}

/* Copies the inputs of state k in, or its outputs out, element by element. */
static void put_copies(struct Printer *p, const struct Arrays *arrays, bool input, enum Layout layout)
{
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		const char *here = text_print(p->arena, "%s_[j]", array->name);
		const char *there = text_print(p->arena, "%s[%s]", array->name, index_of(p, layout, array->size, "k"));
		if (array->input != input || !array->size)
			continue;
		put_entries(p, arrays, i);
		text_format(p->out, "\n\t\t\t%s = %s;\n", input ? here : there, input ? there : here);
	}
}

/* --- states in batch lanes --- */

static const char *where_lanes(const struct Printer *p)
{
	bool fused = program_calls_fma(&p->function->program, false);
	return fused ? text_print(p->arena, "#ifdef %s\n", c_own(p, OWN_LANES_FUSED)) : only_gnu;
}

/* True if a loop over limbs pays. Limbs in a loop pass values on in memory instead of registers, which costs a tenth
 * of the time, measured. Straight-line code has more instructions to fetch, 11 bytes an operation: beyond 28 KB or
 * so this costs more. */
static bool pays(const struct Printer *p)
{
	const uint32_t *cost = p->function->program.cost;
	return p->job->request->limb_lanes != LIMB_LANES_AUTO || cost[COST_MUL] + cost[COST_ADD] > BATCH_MOST;
}

/* Function on batch lanes, with loops over limbs of the same structure where they pay. It reads the caller's arrays
 * in place: copies in order would take a tenth to a fourth of its time. */
static void put_lanes_function(struct Printer *p, const struct Arrays *arrays, const char *attribute,
                               enum Companion name)
{
	struct Printer own = *p;
	own.type[0] = own.type[1] = c_states(p);
	bool whole = !p->function->stages; /* the code with limbs is without stages */
	own.rolled = whole && pays(p) ? c_roll_limbs(p, NULL) : NULL;
	text_format(p->out, "%s\n%svoid %s(\n\tsize_t apart", attribute, p->dialect->storage.states,
	            c_companion(p, NULL, name));
	put_parameters(p, arrays, false);
	text_char(p->out, '\n');
	c_put_body(&own);
}

/* Copies between the caller's arrays and gathered arrays, for as many states as there are lanes. Copies go through a
 * local vector: compilers store into a vector in an array lane by lane, and a load of the whole then waits for all
 * stores. */
static void put_lanes_copies(struct Printer *p, const struct Arrays *arrays, bool input, enum Layout layout)
{
	const char *lanes = c_states(p).name;
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		const char *name = array->name, *index = index_of(p, layout, array->size, "(k + lane)"),
			   *there = text_print(p->arena, "%s[%s]", name, index);
		if (array->input != input || !array->size)
			continue;
		put_entries(p, arrays, i);
		text_put(p->out, " {\n");
		if (input)
			text_format(p->out, "\t\t\t%s all = { 0 };\n", lanes);
		else
			text_format(p->out, "\t\t\tconst %s all = %s_[j];\n", lanes, name);
		text_format(p->out, "\t\t\tfor (size_t lane = 0; lane < %s; lane++)\n", lanes_of(p));
		text_format(p->out, "\t\t\t\t%s = %s;\n", input ? "all[lane]" : there, input ? there : "all[lane]");
		if (input)
			text_format(p->out, "\t\t\t%s_[j] = all;\n", name);
		text_put(p->out, "\t\t}\n");
	}
}

/* Call of this function for states from k on, with the caller's arrays or, without `apart`, the gathered arrays. */
static void put_lanes_call(struct Printer *p, const struct Arrays *arrays, enum Layout layout, const char *apart,
                           enum Companion name)
{
	text_format(p->out, "\t\t%s(%s", c_companion(p, NULL, name), apart ? apart : lanes_of(p));
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (!array->size)
			text_format(p->out, ", %s", array->name);
		else if (apart)
			text_format(p->out, ", %s + %s", array->name, first_of(p, layout, array->size));
		else
			text_format(p->out, ", (%s%s *)%s_", array->input ? "const " : "", p->real->name, array->name);
	}
	text_put(p->out, ");\n");
}

static void put_gathered(struct Printer *p, const struct Arrays *arrays, enum Layout layout, enum Companion name)
{
	declare_locals(p, arrays, c_states(p).name);
	put_lanes_copies(p, arrays, true, layout);
	put_lanes_call(p, arrays, layout, NULL, name);
	put_lanes_copies(p, arrays, false, layout);
}

/* One set of lanes from state k on. Sets wider than a block are gathered from two blocks. */
static void put_set(struct Printer *p, const struct Arrays *arrays, enum Layout layout)
{
	enum Batch batch = p->job->request->batch;
	bool perhaps = layout == BY_BLOCK && batch == BATCH_AUTO && p->job->request->real_float;
	if (!layouts[layout].apart || (layout == BY_BLOCK && batch == BATCH_16)) {
		put_gathered(p, arrays, layout, COMPANION_LANES);
		return;
	}
	if (perhaps)
		text_format(p->out, "#if %s > %d\n", c_own(p, OWN_LANES), BLOCK);
	if (perhaps)
		put_gathered(p, arrays, layout, COMPANION_LANES);
	text_put(p->out, perhaps ? "#else\n" : "");
	put_lanes_call(p, arrays, layout, layouts[layout].apart, COMPANION_LANES);
	text_put(p->out, perhaps ? "#endif\n" : "");
}

/* --- machines that are chosen at run time --- */

/* Function on a set of lanes from state k on, in the layout whose numbers are gathered. */
static void put_set_function(struct Printer *p, const struct Arrays *arrays, const struct DispatchedBatch *batch)
{
	text_format(p->out, "%s\nstatic __attribute__((noinline, unused)) void %s(\n\tsize_t k", attribute_of(p, batch),
	            c_companion(p, NULL, batch->set));
	put_parameters(p, arrays, false);
	text_put(p->out, "\n{\n");
	put_tables(p, arrays);
	text_put(p->out, "\t{\n");
	put_gathered(p, arrays, BY_STATE, batch->function);
	text_put(p->out, "\t}\n");
	c_put_clean(p);
	text_put(p->out, "}\n");
}

static void put_dispatched_functions(struct Printer *p, const struct Arrays *arrays,
                                     const struct DispatchedBatch *batch)
{
	text_put(p->out, batch->unfused[0]);
	put_lanes_function(p, arrays, attribute_of(p, batch), batch->function);
	put_set_function(p, arrays, batch);
	text_put(p->out, batch->unfused[1]);
}

/* Number of states at once, by the machine. Few states fill fewer lanes. */
static void put_choice(struct Printer *p, const struct DispatchedBatch *batch, int count)
{
	text_format(p->out, "#if %s\n\tconst size_t lanes =\n", c_own(p, OWN_DISPATCH));
	for (int i = 0; i < count; i++)
		text_format(p->out, "\t\tcount >= %d && __builtin_cpu_supports(\"%s\") ? %d :\n", batch[i].lanes,
		            batch[i].machine, batch[i].lanes);
	text_format(p->out, "\t\t%s;\n#else\n\tconst size_t lanes = %s;\n#endif\n", lanes_of(p), lanes_of(p));
}

/* Set of lanes from state k on by the machine's own code. */
static void put_dispatched_sets(struct Printer *p, const struct Arrays *arrays, enum Layout layout,
                                const struct DispatchedBatch *batch, int count)
{
	text_format(p->out, "#if %s\n", c_own(p, OWN_DISPATCH));
	for (int i = 0; i < count; i++) {
		text_format(p->out, "\t\tif (lanes == %d) {\n", batch[i].lanes);
		if (layouts[layout].apart) {
			put_lanes_call(p, arrays, layout, layouts[layout].apart, batch[i].function);
		} else {
			text_format(p->out, "\t\t%s(k", c_companion(p, NULL, batch[i].set));
			for (size_t a = 0; a < arrays->count; a++)
				text_format(p->out, ", %s", arrays->item[a].name);
			text_put(p->out, ");\n");
		}
		text_put(p->out, "\t\tcontinue;\n\t\t}\n");
	}
	text_put(p->out, "#endif\n");
}

/* Loop over full sets of lanes. */
static void put_together(struct Printer *p, const struct Arrays *arrays, enum Layout layout)
{
	struct DispatchedBatch batch[DISPATCHED_BATCHES];
	int count = c_dispatched_batches(p, batch);
	const char *lanes = count ? "lanes" : c_own(p, OWN_LANES);
	text_format(p->out, "\tsize_t together = 0;\n%s", where_lanes(p));
	if (layout == BY_STATE) /* whose other states are computed in place */
		put_tables(p, arrays);
	if (count)
		put_choice(p, batch, count);
	text_format(p->out, "\ttogether = count - count %% %s;\n", lanes);
	if (generated_takes(p->function, INPUT_DERIVED))
		text_format(p->out, "#ifdef %s\n\tif (derived->stamp != %s)\n\t\ttogether = 0;\n#endif\n",
		            c_own(p, OWN_CHECK), c_own(p, OWN_HASH));
	text_format(p->out, "\tfor (size_t k = 0; k < together; k += %s) {\n", lanes);
	if (count)
		put_dispatched_sets(p, arrays, layout, batch, count);
	put_set(p, arrays, layout);
	text_put(p->out, "\t}\n#endif\n");
}

/* Zeros of all states, in the order of memory. */
static void put_zeros(struct Printer *p, const struct Arrays *arrays, size_t array, enum Layout layout)
{
	const char *name = arrays->item[array].name, *clear = c_own(p, OWN_BATCH_CLEAR);
	size_t runs = filled_runs(p, arrays, array), size = arrays->item[array].size;
	bool blocks = layout == BY_BLOCK, in_place = layout == BY_STATE;
	text_put(p->out, blocks     ? "\tfor (size_t k = 0; k < count; k += 8)\n"
	                 : in_place ? "\tfor (size_t k = 0; k < count; k++)\n"
	                            : "");
	text_format(
		p->out,
		"\tfor (size_t r = 0, j = 0; r <= %zu; r++) {\n\t\tconst size_t end = r < %zu ? %s_filled[r][0] : %zu;\n",
		runs, runs, name, size);
	if (blocks)
		text_format(p->out,
		            "\t\tif (count - k >= 8)\n\t\t\t%s(&%s[k*%zu + j*8], (end - j)*8);\n"
		            "\t\tfor (size_t at = j; at < end && count - k < 8; at++)\n"
		            "\t\t\t%s(&%s[k*%zu + at*8], count - k);\n",
		            clear, name, size, clear, name, size);
	else if (in_place)
		text_format(p->out, "\t\t%s(&%s[k*%zu + j], end - j);\n", clear, name, size);
	else
		text_format(p->out, "\t\t%s(&%s[j*count], (end - j)*count);\n", clear, name);
	text_format(p->out, "\t\tj = r < %zu ? %s_filled[r][1] : %zu;\n\t}\n", runs, name, size);
}

/* --- states one after the other --- */

/* Calls for states from `first` on, with the caller's arrays in place. */
static void put_calls_in_place(struct Printer *p, const struct Arrays *arrays, const char *first)
{
	text_format(p->out, "\tfor (size_t k = %s; k < count; k++)\n\t\t%s(", first, c_function(p));
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		text_format(p->out, "%s%s", i ? ", " : "", array->name);
		if (array->size)
			text_format(p->out, " + k*%zu", array->size);
	}
	text_put(p->out, ");\n");
}

/* The same through copies. */
static void put_calls_by_copies(struct Printer *p, const struct Arrays *arrays, enum Layout layout, const char *first)
{
	text_format(p->out, "\tfor (size_t k = %s; k < count; k++) {\n", first);
	declare_locals(p, arrays, p->real->name);
	put_copies(p, arrays, true, layout);
	put_call(p, arrays);
	put_copies(p, arrays, false, layout);
	text_put(p->out, "\t}\n");
}

/* Count of neighbouring states whose results are written together, so that fewer stores go to each line of the cache. */
static int states_together(const struct Printer *p, const struct Arrays *arrays)
{
	size_t numbers = 0, largest = BATCH_TOGETHER / (p->real->narrow ? sizeof(float) : sizeof(double));
	int states = BLOCK;
	for (size_t i = 0; i < arrays->count; i++)
		numbers += arrays->item[i].input ? 0 : arrays->item[i].size;
	while (states > 1 && (size_t)states * numbers > largest)
		states /= 2;
	return states;
}

/* Arrays of a group: inputs of a state, outputs of all. */
static void declare_group(struct Printer *p, const struct Arrays *arrays, int states)
{
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (array->size && array->input)
			text_format(p->out, "\t\t%s %s_[%zu];\n", p->real->name, array->name, array->size);
		else if (array->size)
			text_format(p->out, "\t\t%s %s_[%d][%zu];\n", p->real->name, array->name, states, array->size);
	}
}

/* Index of element j of state k + lane, in a group whose states are neighbours in memory. */
static const char *index_in_group(struct Printer *p, enum Layout layout, size_t size)
{
	return layout == BY_ELEMENT
	               ? "j*count + k + lane"
	               : text_print(p->arena, "(k/%d*%zu + j)*%d + k%%%d + lane", BLOCK, size, BLOCK, BLOCK);
}

/* Calls of a group, each with its own outputs. */
static void put_group_calls(struct Printer *p, const struct Arrays *arrays, enum Layout layout, int states)
{
	text_format(p->out, "\t\tfor (size_t lane = 0; lane < %d; lane++) {\n", states);
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (array->size && array->input)
			text_format(p->out, "\t\t\tfor (size_t j = 0; j < %zu; j++)\n\t\t\t\t%s_[j] = %s[%s];\n",
			            array->size, array->name, array->name, index_in_group(p, layout, array->size));
	}
	text_format(p->out, "\t\t\t%s(", c_function(p));
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		text_format(p->out, "%s%s%s", i ? ", " : "", array->name,
		            !array->size   ? ""
		            : array->input ? "_"
		                           : "_[lane]");
	}
	text_put(p->out, ");\n\t\t}\n");
}

/* Calls for groups of neighbouring states, up to the state `together`. */
static void put_groups(struct Printer *p, const struct Arrays *arrays, enum Layout layout, int states)
{
	text_format(p->out, "\tconst size_t together = count - count %% %d;\n", states);
	text_format(p->out, "\tfor (size_t k = 0; k < together; k += %d) {\n", states);
	declare_group(p, arrays, states);
	put_group_calls(p, arrays, layout, states);
	for (size_t i = 0; i < arrays->count; i++) {
		const struct Array *array = &arrays->item[i];
		if (!array->size || array->input)
			continue;
		put_entries(p, arrays, i);
		text_format(p->out,
		            "\n\t\t\tfor (size_t lane = 0; lane < %d; lane++)\n\t\t\t\t%s[%s] = %s_[lane][j];\n",
		            states, array->name, index_in_group(p, layout, array->size), array->name);
	}
	text_put(p->out, "\t}\n");
}

/* True if lanes pay for arrays of one state after the other, whose numbers are put side by side and apart. */
static bool gathering_pays(const struct Printer *p, const struct Arrays *arrays)
{
	const uint32_t *cost = p->function->program.cost;
	size_t numbers = 0, sine = p->job->request->sincos == SINCOS_INLINE ? SINCOS_MUL + SINCOS_ADD : 0;
	for (size_t i = 0; i < arrays->count; i++)
		numbers += arrays->item[i].size;
	return cost[COST_MUL] + cost[COST_ADD] + cost[COST_SINCOS] * sine >= BATCH_GATHERED * numbers;
}

/* Body: full sets of lanes, or groups of states, then the remaining states one after the other. */
static void put_body(struct Printer *p, const struct Arrays *arrays, enum Layout layout)
{
	bool in_place = layout == BY_STATE, lanes = in_lanes(p) && (!in_place || gathering_pays(p, arrays));
	int states = lanes || in_place ? 1 : states_together(p, arrays);
	const char *first = lanes || states > 1 ? "together" : "0";
	text_put(p->out, "{\n");
	if (!in_place)
		put_tables(p, arrays);
	for (size_t i = 0; i < arrays->count && !in_place && !p->zeros_apart; i++)
		if (filled_runs(p, arrays, i))
			put_zeros(p, arrays, i, layout);
	if (lanes)
		put_together(p, arrays, layout);
	else if (states > 1)
		put_groups(p, arrays, layout, states);
	if (in_place)
		put_calls_in_place(p, arrays, first);
	else
		put_calls_by_copies(p, arrays, layout, first);
	text_put(p->out, "}\n");
}

/* Body of the function for zeros. */
static void put_init_body(struct Printer *p, const struct Arrays *arrays, enum Layout layout)
{
	text_put(p->out, "{\n");
	put_tables(p, arrays);
	for (size_t i = 0; i < arrays->count; i++)
		if (filled_runs(p, arrays, i))
			put_zeros(p, arrays, i, layout);
		else if (!arrays->item[i].input)
			text_format(p->out, "\t(void)%s;\n", arrays->item[i].name);
	text_put(p->out, "}\n");
}

static void put_doc(struct Printer *p)
{
	text_format(p->out,
	            "/* %s of `count` states. Element j of state k, in arrays of SIZE numbers a state:\n"
	            " *     %s        [k*SIZE + j]\n"
	            " *     %s    [j*count + k]; slow if count*sizeof(%s) is a multiple of 1024\n"
	            " *     %s [(k/8*SIZE + j)*8 + k%%8]; arrays hold whole blocks of 8 states, and the\n"
	            " *         numbers of states from `count` on are neither read nor written\n"
	            " * Arrays may not overlap.%s */\n",
	            c_function(p), c_companion(p, NULL, COMPANION_BATCH), c_companion(p, NULL, COMPANION_BATCH_SOA),
	            p->real->name, c_companion(p, NULL, COMPANION_BATCH_BLOCKS),
	            c_has_init(p) ? " Structural zeros are not written: the three functions with _init write them once."
	                          : "");
}

static const char *const init_doc = "/* Write the structural zeros of `count` states, in the same arrays. */\n";

void c_put_batch(struct Printer *p)
{
	if (p->job->request->batch == BATCH_NONE)
		return;
	struct Arrays arrays = c_arguments(p);
	if (in_lanes(p)) {
		text_put(p->out, where_lanes(p));
		put_lanes_function(p, &arrays, c_own(p, OWN_LANES_WHOLE), COMPANION_LANES);
		each_dispatched(p, &arrays, put_dispatched_functions);
		text_put(p->out, "#endif\n\n");
	}
	put_doc(p);
	for (enum Layout layout = BY_STATE; layout < LAYOUTS; layout++) {
		text_put(p->out, in_lanes(p) ? text_print(p->arena, "%s\n", c_own(p, OWN_LANES_WHOLE)) : "");
		put_head(p, &arrays, p->storage, layout, false);
		text_char(p->out, '\n');
		put_body(p, &arrays, layout);
		text_char(p->out, '\n');
	}
	text_put(p->out, c_has_init(p) ? init_doc : "");
	for (enum Layout layout = BY_STATE; layout < LAYOUTS && c_has_init(p); layout++) {
		put_head(p, &arrays, p->storage, layout, true);
		text_char(p->out, '\n');
		put_init_body(p, &arrays, layout);
		text_char(p->out, '\n');
	}
}

void c_put_batch_prototypes(struct Printer *p)
{
	if (p->job->request->batch == BATCH_NONE)
		return;
	struct Arrays arrays = c_arguments(p);
	put_doc(p);
	for (enum Layout layout = BY_STATE; layout < LAYOUTS; layout++) {
		put_head(p, &arrays, "", layout, false);
		text_put(p->out, ";\n");
	}
	text_put(p->out, c_has_init(p) ? init_doc : "");
	for (enum Layout layout = BY_STATE; layout < LAYOUTS && c_has_init(p); layout++) {
		put_head(p, &arrays, "", layout, true);
		text_put(p->out, ";\n");
	}
	text_char(p->out, '\n');
}
