/* Printers of functions and files, from programs to C. */
#include "print_lanes.h"
#include "print_compact.h"
#include "print_stages.h"
#include "dispatch.h"

#include <string.h>

#include "base/number.h"
#include "base/tuning.h"
#include "dynamics/customized/base_parameters.h"
#include "model/joint.h"
#include "model/loop.h"

/* --- functions --- */

/* A parameter; a line that is too wide continues on the next. */
static void put_parameter(struct Printer *p, const struct Array *argument, size_t *line)
{
	enum { WIDTH = 100 };
	const char *type = text_print(p->arena, "%s%s", argument->input ? "const " : "", argument->type);
	const char *text = argument->size ? text_print(p->arena, "%s %s[%zu]", type, argument->name, argument->size)
	                                  : text_print(p->arena, "%s *%s", type, argument->name);
	bool first = p->out->item[p->out->count - 1] == '(';
	if (!first && p->out->count - *line + strlen(text) > WIDTH) {
		text_put(p->out, ",\n\t");
		*line = p->out->count;
	} else if (!first) {
		text_put(p->out, ", ");
	}
	text_put(p->out, text);
}

static size_t line_start(const struct Text *out)
{
	size_t start = out->count;
	while (start > 0 && out->item[start - 1] != '\n')
		start--;
	return start;
}

/* Functions with parameters of their own, beside those of the function whose parts they are. */
enum PartOf { PART_NOT, PART_PIECE, PART_STAGE };

/* The arrays that pieces and stages of a function share. */
static void put_shared(struct Printer *p, enum PartOf part, size_t *line)
{
	const struct Array kept = { PIECES_ARRAY, p->real->name, 0, false, false },
			   of_limbs = { PIECES_LIMBS_ARRAY, p->type[1].name, 0, false, false },
			   staged = { STAGES_ARRAY, p->real->name, 0, part == PART_STAGE, false },
			   spread = { STAGES_SPREAD, p->type[1].name, 0, true, false };
	if (part == PART_PIECE)
		put_parameter(p, &kept, line);
	if (part == PART_PIECE && p->limbs)
		put_parameter(p, &of_limbs, line);
	if (part != PART_NOT && p->stages)
		put_parameter(p, &staged, line);
	if (part == PART_STAGE && p->limbs)
		put_parameter(p, &spread, line);
}

/* Signature with all parameters; of `results` alone. */
static void put_signature(struct Printer *p, const char *storage, const char *name, bool results, enum PartOf part)
{
	const struct Arrays arguments = c_arguments(p);
	text_put(p->out, storage);
	size_t line = line_start(p->out);
	text_format(p->out, "void %s(", name);
	for (size_t i = 0; i < arguments.count; i++)
		if (!results || !arguments.item[i].input)
			put_parameter(p, &arguments.item[i], &line);
	put_shared(p, part, &line);
	text_char(p->out, ')');
}

/* PREFIX_FN_init, which takes the outputs alone. */
static void put_init_signature(struct Printer *p)
{
	text_format(p->out, "/* Writes the structural zeros of %s, which that function does not write. */\n",
	            c_function(p));
	put_signature(p, p->storage, c_companion(p, NULL, COMPANION_INIT), true, PART_NOT);
}

static void put_init(struct Printer *p)
{
	if (!c_has_init(p))
		return;
	put_init_signature(p);
	text_char(p->out, '\n');
	if (p->compact)
		c_put_compact_zeros(p);
	else
		c_put_zeros(p);
	text_char(p->out, '\n');
}

/* Call of a piece, with its arguments. */
static void put_piece_call(struct Printer *p, const char *name)
{
	text_format(p->out, "\t%s(", name);
	c_put_names(p);
	text_format(p->out, ", %s%s%s);\n", PIECES_ARRAY, p->limbs ? ", " PIECES_LIMBS_ARRAY : "",
	            p->stages ? ", " STAGES_ARRAY : "");
}

