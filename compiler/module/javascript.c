/* JavaScript: an ES module whose functions write into arrays of the caller, as in C.
 *
 * Its numbers are doubles and each operation rounds once, so results are identical to the C code's. Exceptions are
 * sines a model takes of other values than joint angles, and other functions of Math: their accuracy depends on the
 * engine. */
#include "module.h"

#include "c/print_sincos.h"
#include "dynamics/measures.h"

static const char *const functions[OP_COUNT] = {
#define FUNCTION(id, name, cost, javascript, numpy, slope) [OP_##id] = "Math." #javascript,
#define FUNCTION2(id, name, cost, javascript, numpy) [OP_##id] = "Math." #javascript,
#include "dag/ops.def"
};

/* clang-format off */
const struct Dialect dialect_javascript = {
	.load = "%s[%s]",
	.temporary = "const ", .untyped = true,
	.select = { "", " < ", " ? ", " : ", "" },
	.nan = { "NaN", "NaN" },
	.width = 100, .longest = { 1000, 1000 }, /* engines do not optimize longer functions, which are ten times as slow */
	.nature = "No allocation, no loops; sines and cosines without those of Math",
	.end = ";", .comment = { "/* ", " */" }, .broken = { "", "" },
	.member = "params.%s", .derived = "derived",
	.called = functions, .reserved = RESERVED_BY_JAVASCRIPT, .one_sincos = "%s_sincos1(", .sines = "sines",
};
/* clang-format on */

static const struct Language javascript = {
	.constant = { "export const ", " = ", ";" },
	.list = { "Object.freeze([", "])" },
	.remark = { "/* ", " */" },
	.words = { "NaN", "Infinity" },
};

/* --- comments --- */

static void put_argument_row(struct Printer *p, const struct FunctionArgument *a)
{
	bool output = a->output >= 0, whole = output && a->array->columns != 1 && !a->array->layout;
	const char *shape = a->input == INPUT_PARAMS || a->input == INPUT_DERIVED ? ""
	                    : whole ? text_print(p->arena, " [%d*%d]", a->array->rows, a->array->columns)
	                            : text_print(p->arena, " [%zu]", a->size);
	text_format(p->out, " * @param {%s} %s%s %s: %s", a->input == INPUT_PARAMS ? "object" : "Float64Array",
	            c_array_name(p, a->name), shape, output ? "out" : "in", c_argument_meaning(p, a));
	if (*shape && !(output && a->array->info == &derived_output))
		text_format(p->out, "; %s", measure_units(p->job->model, a->measure));
	text_char(p->out, '\n');
}

void javascript_put_doc(struct Printer *p)
{
	text_put(p->out, "/**\n * ");
	c_put_title(p);
	c_put_inputs_apart(p);
	c_put_cost(p);
	text_put(p->out, " * Outputs must not overlap inputs or each other.\n");
	c_put_state_notes(p);
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);)
		put_argument_row(p, &a);
	text_put(p->out, " */\n");
}

/* --- functions --- */

/* Name of the function that throws. Names of the model's functions begin with the prefix and "_". */
#define REFUSES "refuse"

/* An array of another length has another meaning, and beyond its end JavaScript reads NaN and writes nothing. */
static void put_length_check(struct Printer *p, const char *array, size_t size, const char *more)
{
	text_format(p->out, "\tif (%s.length !== %zu) " REFUSES "(\"%s: %s\", %s, %zu%s);\n", array, size,
	            c_function(p), array, array, size, more);
}

static void put_parameter_checks(struct Printer *p)
{
	const struct Model *model = p->job->model;
	for (size_t i = 0; i < model->parameters.count; i++) {
		const struct Parameter *parameter = model->parameters.item[i];
		if (parameter->kind != VALUE_SCALAR)
			put_length_check(p, text_print(p->arena, "params.%s", c_member_name(p->arena, parameter)),
			                 (size_t)parameter->count, "");
	}
}

static void put_length_checks(struct Printer *p)
{
	for (struct FunctionArgument a = { 0 }; generated_next(p->function, &a);)
		if (a.input == INPUT_PARAMS)
			put_parameter_checks(p);
		else
			put_length_check(p, c_array_name(p, a.name), a.size, a.output < 0 ? "" : ", true");
}

