#include "signature.h"

#include <string.h>

#include "dynamics/customized/base_parameters.h"
#include "model/strut.h"

/* The arrays of a function while they are declared. */
struct Declaring {
	struct Diags *diags;
	struct Generated *function;
	const struct Model *model;
	const struct Tree *tree;
	const struct Request *request;
	struct Arena *arena;
	/* by direction or weight */
	const char *key[INPUT_SEEDS];  /* the same array of two terms has the same key */
	const char *stem[INPUT_SEEDS]; /* its name before the suffix */
	const char *tail[INPUT_SEEDS]; /* the suffix */
	bool full;                     /* there are too many */
};

static int extent_of(enum Extent extent, const struct Tree *tree, const struct FunctionPart *part)
{
	switch (extent) {
	case EXTENT_ROWS: return part->rows ? part->rows->rows : 0;
	case EXTENT_1: return 1;
	case EXTENT_3: return 3;
	case EXTENT_6: return 6;
	case EXTENT_9: return 9;
	case EXTENT_NQ: return tree->nq;
	case EXTENT_NV: return tree->nv;
	case EXTENT_STATE: return 2 * tree->nv + tree->ns;
	case EXTENT_JOINTS: return tree->reactions;
	case EXTENT_STRUTS: return part->struts ? part->struts->count : 0;
	case EXTENT_BASE: return tree->base ? tree->base->count : BODY_PARAMETERS * tree_moving(tree);
	case EXTENT_PARAMS: return tree->np;
	case EXTENT_INPUTS: return tree->nu;
	case EXTENT_MOVING: return (int)tree->dag->moving.count;
	case EXTENT_STATES: return tree->ns;
	case EXTENT_BODIES: return BODY_PARAMETERS * tree_moving(tree);
	case EXTENT_OWN: break;
	}
	return 0;
}

/* --- names --- */

/* Renames outputs that share a name with another argument: the suffix is their frame, or else their function. */
static void tell_apart(const struct Declaring *d, struct GeneratedOutput *output, int outputs)
{
	const struct Generated *function = d->function;
	int *times = ARENA_ARRAY(d->arena, int, outputs + INPUT_COUNT);
	struct NameTable names = names_new(d->arena);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			times[names_add(&names, generated_input(function, i).name, i)]++;
	for (int i = 0; i < outputs; i++)
		times[names_add(&names, output[i].name, INPUT_COUNT + i)]++;
	for (int i = 0; i < outputs; i++)
		if (times[names_find(&names, output[i].name)] > 1)
			output[i].name = text_print(d->arena, "%s_%s", output[i].name,
			                            model_identifier(d->arena, d->model, output[i].of));
	/* two Jacobians of one frame still share a name, so they also get their function's name */
	names = names_new(d->arena);
	for (int i = 0; i < outputs; i++)
		if (names_add(&names, output[i].name, i) != i)
			output[i].name = text_print(d->arena, "%s_%s", output[i].name, output[i].function);
}

/* Names of weights that are the same are told apart by frames or functions, then by numbers. */
static void name_seeds(const struct Declaring *d)
{
	struct Generated *function = d->function;
	int times[INPUT_SEEDS] = { 0 };
	struct NameTable names = names_new(d->arena);
	for (int i = 0; i < function->seeds; i++)
		times[names_add(&names, function->seed[i].name, i)]++;
	for (int i = 0; i < function->seeds; i++)
		if (times[names_find(&names, function->seed[i].name)] > 1 && function->seed[i].of)
			function->seed[i].name =
				text_print(d->arena, "%s_%s_%s", d->stem[i],
			                   model_identifier(d->arena, d->model, function->seed[i].of), d->tail[i]);
	names = names_new(d->arena);
	for (int i = 0; i < function->seeds; i++) {
		const char *name = function->seed[i].name;
		for (int number = 2; names_add(&names, function->seed[i].name, i) != i; number++)
			function->seed[i].name = text_print(d->arena, "%s%d", name, number);
	}
}

/* --- outputs of parts --- */

static const char *part_tells(const struct Declaring *d, const struct FunctionPart *part)
{
	const char *first = part->frame[0], *second = part->frame[1];
	if (!second)
		return first ? first : function_identifier(d->arena, part->info->name);
	return text_print(d->arena, "%s_%s", model_plain_name(d->arena, d->model, first),
	                  model_plain_name(d->arena, d->model, second));
}