/* Does the code exceed the instruction cache? Code in pieces has a sixth fewer bytes. */
static bool exceeds_cache(const struct Printer *p)
{
	uint32_t kept = p->stages ? p->stages->kept : 0;
	bool wanted = p->dialect->open_pieces && !p->compact;
	return wanted && p->function->program.temporaries + kept > CACHE_TEMPORARIES;
}

/* Is the body printed in pieces? */
static bool has_pieces(const struct Printer *p)
{
	return (c_is_long(p) || exceeds_cache(p)) && !p->rolled;
}

/* The statements of a long body in pieces. Returns their count. */
static int put_pieces(struct Printer *p, const char *storage)
{
	const struct Program *program = &p->function->program;
	int number = 0;
	c_begin_pieces(p);
	for (uint32_t first = 0, end; first < program->statements; first = end) {
		end = c_piece_end(p, first);
		put_signature(p, storage, c_piece_name(p, ++number), false, PART_PIECE);
		text_char(p->out, '\n');
		c_put_piece(p, first, end);
		text_char(p->out, '\n');
	}
	return number;
}

/* Functions for parts of a body, printed before the function. */
static void put_parts(struct Printer *p)
{
	const char *storage = text_print(p->arena, "%s%s", c_avx2(p, p->wide), p->dialect->storage.called);
	bool shorter = !p->wide && p->dialect->open_pieces; /* AVX has no shorter form of an instruction */
	if (!has_pieces(p) && !p->stages)
		return;
	if (has_pieces(p))
		text_format(p->out,
		            "/* %s is long. Its pieces are shorter and compile faster. They pass temporaries in\n"
		            " * %s. */\n",
		            c_function(p), p->limbs ? PIECES_ARRAY " and " PIECES_LIMBS_ARRAY : PIECES_ARRAY);
	text_put(p->out, shorter ? p->dialect->open_pieces : "");
	int pieces = has_pieces(p) ? put_pieces(p, storage) : 0;
	for (int i = 0; i < c_stage_functions(p); i++) {
		put_signature(p, storage, c_piece_name(p, pieces + i + 1), true, PART_STAGE);
		text_char(p->out, '\n');
		c_put_stage(p, i);
		text_char(p->out, '\n');
	}
	text_put(p->out, shorter ? p->dialect->close_pieces : "");
}

static void put_array(struct Printer *p, const char *type, const char *name, uint32_t places)
{
	text_format(p->out, "\t%s %s[%u];\n", type, name, places ? places : 1);
}

/* Body of a long function: calls of its pieces in order. */
static void put_long_body(struct Printer *p)
{
	const struct Program *program = &p->function->program;
	int number = 0;
	text_put(p->out, "{\n");
	c_put_dispatch(p);
	put_array(p, p->real->name, PIECES_ARRAY, p->piece.places[0]);
	if (p->limbs)
		put_array(p, p->type[1].name, PIECES_LIMBS_ARRAY, p->piece.places[1]);
	c_open_stages(p);
	c_put_stamp(p);
	c_open_compact(p);
	for (uint32_t first = 0; first < program->statements; first = c_piece_end(p, first))
		put_piece_call(p, c_piece_name(p, ++number));
	c_put_stage_calls(p, number);
	c_close_compact(p);
	c_put_dispatch_end(p);
	text_put(p->out, "}\n");
}

/* --- patterns of sparse matrices --- */

static void put_numbers(struct Printer *p, const char *name, const int *number, size_t count)
{
	enum { A_LINE = 24 };
	text_format(p->out, "%sint %s[%zu] = {", p->dialect->storage.table, name, count ? count : 1);
	for (size_t i = 0; i < count; i++)
		text_format(p->out, "%s%s%d", i ? "," : "", i % A_LINE ? " " : "\n\t", number[i]);
	text_put(p->out, count ? "\n};\n" : " 0 };\n");
}