static void put_refusal(struct Printer *p)
{
	text_put(p->out, "// A result may also be an empty array, which grows.\n"
	                 "function " REFUSES "(array, value, length, grows) {\n"
	                 "\tif (grows && Array.isArray(value) && !value.length)\n\t\treturn;\n"
	                 "\tthrow new RangeError(`${array} has length ${value.length}, wanted ${length}`);\n}\n\n");
}

/* Name of a function's array for temporaries. No function can have this name. */
static const char *pieces_array(const struct Printer *p)
{
	bool prepare = p->function == &p->job->prepare;
	return text_print(p->arena, PIECES_ARRAY "%d", prepare ? 0 : (int)(p->function - p->job->function) + 1);
}

/* Pieces of a long function, and the array in which they pass on temporaries. Returns the number of pieces. */
static int put_pieces(struct Printer *p, const char *name)
{
	const struct Program *program = &p->function->program;
	int pieces = 0;
	c_begin_pieces(p);
	text_format(p->out,
	            "// %s is long, so it is written in pieces, which engines take better.\n"
	            "const %s = new Float64Array(%u);\n\n",
	            name, pieces_array(p), p->piece.places[0]);
	for (uint32_t first = 0, end; first < program->statements; first = end) {
		end = c_piece_end(p, first);
		text_format(p->out, "function %s_piece%d(", name, ++pieces);
		c_put_names(p);
		text_put(p->out, ", " PIECES_ARRAY ") {\n");
		c_put_piece_statements(p, first, end);
		text_put(p->out, "}\n\n");
	}
	return pieces;
}

static void put_function(struct Printer *p)
{
	const char *name = c_function(p);
	int pieces = c_is_long(p) ? put_pieces(p, name) : 0;
	javascript_put_doc(p);
	text_format(p->out, "%sfunction %s(", p->storage, name);
	c_put_names(p);
	text_put(p->out, ") {\n");
	put_length_checks(p);
	for (int i = 1; i <= pieces; i++) {
		text_format(p->out, "\t%s_piece%d(", name, i);
		c_put_names(p);
		text_format(p->out, ", %s);\n", pieces_array(p));
	}
	if (!pieces)
		c_put_statements(p);
	text_put(p->out, "}\n\n");
}

/* Parameters: a function for an object of default values, and the setup function. */
static void put_params(struct Printer *p)
{
	static const char *const list[2] = { "new Float64Array([", "])" };
	if (!job_prepares(p->job))
		return;
	const char *defaults = c_own(p, OWN_PARAMS_DEFAULT), *size = c_own(p, OWN_DERIVED_SIZE);
	text_format(p->out,
	            "/**\n * The parameters, in SI units, at the defaults of the model. Call %s after each change: it\n"
	            " * writes the values that functions read into an array of %s.\n */\n",
	            c_own(p, OWN_PREPARE), size);
	text_format(p->out, "%sfunction %s() {\n\treturn Object.seal({\n", p->storage, defaults);
	module_put_defaults(p, "", list, " // ");
	text_format(p->out, "\t});\n}\n\n%sconst %s = %zu;\n\n", p->storage, size, p->job->prepare.output->size);
	p->function = &p->job->prepare;
	put_function(p);
}

/* --- the file --- */

static bool calls_sincos(const struct Job *job)
{
	bool any = false;
	for (int f = -1; f < job->functions; f++) {
		const struct Program *program = &job_generated(job, f)->program;
		for (uint32_t i = 0; i < program->steps; i++)
			any |= program->step[i].group != 0;
	}
	return any;
}

/* Function PREFIX_sincos1(x), which leaves sine and cosine in the module's array. */
static void put_sincos(struct Printer *p)
{
	const char *array = p->dialect->sines;
	sincos_put_explanation(
		p, "/* Sine and cosine of an angle, without branches, by the operations of the C, so that results are\n"
		   " * identical. ");
	text_format(p->out, "const %s = new Float64Array(2);\nfunction %s_sincos1(x) {\n", array,
	            c_prefix(p->arena, p->job));
	sincos_put_constants(p, "\tconst ", "", "");
	sincos_put_rows(p, "\tconst ", NULL);
	text_format(p->out, "\t%s[0] = s;\n\t%s[1] = c;\n}\n\n", array, array);
}

void print_javascript(struct Printer *p)
{
	c_put_banner(p);
	text_char(p->out, '\n');
	module_put_constants(p, &javascript);
	c_put_links(p);
	put_refusal(p);
	if (calls_sincos(p->job))
		put_sincos(p);
	put_params(p);
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		put_function(p);
	}
	module_end_file(p->out);
}
