/* External functions of CasADi: each calls a function of C of the header beside it. Arrays that CasADi and C share are
 * passed on. Of others the entries are copied through a table of places: weights of matrices with zeros, parts of a
 * Hessian. */
#include "folder_casadi.h"

/* --- patterns --- */

enum { A_LINE = 24 };

static void put_separator(struct Text *out, size_t number)
{
	text_put(out, number % A_LINE ? ", " : ",\n\t");
}

/* "6, 6, 1" where no entry lacks; else rows, columns, first entry of each column, row of each entry. */
static const char *pattern_text(struct Arena *arena, const struct CasadiPort *port)
{
	size_t number = 2, first = 0;
	struct Text text = text_new(arena);
	text_format(&text, "%d, %d", port->rows, port->columns);
	if (port->cells == (size_t)port->rows * (size_t)port->columns && port->cells) {
		text_put(&text, ", 1");
		return text_string(&text);
	}
	for (int j = 0; j <= port->columns; j++) {
		while (first < port->cells && port->cell[first].column < j)
			first++;
		put_separator(&text, number++);
		text_format(&text, "%zu", first);
	}
	for (size_t k = 0; k < port->cells; k++) {
		put_separator(&text, number++);
		text_format(&text, "%d", port->cell[k].row);
	}
	return text_string(&text);
}

/* Adds one side of a function, whose ports are also in `list`, with the patterns that no earlier port has. */
static void add_side(struct ValueNode *function, const char *side, const char *list, const struct CasadiPorts *ports,
                     struct NameTable *patterns)
{
	struct ValueNode *own = values_add(function, "SIDES");
	values_text(own, "SIDE", side);
	values_list(own, "PATTERNS");
	values_list(own, "PORTS");
	for (size_t i = 0; i < ports->count; i++) {
		const struct CasadiPort *port = &ports->item[i];
		const char *pattern = pattern_text(patterns->arena, port);
		const int known = (int)patterns->count, number = names_add(patterns, pattern, known + 1);
		struct ValueNode *node = values_add(own, "PORTS");
		values_share(function, list, node);
		values_text(node, "PORT", port->name);
		values_text(node, "PATTERN", pattern);
		values_format(node, "NUMBER", "%d", number);
		values_format(node, "ROWS", "%d", port->rows);
		values_format(node, "COLUMNS", "%d", port->columns);
		values_flag(node, "MATRIX", port->columns != 1);
		if (number > known)
			values_share(own, "PATTERNS", node);
	}
}

/* --- calls --- */

/* A call while it is written: places of arrays in the work vector. */
struct Call {
	const struct CasadiFunction *f;
	size_t work;                    /* numbers of the work vector */
	size_t input[INPUT_COUNT];      /* place of an input that is put together, + 1; 0: none is */
	size_t *output;                 /* place of each output */
	const struct CasadiPort **same; /* by output: the result that is the same array, or NULL */
};

/* The arrays of a port and of C are the same: all elements, in order. */
static bool is_same(const struct CasadiPort *port, size_t size)
{
	bool same = port->cells == size && size;
	for (size_t k = 0; k < port->cells && same; k++)
		same = port->cell[k].array == port->cell[0].array && port->cell[k].element == k;
	return same;
}

/* Number of the argument with an input; -1: the input is zero. */
static int argument_of(const struct CasadiFunction *f, int input)
{
	for (size_t i = 0; i < f->in.count; i++)
		if (f->in.item[i].cells && f->in.item[i].cell->array == input)
			return (int)i;
	return -1;
}

/* Work of size `size`. Returns its place. */
static size_t reserve(struct Call *call, size_t size)
{
	size_t at = call->work;
	call->work += size;
	return at;
}

static struct Call plan(struct Arena *arena, const struct CasadiFunction *f)
{
	struct Call call = { .f = f };
	call.output = ARENA_ARRAY(arena, size_t, f->inner->outputs);
	call.same = arena_array(arena, (size_t)f->inner->outputs, sizeof *call.same);
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		int argument = generated_takes(f->inner, i) ? argument_of(f, i) : -1;
		if (argument >= 0 && !is_same(&f->in.item[argument], f->inner->input_size[i]))
			call.input[i] = 1 + reserve(&call, f->inner->input_size[i]);
	}
	for (int o = 0; o < f->inner->outputs; o++)
		call.output[o] = reserve(&call, f->inner->output[o].size);
	for (size_t i = 0; i < f->out.count; i++) {
		const struct CasadiPort *port = &f->out.item[i];
		int array = port->cells ? port->cell->array : CASADI_ZERO;
		if (array >= 0 && is_same(port, f->inner->output[array].size))
			call.same[array] = port;
	}
	return call;
}