static void put_patterns(struct Printer *p)
{
	const struct Generated *f = p->function;
	for (int i = 0; i < f->outputs; i++) {
		const struct GeneratedOutput *output = &f->output[i];
		if (!output->sparse)
			continue;
		if (p->job->request->by_columns) {
			text_format(p->out, "/* %s stores so many entries, by columns. */\n#define %s %zu\n\n",
			            output->name, c_companion(p, output->name, COMPANION_NNZ), output->size);
			continue;
		}
		const struct Pattern pattern = output_pattern(p->arena, output);
		text_format(
			p->out,
			"/* Row i of %s has the entries row[i] to row[i + 1] - 1, in the columns listed at these places. */\n"
			"#define %s %zu\n",
			output->name, c_companion(p, output->name, COMPANION_NNZ), output->size);
		put_numbers(p, c_companion(p, output->name, COMPANION_ROW), pattern.row, (size_t)output->rows + 1);
		put_numbers(p, c_companion(p, output->name, COMPANION_COLUMN), pattern.column, output->size);
		text_char(p->out, '\n');
	}
}

/* --- files --- */

struct IndexPrinter {
	struct Text *out;
	const struct Dag *dag;
	int left; /* names still to print */
};

static void put_index(void *context, const struct NamedIndex *index)
{
	struct IndexPrinter *printer = context;
	const struct Joint *joint = index->joint;
	text_format(printer->out, "\t%s = %d%s /* ", index->name, index->index, --printer->left ? "," : "");
	c_put_comment(printer->out, index->of.text);
	text_format(printer->out, ", %s", index->unit);
	if (joint && joint->limited && strchr(index->unit, '/') == NULL) {
		text_put(printer->out, ", limits ");
		number_put(printer->out, dag_value(printer->dag, joint->lower));
		text_put(printer->out, " to ");
		number_put(printer->out, dag_value(printer->dag, joint->upper));
	}
	text_put(printer->out, " */\n");
}

static void put_indices(struct Printer *p)
{
	if (!p->job->model->nv)
		return;
	const struct Model *model = p->job->model;
	struct IndexPrinter printer = { p->out, model->dag, model->nq + model->nv };
	text_put(p->out, "/* Indices of coordinates and velocities. */\nenum {\n");
	c_each_index(p->arena, p->job, 'Q', put_index, &printer);
	c_each_index(p->arena, p->job, 'V', put_index, &printer);
	text_put(p->out, "};\n\n");
}

static void put_reactions(struct Printer *p)
{
	int reactions = p->job->tree->reactions;
	if (!reactions)
		return;
	struct IndexPrinter printer = { p->out, p->job->model->dag, reactions };
	text_format(
		p->out,
		"/* Indices of the wrenches of reaction: wrench k is w[6*k] to w[6*k+5]. */\n#define %s %d\nenum {\n",
		c_own(p, OWN_NW), reactions);
	c_each_reaction(p->arena, p->job, put_index, &printer);
	text_put(p->out, "};\n\n");
}

/* Number and indices of an array of inputs of the model, after a remark. False: there are none. */
static bool put_given_indices(struct Printer *p, enum Input array, int numbers, const char *remark, enum OwnName size)
{
	struct IndexPrinter printer = { p->out, p->job->model->dag, numbers };
	if (!numbers)
		return false;
	text_format(p->out, "/* %s */\n#define %s %d\nenum {\n", remark, c_own(p, size), numbers);
	c_each_input(p->arena, p->job, array, put_index, &printer);
	text_put(p->out, "};\n");
	return true;
}

static void put_given_defaults(struct Printer *p, const struct ParameterList *all, enum OwnName name)
{
	text_format(p->out, "#define %s {", c_own(p, name));
	for (int i = 0; i < all->numbers; i++) {
		text_put(p->out, i ? ", " : " ");
		real_put(p->real, p->out, all->value[i]);
	}
	text_put(p->out, " }\n\n");
}

/* Inputs of the model, those of them that move, and states. */
static void put_inputs(struct Printer *p)
{
	const struct Model *model = p->job->model;
	if (put_given_indices(p, INPUT_U, model->inputs.numbers,
	                      "The inputs u: their number, indices, and an initializer with the defaults.", OWN_NU))
		put_given_defaults(p, &model->inputs, OWN_U_DEFAULT);
	if (put_given_indices(p, INPUT_UD, (int)model->dag->moving.count,
	                      "Indices of ud and udd, the rates and accelerations of the inputs that move.", OWN_NUD))
		text_char(p->out, '\n');
	if (put_given_indices(p, INPUT_S, model->states.numbers,
	                      "The states s: their number, indices, and an initializer with the defaults.", OWN_NS))
		put_given_defaults(p, &model->states, OWN_S_DEFAULT);
}