static void declare_computed(struct Declaring *d)
{
	struct Generated *function = d->function;
	function->computed = ARENA_ARRAY(d->arena, struct GeneratedOutput, function->request.parts * FUNCTION_OUTPUTS);
	for (int p = 0; p < function->request.parts; p++) {
		const struct FunctionPart *part = &function->request.part[p];
		for (int i = 0; i < function_outputs(part->info, d->tree); i++) {
			const struct FunctionOutput *own = function_output(part->info, d->tree, i);
			struct GeneratedOutput *output = &function->computed[function->computeds++];
			*output = output_declare(d->request, own, extent_of(own->rows, d->tree, part),
			                         extent_of(own->columns, d->tree, part));
			output->part = part;
			output->of = part_tells(d, part);
			output->function = function_identifier(d->arena, part->info->name);
		}
	}
}

static int first_output(const struct Declaring *d, int part)
{
	int first = 0;
	for (int p = 0; p < part; p++)
		first += function_outputs(d->function->request.part[p].info, d->tree);
	return first;
}

/* --- inputs as arrays of variables --- */

uint64_t inputs_taken(const struct Tree *tree, uint64_t inputs)
{
	inputs &= tree->wrenches ? ~UINT64_C(0) : ~INPUT_BIT(INPUT_F_EXT);
	inputs &= tree->nu ? ~UINT64_C(0) : ~INPUT_BIT(INPUT_U);
	inputs &= tree->ns ? ~UINT64_C(0) : ~INPUT_BIT(INPUT_S);
	return inputs & (tree->dag->moving.count ? ~UINT64_C(0) : ~(INPUT_BIT(INPUT_UD) | INPUT_BIT(INPUT_UDD)));
}

int input_extent(const struct Generated *function, const struct Tree *tree, int input)
{
	return input == INPUT_F_EXT ? tree->f_ext
	                            : extent_of(function_input[input].extent, tree, generated_pushed(function));
}

/* Are directions of the input along the velocities? */
static bool is_along(const struct Declaring *d, int input)
{
	return input_is_coordinates(input) && !d->request->by_numbers;
}

/* An array like the directions of an input, without a name: those of coordinates are along the velocities. */
static struct GeneratedOutput like_input(const struct Declaring *d, int input)
{
	if (input_is_seed(input))
		return d->function->seed[input - INPUT_SEED];
	int along = is_along(d, input) ? INPUT_V : input;
	struct FunctionOutput *info = ARENA_NEW(d->arena, struct FunctionOutput);
	*info = (struct FunctionOutput){
		.rows = function_input[along].extent,
		.columns = EXTENT_1,
		.measure = along == INPUT_PARAMS ? MEASURE_PARAMETER : function_input[along].measure,
	};
	struct GeneratedOutput like = output_declare(d->request, info, input_extent(d->function, d->tree, along), 1);
	like.part = input == INPUT_LAMBDA ? generated_pushed(d->function) : NULL;
	return like;
}

static const char *input_text(const struct Declaring *d, int input)
{
	return input_is_seed(input) ? d->function->seed[input - INPUT_SEED].name : input_name[input];
}

static const char *input_key(const struct Declaring *d, int input)
{
	return input_is_seed(input) ? d->key[input - INPUT_SEED] : input_name[input];
}

/* An array like another one, with its own name, meaning and unit. */
static struct GeneratedOutput declare_like(const struct Declaring *d, const struct GeneratedOutput *like,
                                           const char *name, const char *meaning, enum Measure measure)
{
	struct FunctionOutput *info = ARENA_NEW(d->arena, struct FunctionOutput);
	*info = *like->info;
	info->name = name;
	info->meaning = meaning;
	info->measure = measure;
	struct GeneratedOutput array = output_declare(d->request, info, like->rows, like->columns);
	array.part = like->part;
	memcpy(array.listed, like->listed, sizeof array.listed);
	array.of = like->of;
	array.function = like->function;
	return array;
}

/* --- directions and weights --- */

static enum Input find_seed(const struct Declaring *d, const char *key)
{
	for (int i = 0; i < d->function->seeds; i++)
		if (strcmp(d->key[i], key) == 0)
			return (enum Input)(INPUT_SEED + i);
	return INPUT_COUNT;
}

static void say_full(struct Declaring *d)
{
	if (!d->full)
		diag(d->diags, CHECK_TOO_MANY_ARRAYS, d->function->request.part->span,
		     "%s takes more than %d directions and weights", d->function->request.name, INPUT_SEEDS);
	d->full = true;
}

