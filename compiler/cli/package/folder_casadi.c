/* C of external functions of CasADi: each calls a function of C of the header beside it. Arrays that CasADi and C share are
 * passed on. Of others the entries are copied through a table of places: weights of matrices with zeros, parts of a Hessian. */
#include "folder_casadi.h"

/* --- patterns --- */

/* Sparsity patterns of ports, each once. */
struct CasadiPatterns {
	struct Arena *arena;
	struct NameTable names;
	int count;
};

static void patterns_begin(struct CasadiPatterns *patterns, struct Arena *arena)
{
	*patterns = (struct CasadiPatterns){ .arena = arena };
	patterns->names = names_new(arena);
}

enum { A_LINE = 24 };

static void put_separator(struct Text *out, size_t number)
{
	text_put(out, number % A_LINE ? ", " : ",\n\t");
}

/* "{ 6, 6, 1 }" where no entry lacks; else rows, columns, first entry of each column, row of each entry. */
static const char *pattern_text(struct Arena *arena, const struct CasadiPort *port)
{
	size_t number = 2, first = 0;
	struct Text text = text_new(arena);
	text_format(&text, "{ %d, %d", port->rows, port->columns);
	if (port->cells == (size_t)port->rows * (size_t)port->columns && port->cells) {
		text_put(&text, ", 1 }");
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
	text_put(&text, " }");
	return text_string(&text);
}

/* Number of a port's pattern. Writes the table of a new one. */
static int pattern_of(struct CasadiPatterns *patterns, struct Text *out, const struct CasadiPort *port)
{
	const char *text = pattern_text(patterns->arena, port);
	int number = names_add(&patterns->names, text, patterns->count + 1);
	if (number <= patterns->count)
		return number;
	text_format(out, "static const casadi_int pattern%d[] = %s;\n", ++patterns->count, text);
	return number;
}

/* --- symbols --- */

static void put_ports(struct CasadiPatterns *patterns, struct Text *out, const char *name, const char *side,
                      const struct CasadiPorts *ports)
{
	struct Text names = text_new(patterns->arena), list = text_new(patterns->arena);
	for (size_t i = 0; i < ports->count; i++) {
		text_format(&names, "%s\"%s\"", i ? ", " : "", ports->item[i].name);
		text_format(&list, "%spattern%d", i ? ", " : "", pattern_of(patterns, out, &ports->item[i]));
	}
	text_format(out, "static const char *const %s_names_%s[] = { %s };\n", name, side, text_string(&names));
	text_format(out, "static const casadi_int *const %s_patterns_%s[] = { %s };\n", name, side, text_string(&list));
}

/* Names, patterns and the other symbols of a function that needs `numbers` of work. */
static void put_symbols(struct CasadiPatterns *patterns, struct Text *out, const char *name,
                        const struct CasadiPorts *in, const struct CasadiPorts *outs, size_t numbers)
{
	put_ports(patterns, out, name, "in", in);
	put_ports(patterns, out, name, "out", outs);
	text_format(out, "CASADI_FUNCTION(%s, %zu, %zu, %zu)\n\n", name, in->count, outs->count, numbers);
}

/* --- calls --- */

/* A call while it is written: places of arrays in the work vector. */
struct Call {
	const struct Folder *folder;
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

static void plan(struct Call *call)
{
	const struct CasadiFunction *f = call->f;
	struct Arena *arena = call->folder->arena;
	call->output = ARENA_ARRAY(arena, size_t, f->inner->outputs);
	call->same = arena_array(arena, (size_t)f->inner->outputs, sizeof *call->same);
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		int argument = generated_takes(f->inner, i) ? argument_of(f, i) : -1;
		if (argument >= 0 && !is_same(&f->in.item[argument], f->inner->input_size[i]))
			call->input[i] = 1 + reserve(call, f->inner->input_size[i]);
	}
	for (int o = 0; o < f->inner->outputs; o++)
		call->output[o] = reserve(call, f->inner->output[o].size);
	for (size_t i = 0; i < f->out.count; i++) {
		const struct CasadiPort *port = &f->out.item[i];
		int array = port->cells ? port->cell->array : CASADI_ZERO;
		if (array >= 0 && is_same(port, f->inner->output[array].size))
			call->same[array] = port;
	}
}

static void put_place_table(struct Text *out, const char *name, const char *side, size_t number,
                            const struct CasadiPort *port, const struct Call *call)
{
	text_format(out, "static const int %s_%s%zu[] = { ", name, side, number);
	for (size_t k = 0; k < port->cells; k++) {
		const struct CasadiCell *cell = &port->cell[k];
		if (k)
			put_separator(out, k);
		if (cell->array == CASADI_ZERO)
			text_put(out, "-1");
		else
			text_format(out, "%zu", cell->element + (call ? call->output[cell->array] : 0));
	}
	text_put(out, " };\n");
}

static bool is_shared(const struct Call *call, const struct CasadiPort *port)
{
	int array = port->cells ? port->cell->array : CASADI_ZERO;
	return array >= 0 && call->same[array] == port;
}

/* Tables of places of the arrays that are copied. */
static void put_places(const struct Call *call, struct Text *out)
{
	const struct CasadiFunction *f = call->f;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		if (call->input[i])
			put_place_table(out, f->name, "from", (size_t)argument_of(f, i), &f->in.item[argument_of(f, i)],
			                NULL);
	for (size_t i = 0; i < f->out.count; i++)
		if (f->out.item[i].cells && !is_shared(call, &f->out.item[i]))
			put_place_table(out, f->name, "to", i, &f->out.item[i], call);
}

/* Statements that put inputs together from arguments. */
static void put_gathering(const struct Call *call, struct Text *out)
{
	const struct CasadiFunction *f = call->f;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		if (call->input[i]) {
			int argument = argument_of(f, i);
			text_format(out, "\tgather(w + %zu, %zu, arg[%d], %s_from%d, %zu);\n", call->input[i] - 1,
			            f->inner->input_size[i], argument, f->name, argument, f->in.item[argument].cells);
		}
}

static void put_input(const struct Call *call, struct Text *out, int input)
{
	int argument = argument_of(call->f, input);
	if (input == INPUT_DERIVED)
		text_put(out, "&derived");
	else if (call->input[input])
		text_format(out, "w + %zu", call->input[input] - 1);
	else if (argument >= 0)
		text_format(out, "given(arg[%d])", argument);
	else
		text_put(out, "nothing");
}

static void put_call(const struct Call *call, struct Text *out)
{
	const struct CasadiFunction *f = call->f;
	const struct CasadiPort *results = f->out.item;
	int count = 0;
	text_format(out, "\t%s_%s(", call->folder->prefix, folder_function(call->folder, f->inner));
	for (int i = 0; i <= INPUT_DERIVED; i++)
		if (generated_takes(f->inner, i)) {
			text_put(out, count++ ? ", " : "");
			put_input(call, out, i);
		}
	for (int o = 0; o < f->inner->outputs; o++) {
		text_put(out, count++ ? ", " : "");
		if (call->same[o])
			text_format(out, "wanted(res[%td], w + %zu)", call->same[o] - results, call->output[o]);
		else
			text_format(out, "w + %zu", call->output[o]);
	}
	text_put(out, ");\n");
}

static void put_scattering(const struct Call *call, struct Text *out)
{
	const struct CasadiFunction *f = call->f;
	for (size_t i = 0; i < f->out.count; i++)
		if (f->out.item[i].cells && !is_shared(call, &f->out.item[i]))
			text_format(out, "\tscatter(res[%zu], w, %s_to%zu, %zu);\n", i, f->name, i,
			            f->out.item[i].cells);
}

/* The values of setup time: of an argument, or constant. */
static void put_derived(const struct Call *call, struct Text *out)
{
	const struct Folder *folder = call->folder;
	if (!generated_takes(call->f->inner, INPUT_DERIVED) || folder->options->default_parameters)
		return;
	text_format(out, "\t%s_derived derived;\n\t%s_prepare((const %s_params *)given(arg[%d]), &derived);\n",
	            folder->prefix, folder->prefix, folder->prefix, argument_of(call->f, INPUT_PARAMS));
}

static void put_function(const struct Folder *folder, struct CasadiPatterns *patterns, struct Text *out,
                         const struct CasadiFunction *f)
{
	struct Call call = { .folder = folder, .f = f };
	plan(&call);
	put_places(&call, out);
	text_format(out,
	            "CASADI_SYMBOL_EXPORT int %s(const casadi_real **arg, casadi_real **res, casadi_int *iw, "
	            "casadi_real *w, int mem)\n{\n",
	            f->name);
	put_derived(&call, out);
	put_gathering(&call, out);
	put_call(&call, out);
	put_scattering(&call, out);
	text_put(out, "\t(void)arg, (void)res, (void)iw, (void)w, (void)mem;\n\treturn 0;\n}\n");
	put_symbols(patterns, out, f->name, &f->in, &f->out, call.work);
}

void folder_put_casadi_derived(struct Folder *folder, struct Text *out)
{
	const struct Generated *prepare = &folder->job.prepare;
	if (!job_prepares(&folder->job) || !folder->options->default_parameters)
		return;
	const double *value = folder_prepared(folder);
	text_format(
		out,
		"/* What functions read of the parameters, at their default values. */\nstatic const %s_derived derived = { {",
		folder->prefix);
	for (size_t k = 0; k < prepare->output->size; k++) {
		text_put(out, k ? ", " : " ");
		real_put_any(folder->printer.real, out, value[k]);
	}
	text_put(out, prepare->output->size ? " } };\n\n" : " 0 } };\n\n");
}

/* The longest array that may be zero: an argument, or an input that CasADi does not know. */
void folder_put_casadi_longest(struct Folder *folder, struct Text *out)
{
	size_t nv = (size_t)folder->job.model->nv, longest = folder->job.prepare.input_size[INPUT_PARAMS] + 1;
	if (folder->options->package == PACKAGE_ACADOS)
		longest += 4 * nv * nv + (size_t)folder->job.tree->f_ext;
	for (int f = 0; f < folder->job.functions; f++)
		for (int i = 0; i < INPUT_COUNT; i++)
			if (folder->job.function[f].input_size[i] > longest)
				longest = folder->job.function[f].input_size[i];
	text_format(out, "%zu", longest);
}

void folder_put_casadi(struct Folder *folder, struct Text *out)
{
	const struct CasadiFunctions functions = folder_casadi_functions(folder);
	struct CasadiPatterns patterns;
	patterns_begin(&patterns, folder->arena);
	for (size_t i = 0; i < functions.count; i++)
		put_function(folder, &patterns, out, &functions.item[i]);
}

/* --- descriptions --- */

static void put_list(struct Text *out, const struct CasadiPorts *ports)
{
	for (size_t i = 0; i < ports->count; i++) {
		const struct CasadiPort *port = &ports->item[i];
		text_format(out, "%s%s[%d", i ? ", " : "", port->name, port->rows);
		text_format(out, port->columns == 1 ? "]" : ", %d]", port->columns);
	}
}

void folder_put_casadi_table(struct Folder *folder, struct Text *out)
{
	const struct CasadiFunctions functions = folder_casadi_functions(folder);
	for (size_t i = 0; i < functions.count; i++) {
		const struct CasadiFunction *f = &functions.item[i];
		if (f->base != f->inner)
			continue;
		text_format(out, "| `%s` | ", f->name);
		put_list(out, &f->in);
		text_put(out, " | ");
		put_list(out, &f->out);
		text_put(out, " |\n");
	}
}

/* A call with symbols of the right sizes: "q, qd, tau". */
void folder_put_casadi_call(struct Folder *folder, struct Text *out)
{
	const struct CasadiPorts in = folder_casadi_functions(folder).item->in;
	for (size_t i = 0; i < in.count; i++)
		text_format(out, "%s%s", i ? ", " : "", in.item[i].name);
}

void folder_put_casadi_variables(struct Folder *folder, struct Text *out)
{
	const struct CasadiPorts in = folder_casadi_functions(folder).item->in;
	for (size_t i = 0; i < in.count; i++)
		text_format(out, "%s = ca.MX.sym('%s', %d, %d)\n", in.item[i].name, in.item[i].name, in.item[i].rows,
		            in.item[i].columns);
}