static void put_struts(struct Printer *p)
{
	int struts = (int)p->job->model->struts.count;
	if (!job_measures_struts(p->job))
		return;
	struct IndexPrinter printer = { p->out, p->job->model->dag, struts };
	text_format(
		p->out,
		"/* Indices of struts and tendons: rows of lengths, arms and length_rates. */\n#define %s %d\nenum {\n",
		c_own(p, OWN_NT), struts);
	c_each_strut(p->arena, p->job, put_index, &printer);
	text_put(p->out, "};\n\n");
}

/* Coefficients of friction of a phase, by contact. */
static void put_friction(struct Printer *p, const struct FunctionPart *part)
{
	const struct Model *model = p->job->model;
	text_format(p->out, "#define %s { ", c_friction_name(p->arena, p->job, part));
	for (int i = 0; i < part->contacts; i++) {
		text_put(p->out, i ? ", " : "");
		real_put(p->real, p->out, dag_value(model->dag, model->contacts.item[part->contact[i]].friction));
	}
	text_put(p->out, " }\n");
}

static void put_phases(struct Printer *p)
{
	const struct JobPhases phases = job_phases(p->arena, p->job);
	bool loops = model_has_loops(p->job->model);
	if (phases.count)
		text_format(p->out, "/* %s\n * %s%s%s */\n\n", c_rows_rule[0], c_rows_rule[1], loops ? "\n * " : "",
		            loops ? c_rows_rule[2] : "");
	for (int i = 0; i < phases.count; i++) {
		const struct FunctionPart *part = phases.part[i];
		struct IndexPrinter printer = { p->out, p->job->model->dag, part->rows->rows };
		text_put(p->out, "/* Rows of ");
		c_put_comment(p->out, part->phase);
		text_format(p->out, ": their number, %sindices in lambda. */\n",
		            part->contacts ? "the friction of each contact, " : "");
		text_format(p->out, "#define %s %d\n", c_rows_name(p->arena, p->job, part), part->rows->rows);
		if (part->contacts)
			put_friction(p, part);
		text_put(p->out, "enum {\n");
		c_each_row(p->arena, p->job, part, put_index, &printer);
		text_put(p->out, "};\n\n");
	}
}

/* Lengths of outputs that the model alone does not determine. */
static void put_lengths(struct Printer *p)
{
	const struct Tree *tree = p->job->tree;
	if (tree->base)
		text_format(p->out, "/* Number of base parameters. */\n#define %s %d\n\n", c_own(p, OWN_NBETA),
		            tree->base->count);
	if (job_returns(p->job, EXTENT_PARAMS))
		text_format(p->out, "/* Count of numbers in the parameters. */\n#define %s %d\n\n", c_own(p, OWN_NP),
		            tree->np);
}

static void put_definitions(struct Printer *p)
{
	const struct Model *model = p->job->model;
	text_format(p->out, "#define %s %d\n#define %s %d\n#define %s %s\n", c_own(p, OWN_NQ), model->nq,
	            c_own(p, OWN_NV), model->nv, c_own(p, OWN_REAL), p->real->name);
	text_format(p->out, "#define %s 0x%016llxULL /* of the model */\n", c_own(p, OWN_HASH),
	            (unsigned long long)model_hash(model));
	text_format(p->out, "#define %s 0x%016llxULL /* of that and the options */\n\n", c_own(p, OWN_CODE),
	            (unsigned long long)c_code_hash(p));
	put_indices(p);
	c_put_couplings(p);
	put_reactions(p);
	put_inputs(p);
	put_struts(p);
	put_phases(p);
	put_lengths(p);
	c_put_limits(p);
	c_put_poses(p);
	if (job_prepares(p->job))
		c_put_param_types(p);
}