/* Adds a direction or weights, unless there. They are whole arrays also where outputs are sparse. */
static enum Input add_seed(struct Declaring *d, const char *key, const char *stem, const char *tail,
                           const struct GeneratedOutput *like, const char *meaning, enum Measure measure)
{
	struct Generated *function = d->function;
	enum Input known = find_seed(d, key);
	int at = function->seeds;
	if (known != INPUT_COUNT)
		return known;
	if (at == INPUT_SEEDS) {
		say_full(d);
		return INPUT_SEED;
	}
	d->key[at] = key;
	d->stem[at] = stem;
	d->tail[at] = tail;
	function->seed[at] = declare_like(d, like, text_print(d->arena, "%s_%s", stem, tail), meaning, measure);
	function->seed[at].sparse = false;
	function->seeds++;
	return (enum Input)(INPUT_SEED + at);
}

/* Adds the direction of an input of terms with these `inputs`. A name that is taken gets a number. */
static enum Input add_direction(struct Declaring *d, uint64_t inputs, int input)
{
	const struct GeneratedOutput like = like_input(d, input);
	const char *plain = text_print(d->arena, "%s_dot", input_key(d, input)), *key = plain, *tail = "dot";
	for (int number = 2;; number++) {
		enum Input taken = find_seed(d, key);
		if (taken == INPUT_COUNT || !(inputs >> taken & 1))
			break;
		key = text_print(d->arena, "%s%d", plain, number);
		tail = text_print(d->arena, "dot%d", number);
	}
	const char *name = input_text(d, input);
	const char *meaning =
		text_print(d->arena, is_along(d, input) ? "direction of %s, along the velocities" : "direction of %s",
	                   name);
	return add_seed(d, key, name, tail, &like, meaning, like.info->measure);
}

static enum Input add_weight(struct Declaring *d, const char *term, int number, const struct GeneratedOutput *output)
{
	const char *key = text_print(d->arena, "%s %d", term, number);
	return add_seed(d, key, output->name, "bar", output, text_print(d->arena, "weights of %s", output->name),
	                measure_inverse(output->info->measure));
}

/* --- terms --- */

static void declare_terms(struct Declaring *d, const struct FunctionTerm *term, int terms, struct Operation *operation);

/* Inputs by which terms are differentiated. */
static uint64_t inputs_of(const struct Operation *operation, int operations)
{
	uint64_t inputs = 0;
	for (int i = 0; i < operations; i++)
		inputs |= operation[i].inputs;
	return inputs;
}

/* All outputs of the terms. */
static struct GeneratedOutput *outputs_of(const struct Declaring *d, const struct Operation *operation, int operations,
                                          int *outputs)
{
	int count = 0;
	for (int i = 0; i < operations; i++)
		count += operation[i].outputs;
	struct GeneratedOutput *output = ARENA_ARRAY(d->arena, struct GeneratedOutput, count);
	*outputs = 0;
	for (int i = 0; i < operations; i++)
		for (int k = 0; k < operation[i].outputs; k++)
			output[(*outputs)++] = operation[i].output[k];
	tell_apart(d, output, count);
	return output;
}

static void declare_part(const struct Declaring *d, struct Operation *operation)
{
	const struct Generated *function = d->function;
	int part = operation->term->part;
	const struct FunctionInfo *info = function->request.part[part].info;
	operation->inputs = inputs_taken(d->tree, function_takes(info, d->tree->dag->moving.count));
	if (d->model->parameters.count)
		operation->inputs |= INPUT_BIT(INPUT_PARAMS);
	operation->first = first_output(d, part);
	operation->output = &function->computed[operation->first];
	operation->outputs = function_outputs(info, d->tree);
}

/* What an operator is applied to, as a name: "fk_tool", "cost". */
static const char *operand_name(const struct Declaring *d, const struct FunctionTerm *term)
{
	return function_identifier(d->arena, strchr(term->name, ':') + 1);
}

/* Adds an array that the operator gives. */
static void add_result(const struct Declaring *d, struct Operation *operation, const struct GeneratedOutput *like,
                       const char *name, enum Measure measure)
{
	const struct Operator *own = operation->term->operation;
	struct GeneratedOutput result = declare_like(d, like, text_print(d->arena, "%s_%s", name, own->suffix),
	                                             text_print(d->arena, "%s %s", own->meaning, name), measure);
	const struct FunctionTerm *of = operation->term->of;
	result.function = own->name;
	if (!like->of || operation->term->ofs > 1)
		result.of = operation->term->ofs > 1 || of->operation ? operand_name(d, operation->term)
		                                                      : operation->of->output->of;
	operation->output[operation->outputs++] = result;
}