/* Adds an array that is copied: a port and the places of its entries, in an input or (`call`) in the work vector. */
static struct ValueNode *add_copied(struct ValueNode *function, const char *list, size_t number,
                                    const struct CasadiPort *port, const struct Call *call)
{
	struct ValueNode *own = values_add(function, list);
	struct Text places = text_new(function->arena);
	for (size_t k = 0; k < port->cells; k++) {
		const struct CasadiCell *cell = &port->cell[k];
		if (k)
			put_separator(&places, k);
		if (cell->array == CASADI_ZERO)
			text_put(&places, "-1");
		else
			text_format(&places, "%zu", cell->element + (call ? call->output[cell->array] : 0));
	}
	values_format(own, "NUMBER", "%zu", number);
	values_format(own, "CELLS", "%zu", port->cells);
	values_text(own, "PLACES", text_string(&places));
	return own;
}

/* Inputs with entries copied from arguments, results with entries copied from the work vector. */
static void add_all_copied(struct ValueNode *function, const struct Call *call)
{
	const struct CasadiFunction *f = call->f;
	values_list(function, "SCATTERED");
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		const int argument = argument_of(f, i);
		if (!call->input[i])
			continue;
		struct ValueNode *own = add_copied(function, "GATHERED", (size_t)argument, &f->in.item[argument], NULL);
		values_format(own, "WORK", "%zu", call->input[i] - 1);
		values_format(own, "SIZE", "%zu", f->inner->input_size[i]);
	}
	for (size_t i = 0; i < f->out.count; i++) {
		const struct CasadiPort *port = &f->out.item[i];
		const int array = port->cells ? port->cell->array : CASADI_ZERO;
		if (port->cells && !(array >= 0 && call->same[array] == port))
			add_copied(function, "SCATTERED", i, port, call);
	}
}

static const char *input_text(struct Arena *arena, const struct Call *call, int input)
{
	const int argument = argument_of(call->f, input);
	if (input == INPUT_DERIVED)
		return "&derived";
	if (call->input[input])
		return text_print(arena, "w + %zu", call->input[input] - 1);
	return argument >= 0 ? text_print(arena, "given(arg[%d])", argument) : "nothing";
}

/* What the function of C is called with. */
static void add_passed(struct ValueNode *function, const struct Call *call)
{
	const struct CasadiFunction *f = call->f;
	struct Arena *arena = function->arena;
	for (int i = 0; i <= INPUT_DERIVED; i++)
		if (generated_takes(f->inner, i))
			values_text(values_add(function, "PASSED"), "PASSED", input_text(arena, call, i));
	for (int o = 0; o < f->inner->outputs; o++) {
		const char *work = text_print(arena, "w + %zu", call->output[o]);
		values_text(values_add(function, "PASSED"), "PASSED",
		            call->same[o] ? text_print(arena, "wanted(res[%td], %s)", call->same[o] - f->out.item, work)
		                          : work);
	}
}

/* A function that calls one function of C. */
static void add_call(struct Folder *folder, struct ValueNode *own, const struct CasadiFunction *f)
{
	const struct Call call = plan(folder->arena, f);
	values_text(own, "FUNCTION", folder_function(folder, f->inner));
	values_format(own, "WORK", "%zu", call.work);
	add_all_copied(own, &call);
	add_passed(own, &call);
}

/* Arguments of f, each as C has it: the argument itself, or a copy in the work vector from `work` on. */
static size_t add_point(struct ValueNode *own, const struct CasadiFunction *f, size_t work)
{
	const struct CasadiPorts *in = &f->of->in;
	for (size_t i = 0; i < in->count; i++) {
		struct ValueNode *argument = values_add(own, "POINT");
		const struct CasadiPort *port = &in->item[i];
		const int input = port->cells ? port->cell->array : CASADI_ZERO;
		const size_t size = input < 0 ? 0 : input == INPUT_PARAMS ? port->cells : f->base->input_size[input];
		const bool same = is_same(port, size);
		values_text(argument, "PASSED",
		            text_print(own->arena, same ? "given(arg[%zu])" : "w + %zu", same ? i : work));
		if (same || !size)
			continue;
		struct ValueNode *copied = add_copied(own, "GATHERED", i, port, NULL);
		values_format(copied, "WORK", "%zu", work);
		values_format(copied, "SIZE", "%zu", size);
		work += size;
	}
	return work;
}