static void open_guard(struct Printer *p)
{
	const char *guard = c_guard_name(p, p->dialect->guard);
	text_format(p->out, "#ifndef %s\n#define %s\n\n", guard, guard);
}

static bool any_parts(const struct Bodies *bodies)
{
	bool any = false;
	for (int i = 0; i < bodies->count; i++)
		any |= has_pieces(&bodies->item[i]) || bodies->item[i].stages;
	return any;
}

static void put_body(struct Printer *p)
{
	if (has_pieces(p))
		put_long_body(p);
	else
		c_put_body(p);
}

/* Signature of the function, or of its code for AVX2. */
static void put_head(struct Printer *p)
{
	const char *avx2 = text_print(p->arena, "%sstatic __attribute__((noinline, unused)) ", c_avx2(p, p->wide));
	put_signature(p, p->wide ? avx2 : p->storage, p->wide ? c_companion(p, NULL, COMPANION_AVX2) : c_function(p),
	              false, PART_NOT);
	text_char(p->out, '\n');
}

static void put_function(struct Printer *p, bool doc)
{
	c_begin_compact(p);
	struct Bodies bodies = c_bodies(p);
	if (any_parts(&bodies))
		c_each_body(&bodies, NULL, put_parts);
	if (doc) {
		put_patterns(p);
		c_put_function_doc(p);
	}
	c_each_body(&bodies, put_head, put_body);
	c_end_compact(p);
	text_char(p->out, '\n');
}

static void put_functions(struct Printer *p, bool doc)
{
	if (job_prepares(p->job)) {
		c_put_params_default(p);
		p->function = &p->job->prepare;
		put_function(p, doc);
		c_put_kernel(p);
	}
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		put_function(p, doc);
		put_init(p);
		c_put_batch(p);
		c_put_kernel(p);
	}
}

static void put_fma_macro(struct Printer *p)
{
	const char *macro = c_own(p, OWN_FMA);
	if (p->job->request->fma != FMA_AUTO || !p->job->fuses)
		return;
	text_format(p->out,
	            "/* a*b + c, with one rounding if the machine has one instruction for it. */\n"
	            "#if %s\n#define %s(a, b, c) fma%s(a, b, c)\n#else\n"
	            "#define %s(a, b, c) (((a)*(b)) + (c))\n#endif\n\n",
	            c_fma_condition(p), macro, p->real->suffix, macro);
}

/* Names of <math.h> for builtin functions of gcc and clang, until these names have their own meaning again. -ffreestanding takes the names
 * for functions of a library, and calls one even where the machine has an instruction. MISRA forbids to define such names. */
static void put_builtins(struct Printer *p, bool open)
{
	static const enum Op may_be_instructions[] = { OP_SQRT, OP_ABS, OP_FLOOR, OP_FMA };
	uint64_t ops = p->dialect->builtins && !p->job->request->misra ? c_called(p->job) : 0;
	int count = 0;
	for (size_t i = 0; i < sizeof may_be_instructions / sizeof *may_be_instructions; i++) {
		const char *name = op_table[may_be_instructions[i]].c, *suffix = p->real->suffix;
		if (!(ops >> may_be_instructions[i] & 1))
			continue;
		if (!count++)
			text_format(p->out, "%s#if " GNU "\n",
			            open ? "/* instructions where the machine has them, with -ffreestanding too */\n"
			                 : "");
		if (open)
			text_format(p->out, "#pragma push_macro(\"%s%s\")\n#undef %s%s\n#define %s%s __builtin_%s%s\n",
			            name, suffix, name, suffix, name, suffix, name, suffix);
		else
			text_format(p->out, "#pragma pop_macro(\"%s%s\")\n", name, suffix);
	}
	text_put(p->out, !count ? "" : open ? "#endif\n\n" : "#endif\n");
}