/* Lays an array out by rows, also where callers store it by columns: rows and columns of an operator's matrix are numbered so. */
static void lay_out_by_rows(const struct Declaring *d, struct GeneratedOutput *output, size_t first)
{
	struct Request request = *d->request;
	request.by_columns = false;
	output_lay_out(output, d->model, &request, first);
}

/* By number of callers' variables, in the model's order, the number of the computed one. */
static const int *listed_variables(const struct Declaring *d, uint64_t inputs, int variables)
{
	int *listed = ARENA_ARRAY(d->arena, int, variables), next = 0;
	for (int i = 0; i < INPUT_COUNT; i++) {
		if (!(inputs >> i & 1))
			continue;
		struct GeneratedOutput like = like_input(d, i);
		lay_out_by_rows(d, &like, (size_t)next);
		for (size_t k = 0; k < like.size; k++)
			listed[next++] = (int)like.entry[k].value;
	}
	return listed;
}

/* The matrix of an operator by all inputs. */
static void add_matrix(const struct Declaring *d, struct Operation *operation)
{
	const struct Operator *own = operation->term->operation;
	struct FunctionOutput *info = ARENA_NEW(d->arena, struct FunctionOutput);
	int rows = 0;
	struct Text inputs = text_new(d->arena);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (operation->base >> i & 1) {
			const struct GeneratedOutput like = like_input(d, i);
			rows += (int)like.size;
			text_format(&inputs, "%s%s", inputs.count ? ", " : "", input_text(d, i));
		}
	*info = (struct FunctionOutput){ .name = own->suffix,
		                         .meaning = text_print(d->arena, "%s %s", own->meaning, text_string(&inputs)),
		                         .rows = EXTENT_OWN,
		                         .columns = EXTENT_OWN,
		                         .measure = MEASURE_SECOND,
		                         .symmetric = true };
	struct GeneratedOutput result = output_declare(d->request, info, rows, rows);
	result.of = operand_name(d, operation->term);
	result.function = own->name;
	if (d->model->ordered)
		result.listed[0] = result.listed[1] = listed_variables(d, operation->base, rows);
	operation->output[operation->outputs++] = result;
}

/* By number of an entry of the whole array, by rows as callers see it, the number of the computed one. */
static const int *listed_entries(const struct Declaring *d, const struct GeneratedOutput *output)
{
	struct FunctionOutput info = *output->info;
	struct GeneratedOutput whole = *output;
	size_t entries = output_entries(output);
	int *listed = ARENA_ARRAY(d->arena, int, entries);
	info.symmetric = false;
	whole.info = &info;
	whole.sparse = false;
	whole.size = entries;
	lay_out_by_rows(d, &whole, 0);
	for (size_t k = 0; k < entries; k++)
		listed[k] = (int)whole.entry[k].value;
	return listed;
}

/* The derivatives of an output by an input: a row for each entry of the whole output, by rows. */
static void add_block(const struct Declaring *d, struct Operation *operation, const struct GeneratedOutput *output,
                      int input)
{
	const struct Operator *own = operation->term->operation;
	const struct GeneratedOutput by = like_input(d, input);
	const char *name = input_text(d, input);
	struct FunctionOutput *info = ARENA_NEW(d->arena, struct FunctionOutput);
	*info = (struct FunctionOutput){
		.name = text_print(d->arena, "%s%s_%s%s", own->suffix, output->name, own->suffix, name),
		.meaning = text_print(d->arena, "%s of %s by %s, row-major", own->meaning, output->name, name),
		.rows = EXTENT_OWN,
		.columns = EXTENT_OWN,
		.measure = MEASURE_QUOTIENT
	};
	struct GeneratedOutput result = output_declare(d->request, info, (int)output_entries(output), (int)by.size);
	result.of = operand_name(d, operation->term);
	result.function = own->name;
	if (d->model->ordered) {
		result.listed[0] = listed_entries(d, output);
		result.listed[1] = listed_variables(d, INPUT_BIT(input), result.columns);
	}
	operation->output[operation->outputs++] = result;
}