/* A function that is sums and products: in the work vector are what it takes, what it gives, and more. */
static void add_sums(struct Folder *folder, struct ValueNode *own, const struct CasadiFunction *f)
{
	const size_t given = add_point(own, f, f->taken);
	values_text(own, "WORD", f->word);
	values_text(own, "BASE", f->of->name);
	values_format(own, "TAKEN_SIZE", "%zu", f->taken);
	values_format(own, "GIVEN_AT", "%zu", given);
	values_format(own, "MORE", "%zu", given + f->given);
	values_format(own, "WORK", "%zu", given + f->given + casadi_second_work(folder, f->of));
	values_list(own, "SCATTERED");
	for (size_t i = f->of->in.count; i < f->in.count; i++)
		if (f->in.item[i].cells)
			add_copied(own, "READ", i, &f->in.item[i], NULL);
	for (size_t i = 0; i < f->out.count; i++)
		if (f->out.item[i].cells)
			add_copied(own, "SCATTERED", i, &f->out.item[i], NULL);
}

static void add_function(struct Folder *folder, const struct CasadiFunction *f, struct NameTable *patterns)
{
	struct ValueNode *own = values_add(folder->values, "EXTERNALS");
	const bool prepares = job_prepares(&folder->job);
	values_text(own, "EXTERNAL", f->name);
	values_text(own, "WORD", NULL);
	values_flag(own, "VALUES", f->base == f->inner);
	values_format(own, "ARGUMENTS", "%zu", f->in.count);
	values_format(own, "RESULTS", "%zu", f->out.count);
	values_flag(own, "PREPARES", prepares && (!f->inner || generated_takes(f->inner, INPUT_DERIVED)));
	values_format(own, "PARAMETERS", "%d", argument_of(f, INPUT_PARAMS));
	values_list(own, "GATHERED");
	values_list(own, "READ");
	if (f->inner)
		add_call(folder, own, f);
	else
		add_sums(folder, own, f);
	add_side(own, "in", "TAKEN", &f->in, patterns);
	add_side(own, "out", "GIVEN", &f->out, patterns);
}

void folder_casadi_values(struct Folder *folder)
{
	const struct CasadiPackage all = folder_casadi_functions(folder);
	const int order = folder_casadi_order(folder);
	struct NameTable patterns = names_new(folder->arena);
	folder_external_values(folder);
	values_flag(folder->values, "SECOND", order >= 2);
	values_flag(folder->values, "THIRD", order >= 3);
	values_list(folder->values, "BASES");
	for (int i = 0; i < all.bases && order >= 2; i++)
		casadi_second_values(folder, &all.base[i]);
	for (size_t i = 0; i < all.functions.count; i++)
		add_function(folder, &all.functions.item[i], &patterns);
	values_share(folder->values, "FIRST", values_element(folder->values, "EXTERNALS", 0));
}

/* --- what CasADi and acados have in common --- */

/* Size of the longest array that may be zero: an argument, or an input that CasADi does not know. */
static size_t longest_zero(const struct Folder *folder)
{
	size_t nv = (size_t)folder->job.model->nv, longest = folder->job.prepare.input_size[INPUT_PARAMS] + 1;
	if (folder->options->package == PACKAGE_ACADOS)
		longest += 4 * nv * nv + (2 * nv + 1) * ((size_t)folder->job.tree->f_ext + longest);
	for (int f = 0; f < folder->job.functions; f++)
		for (int i = 0; i < INPUT_COUNT; i++)
			if (folder->job.function[f].input_size[i] > longest)
				longest = folder->job.function[f].input_size[i];
	return longest;
}

void folder_external_values(struct Folder *folder)
{
	values_text(folder->values, "INTEGER", folder->options->package == PACKAGE_ACADOS ? "int" : "long long int");
	values_format(folder->values, "LONGEST", "%zu", longest_zero(folder));
}