/* All functions, with the dialect's pragmas: a*b + c is rounded twice unless contraction is allowed. */
static void put_code(struct Printer *p, bool doc)
{
	bool contract = p->job->request->contract;
	text_put(p->out, p->dialect->open_file[contract]);
	text_put(p->out, p->job->request->sincos == SINCOS_INLINE ? p->dialect->refuse_file : "");
	text_put(p->out, p->dialect->opened_file);
	text_put(p->out, p->compact && !contract ? p->dialect->open_loops : "");
	put_builtins(p, true);
	put_fma_macro(p);
	c_put_sincos_functions(p);
	c_put_compact_helpers(p);
	c_put_dispatch_macros(p);
	c_put_batch_lanes(p);
	c_put_limb_types(p);
	c_put_kernel_helpers(p);
	text_put(p->out, p->compact || contract ? "" : p->dialect->open_functions);
	put_functions(p, doc);
	put_builtins(p, false);
	text_put(p->out, p->dialect->close_file[contract]);
}

/* Headers for function bodies (`code`) or for prototypes alone. Machines without a C library have no math.h. */
static void include_files(struct Printer *p, bool code)
{
	bool needed = code && job_prepares(p->job) && program_needs_math(&p->job->prepare.program);
	for (int i = 0; i < p->job->functions; i++)
		needed |= code && program_needs_math(&p->job->function[i].program);
	bool batch = p->job->request->batch != BATCH_NONE; /* size_t is the type of its state count */
	const char *math = p->dialect->include_math;
	text_put(p->out, needed ? math : "");
	text_put(p->out, batch || p->dialect->kernel ? p->dialect->include_size : "");
	if (job_prepares(p->job) && !needed)
		text_format(p->out, "#ifdef %s\n%s#endif\n", c_own(p, OWN_CHECK), math);
	text_put(p->out, needed || batch || job_prepares(p->job) ? "\n" : "");
}

/* Ends the header. Without the error, one of another model or other options would be left out in silence. */
static void close_guard(struct Printer *p)
{
	text_format(p->out,
	            "\n#elif %s != 0x%016llxULL\n"
	            "#error \"code for another model or other options has this prefix too: see --prefix\"\n#endif\n",
	            c_own(p, OWN_CODE), (unsigned long long)c_code_hash(p));
}

static void put_header(struct Printer *p)
{
	c_put_banner(p);
	open_guard(p);
	include_files(p, true);
	text_put(p->out, p->dialect->open_language[p->real->narrow]);
	put_definitions(p);
	c_put_links(p);
	put_code(p, true);
	text_put(p->out, p->dialect->close_language);
	close_guard(p);
}

/* Notes the loops of a function's bodies. */
static void note_loops(struct Printer *p, const struct Generated *function)
{
	struct Printer own = *p;
	own.function = function;
	const struct Bodies bodies = c_bodies(&own);
	for (int i = 0; i < bodies.count; i++)
		p->loops_over_limbs |= bodies.item[i].rolled != NULL;
	p->loops_over_members |= function->stages && p->job->request->code_size != CODE_SIZE_OFF;
	p->dispatches |= bodies.wide >= 0;
}

/* Options of the request: zeros apart, --size=on. And what follows from them. */
static void take_request(struct Printer *p)
{
	p->zeros_apart = p->job->request->zeros_once;
	p->compact = p->job->request->code_size == CODE_SIZE_ON;
	p->loops_over_angles = c_loops_over_angles(p);
	p->dispatch = c_may_dispatch(p);
	for (int i = 0; i < p->job->functions; i++)
		note_loops(p, &p->job->function[i]);
	p->dispatch = p->dispatches;
	p->batch_dispatch = c_dispatches_batches(p);
}

void print_header(struct Printer *p)
{
	take_request(p);
	put_header(p);
}

/* Header of a pair: definitions for callers, and prototypes. */
static void print_prototypes(struct Printer *p)
{
	c_put_banner(p);
	open_guard(p);
	include_files(p, false);
	text_put(p->out, p->dialect->open_language[p->real->narrow]);
	put_definitions(p);
	if (job_prepares(p->job)) {
		p->function = &p->job->prepare;
		c_put_param_prototypes(p);
		c_put_function_doc(p);
		put_signature(p, p->storage, c_function(p), false, PART_NOT);
		text_put(p->out, ";\n\n");
	}
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		put_patterns(p);
		c_begin_compact(p);
		c_put_function_doc(p);
		c_end_compact(p);
		put_signature(p, p->storage, c_function(p), false, PART_NOT);
		text_put(p->out, ";\n\n");
		if (c_has_init(p)) {
			put_init_signature(p);
			text_put(p->out, ";\n\n");
		}
		c_put_batch_prototypes(p);
	}
	text_put(p->out, p->dialect->close_language);
	close_guard(p);
}