static void add_blocks(const struct Declaring *d, struct Operation *operation, const struct GeneratedOutput *output,
                       int outputs)
{
	for (int i = 0; i < outputs; i++)
		for (int k = 0; k < INPUT_COUNT; k++)
			if (operation->base >> k & 1)
				add_block(d, operation, &output[i], k);
}

static void add_results(struct Declaring *d, struct Operation *operation, const struct GeneratedOutput *output,
                        int outputs)
{
	const struct Operator *own = operation->term->operation;
	operation->output = ARENA_ARRAY(d->arena, struct GeneratedOutput, (outputs + 1) * INPUT_COUNT);
	if (own->result == RESULT_MATRIX)
		add_matrix(d, operation);
	if (own->result == RESULT_BLOCKS)
		add_blocks(d, operation, output, outputs);
	for (int i = 0; i < outputs && own->result == RESULT_CHANGE; i++)
		add_result(d, operation, &output[i], output[i].name, output[i].info->measure);
	for (int i = 0; i < INPUT_COUNT && own->result == RESULT_GRADIENT; i++) {
		if (!(operation->base >> i & 1))
			continue;
		const struct GeneratedOutput like = like_input(d, i);
		add_result(d, operation, &like, input_text(d, i), measure_inverse(like.info->measure));
	}
}

static void declare_operation(struct Declaring *d, struct Operation *operation)
{
	const struct FunctionTerm *term = operation->term;
	int outputs;
	operation->of = ARENA_ARRAY(d->arena, struct Operation, term->ofs);
	operation->ofs = term->ofs;
	declare_terms(d, term->of, term->ofs, operation->of);
	struct GeneratedOutput *output = outputs_of(d, operation->of, term->ofs, &outputs);
	operation->base = operation->inputs = inputs_of(operation->of, term->ofs);
	operation->weight = ARENA_ARRAY(d->arena, enum Input, outputs);
	for (int i = 0; i < outputs && term->operation->weights; i++) {
		operation->weight[i] = add_weight(d, strchr(term->name, ':') + 1, i, &output[i]);
		operation->inputs |= INPUT_BIT(operation->weight[i]);
	}
	for (int i = 0; i < INPUT_COUNT && term->operation->directions; i++)
		if (operation->base >> i & 1) {
			operation->direction[i] = add_direction(d, operation->base, i);
			operation->inputs |= INPUT_BIT(operation->direction[i]);
		}
	add_results(d, operation, output, outputs);
}

static void declare_terms(struct Declaring *d, const struct FunctionTerm *term, int terms, struct Operation *operation)
{
	for (int i = 0; i < terms && !d->full; i++) {
		operation[i].term = &term[i];
		if (term[i].operation)
			declare_operation(d, &operation[i]);
		else
			declare_part(d, &operation[i]);
	}
}

void signature_declare(struct Diags *diags, struct Generated *function, const struct Model *model,
                       const struct Tree *tree, const struct Request *request)
{
	struct Declaring d = { .diags = diags,
		               .function = function,
		               .model = model,
		               .tree = tree,
		               .request = request,
		               .arena = model->arena };
	declare_computed(&d);
	function->seed = ARENA_ARRAY(d.arena, struct GeneratedOutput, INPUT_SEEDS);
	function->operations = function->request.terms;
	function->operation = ARENA_ARRAY(d.arena, struct Operation, function->operations);
	declare_terms(&d, function->request.term, function->request.terms, function->operation);
	name_seeds(&d);
	for (int i = 0; i < function->seeds; i++) {
		function->inputs |= INPUT_BIT(INPUT_SEED + i);
		function->input_size[INPUT_SEED + i] = function->seed[i].size;
	}
	if (d.full)
		return;
	function->output = outputs_of(&d, function->operation, function->operations, &function->outputs);
	function->operates = function_request_operates(&function->request);
}

struct Generated signature_of_part(const struct FunctionPart *part, const struct Model *model, const struct Tree *tree,
                                   const struct Request *request)
{
	struct Generated function = { .request = { .name = part->name, .parts = 1 } };
	struct Declaring d = {
		.function = &function, .model = model, .tree = tree, .request = request, .arena = model->arena
	};
	function.request.part = ARENA_NEW(d.arena, struct FunctionPart);
	*function.request.part = *part;
	declare_computed(&d);
	for (int i = 0; i < function.computeds; i++)
		output_lay_out(&function.computed[i], model, request, 0);
	return function;
}