void print_pair(struct Printer *p)
{
	struct Text *source = &p->printed->text;
	take_request(p);
	p->out = &p->printed->header;
	print_prototypes(p);
	p->out = source;
	c_put_banner(p);
	text_format(source, "#include \"%s\"\n\n", p->printed->include);
	include_files(p, true);
	c_put_links(p);
	put_code(p, false);
	source->count--; /* keeps a single line end at the end */
	source->item[source->count] = '\0';
}

/* Entry for executors, with pointers to the arrays in order. `count`: a first argument, unless empty. */
static void put_caller(struct Printer *p, const char *entry, const char *count, const char *name)
{
	const struct Arrays arguments = c_arguments(p);
	const char *real = p->real->name;
	int inputs = 0, outputs = 0;
	text_format(p->out, "void %s(%s%sconst %s *const *in, %s *const *out)\n{\n\t%s(%s", entry,
	            *count ? "size_t " : "", *count ? text_print(p->arena, "%s, ", count) : "", real, real, name,
	            count);
	for (size_t i = 0; i < arguments.count; i++) {
		const struct Array *argument = &arguments.item[i];
		text_put(p->out, i || *count ? ", " : "");
		if (argument->input && !argument->size)
			text_format(p->out, "(const %s *)(const void *)", argument->type);
		text_format(p->out, argument->input ? "in[%d]" : "out[%d]", argument->input ? inputs++ : outputs++);
	}
	text_put(p->out, ");\n}\n");
}

/* The same function with its plain signature, for callers that ask for its address. */
static void put_raw(struct Printer *p, int number, const char *name)
{
	put_signature(p, "", text_print(p->arena, "raw%d", number), false, PART_NOT);
	text_format(p->out, "\n{\n\t%s(", name);
	c_put_names(p);
	text_put(p->out, ");\n}\n");
}

void print_object(struct Printer *p)
{
	put_header(p);
	for (int i = 0; i < p->job->functions; i++) {
		p->function = &p->job->function[i];
		const char *name = c_function(p);
		put_caller(p, text_print(p->arena, "call%d", i), "", name);
		put_raw(p, i, name);
		if (p->job->request->batch != BATCH_NONE)
			put_caller(p, text_print(p->arena, "many%d", i), "count",
			           c_companion(p, NULL, COMPANION_BATCH));
	}
}

/* Prototypes of the functions of <math.h> and of sines, for code without #include. */
static void put_prototypes_of_operations(struct Printer *p)
{
	const char *real = p->real->name;
	for (int op = 0; op < OP_COUNT; op++) {
		if (!*op_table[op].c || op_table[op].infix)
			continue;
		text_format(p->out, "%s %s%s(", real, op_table[op].c, p->real->suffix);
		for (int k = 0; k < op_table[op].arity; k++)
			text_format(p->out, "%s%s", k ? ", " : "", real);
		text_put(p->out, ");\n");
	}
	text_format(p->out, "void %s%s(%s, %s *, %s *);\n", p->dialect->sincos, p->real->suffix, real, real, real);
}

void print_memory(struct Printer *p)
{
	put_prototypes_of_operations(p);
	if (job_prepares(p->job))
		c_put_param_types(p);
	c_put_sincos_functions(p);
	for (int i = 0; i < p->job->functions; i++) {
		const char *name = text_print(p->arena, "f%d", i);
		p->function = &p->job->function[i];
		put_signature(p, p->storage, name, false, PART_NOT);
		text_char(p->out, '\n');
		c_put_body(p);
		put_caller(p, text_print(p->arena, "call%d", i), "", name);
	}
}
