/* Callable functions: compiled by an executor, or run as programs by the evaluator. */
#include "function.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "dag/default_values.h"
#include "model/body/setting.h"

/* Memory of a call. */
struct Scratch {
	void **output;    /* pointers for float code */
	float *converted; /* inputs and outputs of float code, contiguous */
	void *work;       /* working memory of the evaluator */
	max_align_t data[];
};

/* Each executor: its target and its compiler. */
static const struct Tier {
	enum TargetId target;
	rigidc_status (*compile)(rigidc_model *model, const char *text, struct Code *code); /* NULL: runs the program */
	void (*release)(void *handle);
} tiers[] = {
	[RIGIDC_EVALUATOR] = { TARGET_EVALUATOR, NULL, NULL },
	[RIGIDC_TCC] = { TARGET_TCC, tcc_compile, tcc_release },
	[RIGIDC_CC] = { TARGET_CC, cc_compile, cc_release },
};

/* --- the memory of a call --- */

static size_t up(size_t size)
{
	return (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
}

static struct Scratch *scratch_new(const rigidc_function *function)
{
	size_t outputs = (size_t)function->generated->outputs, pointers = up(outputs * sizeof(void *));
	size_t floats = function->narrow ? up(function->numbers * sizeof(float)) : 0;
	size_t work = function->steps * (function->narrow ? sizeof(float) : sizeof(double));
	struct Scratch *scratch = calloc(1, sizeof *scratch + pointers + floats + work);
	if (!scratch)
		return NULL;
	char *at = (char *)scratch->data;
	scratch->output = (void **)(void *)at;
	scratch->converted = (float *)(void *)(at + pointers);
	scratch->work = at + pointers + floats;
	return scratch;
}

struct Scratch *function_scratch_take(rigidc_function *function)
{
	struct Scratch *spare = atomic_exchange(&function->spare, NULL);
	return spare ? spare : scratch_new(function);
}

void function_scratch_give(rigidc_function *function, struct Scratch *scratch)
{
	free(atomic_exchange(&function->spare, scratch));
}

/* --- making --- */

struct Making {
	rigidc_function *function;
	const char *name;
	bool best; /* an upgrade to faster code is wanted */
};

/* Computes the values that depend on parameters alone, with the evaluator: its results are identical to those of every
 * executor. */
static void prepare_now(rigidc_function *function)
{
	const void *in[INPUT_COUNT] = { [INPUT_PARAMS] = function->params };
	void *out[] = { function->derived };
	size_t count = (size_t)function->model->model->parameters.numbers;
	if (!function->narrow) {
		program_run(&function->prepare, (const double *const *)in, (double *const *)out, function->prepared);
		return;
	}
	float *given = function->prepared;
	for (size_t i = 0; i < count; i++)
		given[i] = (float)function->params[i];
	in[INPUT_PARAMS] = given;
	program_run_float(&function->prepare, (const float *const *)in, (float *const *)out, given + count);
}

static const char *kept_units(rigidc_function *function, const struct Model *model, enum Measure measure)
{
	const char *units = measure_units(model, measure);
	return arena_copy(&function->arena, units, strlen(units));
}

/* Keeps the name of the phase of the input lambda, and of each output with rows of a phase. */
static void keep_phases(rigidc_function *function, const struct Generated *generated)
{
	struct Arena *arena = &function->arena;
	function->output_phase = ARENA_ARRAY(arena, const char *, generated->outputs);
	const struct FunctionPart *pushed = generated_pushed(generated);
	if (pushed)
		function->lambda_phase = arena_copy(arena, pushed->phase, strlen(pushed->phase));
	for (int i = 0; i < generated->outputs; i++) {
		const struct GeneratedOutput *output = &generated->output[i];
		if (output->info->rows == EXTENT_ROWS)
			function->output_phase[i] = arena_copy(arena, output->part->phase, strlen(output->part->phase));
	}
}

/* Keeps the description of an array, which may be a job's. */
static void keep_info(struct Arena *arena, struct GeneratedOutput *array)
{
	struct FunctionOutput *info = ARENA_NEW(arena, struct FunctionOutput);
	*info = *array->info;
	info->name = arena_copy(arena, info->name, strlen(info->name));
	info->meaning = arena_copy(arena, info->meaning, strlen(info->meaning));
	array->info = info;
	array->part = NULL;
	array->of = NULL;
	array->listed[0] = array->listed[1] = NULL;
}

static void keep_name(struct Arena *arena, struct GeneratedOutput *kept, const char *name,
                      const struct FunctionOutput *info)
{
	*kept = (struct GeneratedOutput){ .name = arena_copy(arena, name, strlen(name)), .info = info };
	keep_info(arena, kept);
}

static void keep_output(struct Arena *arena, struct GeneratedOutput *kept, const struct GeneratedOutput *output)
{
	*kept = *output;
	kept->kept = NULL;
	kept->entry = ARENA_ARRAY(arena, struct LayoutEntry, kept->size);
	if (kept->size)
		memcpy(kept->entry, output->entry, kept->size * sizeof *kept->entry);
	kept->name = arena_copy(arena, output->name, strlen(output->name));
	keep_info(arena, kept);
}

static void keep_units(rigidc_function *function, const struct Model *model, const struct Generated *generated)
{
	function->output_unit = ARENA_ARRAY(&function->arena, const char *, generated->outputs);
	for (struct FunctionArgument a = { 0 }; generated_next(generated, &a);)
		*(a.output < 0 ? &function->input_unit[a.input] : &function->output_unit[a.output]) =
			kept_units(function, model, a.measure);
}

/* Numbers in all arrays of a call. */
static size_t count_numbers(const struct Generated *generated)
{
	size_t numbers = 0;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		numbers += generated->input_size[i];
	for (int i = 0; i < generated->outputs; i++)
		numbers += generated->output[i].size;
	return numbers;
}

/* Keeps the data needed by calls: the arrays, and for the evaluator the program. The rest is freed with the call that
 * made it. */
static void keep(rigidc_function *function, const struct Model *model, const struct Generated *generated)
{
	struct Arena *arena = &function->arena;
	struct Generated *kept = ARENA_NEW(arena, struct Generated);
	*kept = *generated;
	kept->request = (struct FunctionRequest){ 0 };
	keep_phases(function, generated);
	kept->angles = NULL;
	kept->program = (struct Program){ .arena = arena };
	function->numbers = count_numbers(generated);
	keep_units(function, model, generated);
	kept->output = ARENA_ARRAY(arena, struct GeneratedOutput, kept->outputs);
	for (int i = 0; i < kept->outputs; i++)
		keep_output(arena, &kept->output[i], &generated->output[i]);
	kept->seed = ARENA_ARRAY(arena, struct GeneratedOutput, kept->seeds);
	for (int i = 0; i < kept->seeds; i++)
		keep_name(arena, &kept->seed[i], generated->seed[i].name, generated->seed[i].info);
	if (!tiers[function->tier].compile) {
		kept->program = program_copy(&generated->program, arena);
		function->steps = (size_t)kept->program.steps + 1;
	}
	function->generated = kept;
	struct Scratch *scratch = scratch_new(function);
	if (!scratch)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "calloc");
	function->spare = scratch;
}

/* Keeps the values of the parameters, at first their defaults, and the values that depend on them alone. */
static void keep_params(rigidc_function *function, const struct Job *job)
{
	const struct Generated *prepare = &job->prepare;
	size_t count = prepare->input_size[INPUT_PARAMS], real = function->narrow ? sizeof(float) : sizeof(double);
	if (!job_prepares(job))
		return;
	function->prepare = program_copy(&prepare->program, &function->arena);
	function->params = ARENA_ARRAY(&function->arena, double, count);
	memcpy(function->params, job->model->dag->default_value->item, count * sizeof *function->params);
	function->derived = ARENA_ARRAY(&function->arena, char, (prepare->output->size + 1) * real);
	function->prepared = ARENA_ARRAY(&function->arena, char, (prepare->program.steps + count + 1) * real);
	prepare_now(function);
}

/* The C text for the C compiler, from a program of its own: libtcc's program sets temporaries inside of statements,
 * which helps no other compiler. */
static const char *text_for_cc(rigidc_model *model, const char *name)
{
	struct Job job = library_generate(model, name, TARGET_CC, NULL);
	struct Printed printed = { .include = NULL };
	target_print(&target_table[TARGET_CC], &job, &printed);
	return text_string(&printed.text);
}

/* Loads the object that an earlier process has made; then no other code is needed. */
static bool take_cached(const rigidc_model *model, const char *text, rigidc_function *function)
{
	if (!model->request.cache || !upgrade_cached(text, model->request.cache, &function->code))
		return false;
	function->tier = RIGIDC_CC;
	return true;
}

/* Compiles by the function's tier; false after a problem, which has been reported. */
static bool compile_for(rigidc_model *model, const struct Job *job, rigidc_function *function)
{
	const struct Tier *tier = &tiers[function->tier];
	struct Printed printed = { .include = NULL };
	if (!tier->compile)
		return true;
	target_print(&target_table[tier->target], job, &printed);
	rigidc_status status = tier->compile(model, text_string(&printed.text), &function->code);
	if (status == RIGIDC_NO_MEMORY)
		arena_fault(&model->call, FAULT_MEMORY, __FILE__, __LINE__, "executor");
	return status == RIGIDC_OK;
}

static void make(rigidc_model *model, void *context)
{
	struct Making *making = context;
	rigidc_function *function = making->function;
	struct Job job = library_generate(model, making->name, tiers[function->tier].target, NULL);
	if (model->diags.errors)
		return;
	if (job.asked > 1) {
		library_fail(model, RIGIDC_USAGE, "one function at a time: \"rnea\", or \"both=rnea+crba\"");
		return;
	}
	keep(function, job.model, &job.function[0]);
	keep_params(function, &job);
	const char *better = making->best && model->request.upgrade ? text_for_cc(model, making->name) : NULL;
	if (better && take_cached(model, better, function))
		return;
	/* only for a function that is kept: rigidc_function_new tries another tier where this tier is unavailable */
	if (compile_for(model, &job, function) && better)
		function->upgrade = upgrade_start(better, model->request.cache);
}

static rigidc_status new_function(rigidc_model *model, const char *name, rigidc_tier tier, bool best,
                                  rigidc_function **made)
{
	rigidc_function *function = calloc(1, sizeof *function);
	if (!function)
		return RIGIDC_NO_MEMORY;
	struct Making making = { .function = function, .name = name, .best = best };
	function->model = model;
	function->tier = tier;
	function->narrow = model->request.real_float;
	arena_init(&function->arena, &model->guard);
	rigidc_status status = library_call(model, make, &making);
	if (status != RIGIDC_OK) {
		rigidc_function_free(function);
		return status;
	}
	*made = function;
	return library_end(model);
}

static void refuse_tier(rigidc_model *model, void *tier)
{
	library_fail(model, RIGIDC_USAGE,
	             "there is no tier %d: RIGIDC_EVALUATOR, RIGIDC_TCC, RIGIDC_CC and RIGIDC_AUTO are %d to %d",
	             *(int *)tier, RIGIDC_EVALUATOR, RIGIDC_AUTO);
}

rigidc_status rigidc_function_new(rigidc_model *model, const char *name, rigidc_tier tier, rigidc_function **made)
{
	int number = (int)tier;
	if (made)
		*made = NULL;
	if (!model || !made)
		return RIGIDC_USAGE;
	if (number < RIGIDC_EVALUATOR || number > RIGIDC_AUTO)
		return library_call(model, refuse_tier, &number);
	if (tier != RIGIDC_AUTO)
		return new_function(model, name, tier, false, made);
	rigidc_status status = new_function(model, name, RIGIDC_TCC, true, made);
	return status == RIGIDC_UNAVAILABLE ? new_function(model, name, RIGIDC_EVALUATOR, true, made) : status;
}

void rigidc_function_free(rigidc_function *function)
{
	if (!function)
		return;
	if (function->code.handle)
		tiers[function->tier].release(function->code.handle);
	upgrade_release(function->upgrade);
	free(function->spare);
	arena_free(&function->arena);
	free(function);
}

/* --- calling --- */

/* Expands the given arrays to the layout of a program: an index for each possible input. */
static void spread(const rigidc_function *function, const void *const *given, const void **all)
{
	int next = 0;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		all[i] = generated_takes(function->generated, i) ? given[next++] : NULL;
}

const struct Code *function_code(const rigidc_function *function)
{
	const struct Code *better = function->upgrade ? upgrade_code(function->upgrade) : NULL;
	return better ? better : &function->code;
}

void function_execute(const rigidc_function *function, const void *const *input, void *const *output,
                      struct Scratch *scratch)
{
	const void *all[INPUT_COUNT] = { NULL };
	const struct Program *program = &function->generated->program;
	const struct Code *code = function_code(function);
	if (code->call) {
		code->call(input, output);
		return;
	}
	spread(function, input, all);
	all[INPUT_DERIVED] = function->derived;
	if (function->narrow)
		program_run_float(program, (const float *const *)all, (float *const *)output, scratch->work);
	else
		program_run(program, (const double *const *)all, (double *const *)output, scratch->work);
}

/* Calls float code: numbers are converted to float, and results back to double. */
static void call_narrow(const rigidc_function *function, const double *const *input, double *const *output,
                        struct Scratch *scratch)
{
	const void *in[INPUT_ARRAYS + 1] = { 0 };
	int inputs = rigidc_inputs(function);
	float *next = scratch->converted;
	for (int i = 0; i < inputs; i++) {
		size_t size = rigidc_input_size(function, i);
		in[i] = next;
		for (size_t k = 0; k < size; k++)
			*next++ = (float)input[i][k];
	}
	in[inputs] = function->derived;
	for (int i = 0; i < rigidc_outputs(function); i++) {
		scratch->output[i] = next;
		next += rigidc_output_size(function, i);
	}
	function_execute(function, in, scratch->output, scratch);
	for (int i = 0; i < rigidc_outputs(function); i++)
		for (size_t k = 0; k < rigidc_output_size(function, i); k++)
			output[i][k] = (double)((float *)scratch->output[i])[k];
}

/* Arrays for the code: the caller's, and the values derived from parameters. */
static void add_derived(const rigidc_function *function, const double *const *input, const void **all)
{
	int inputs = rigidc_inputs(function);
	for (int i = 0; i < inputs; i++)
		all[i] = input[i];
	all[inputs] = function->derived;
}

static void call(const rigidc_function *function, const double *const *input, double *const *output,
                 struct Scratch *scratch)
{
	const void *in[INPUT_ARRAYS + 1];
	if (function->narrow) {
		call_narrow(function, input, output, scratch);
	} else if (!function->derived) {
		function_execute(function, (const void *const *)input, (void *const *)output, scratch);
	} else {
		add_derived(function, input, in);
		function_execute(function, in, (void *const *)output, scratch);
	}
}

/* Is extra memory needed? Compiled code for doubles only uses the stack. */
static bool needs_scratch(const rigidc_function *function)
{
	return function->narrow || !function->code.call;
}

static void give_up(const rigidc_function *function, double *const *output)
{
	for (int i = 0; i < rigidc_outputs(function); i++)
		for (size_t k = 0; k < rigidc_output_size(function, i); k++)
			output[i][k] = NAN;
}

void rigidc_call(rigidc_function *function, const double *const *input, double *const *output)
{
	if (!needs_scratch(function)) {
		call(function, input, output, NULL);
		return;
	}
	struct Scratch *scratch = function_scratch_take(function);
	if (!scratch) {
		give_up(function, output);
		return;
	}
	call(function, input, output, scratch);
	function_scratch_give(function, scratch);
}

rigidc_status rigidc_call_checked(rigidc_function *function, size_t inputs, const double *const *input,
                                  const size_t *input_size, size_t outputs, double *const *output,
                                  const size_t *output_size)
{
	if (!function || !input || !input_size || !output || !output_size ||
	    inputs != (size_t)rigidc_inputs(function) || outputs != (size_t)rigidc_outputs(function))
		return RIGIDC_USAGE;
	for (size_t i = 0; i < inputs; i++)
		if (!input[i] || input_size[i] != rigidc_input_size(function, (int)i))
			return RIGIDC_USAGE;
	for (size_t i = 0; i < outputs; i++)
		if (!output[i] || output_size[i] != rigidc_output_size(function, (int)i))
			return RIGIDC_USAGE;
	rigidc_call(function, input, output);
	return RIGIDC_OK;
}

rigidc_code rigidc_function_code(const rigidc_function *function)
{
	return function && !function->derived ? function_code(function)->raw : NULL;
}

rigidc_tier rigidc_function_tier(const rigidc_function *function)
{
	bool upgraded = function && function->upgrade && upgrade_code(function->upgrade);
	return upgraded ? RIGIDC_CC : function ? function->tier : RIGIDC_EVALUATOR;
}

int rigidc_upgraded(const rigidc_function *function, int wait)
{
	if (!function || !function->upgrade)
		return function && function->model->request.upgrade && function->tier == RIGIDC_CC ? 1 : -1;
	return upgrade_state(function->upgrade, wait != 0);
}

/* --- parameters --- */

rigidc_status rigidc_set_params(rigidc_function *function, const double *numbers)
{
	if (!function)
		return RIGIDC_USAGE;
	const struct Model *model = function->model->model;
	if (!function->derived)
		return RIGIDC_OK;
	memcpy(function->params, numbers ? numbers : model->dag->default_value->item,
	       (size_t)model->parameters.numbers * sizeof *function->params);
	prepare_now(function);
	return RIGIDC_OK;
}

const double *rigidc_params(const rigidc_function *function)
{
	return function ? function->params : NULL;
}

struct SettingParam {
	rigidc_function *function;
	const char *text;
};

static void set_param(rigidc_model *model, void *context)
{
	const struct SettingParam *setting = context;
	const struct ParameterList *all = &model->model->parameters;
	double *numbers = ARENA_ARRAY(&model->call, double, all->numbers);
	if (all->numbers)
		memcpy(numbers, setting->function->params, (size_t)all->numbers * sizeof *numbers);
	if (settings_param(&model->diags, all, "--param", library_text(model, setting->text), numbers))
		rigidc_set_params(setting->function, numbers);
}

rigidc_status rigidc_set_param(rigidc_function *function, const char *text)
{
	if (!function || !text)
		return RIGIDC_USAGE;
	struct SettingParam setting = { function, text };
	rigidc_status status = library_call(function->model, set_param, &setting);
	return status == RIGIDC_OK ? library_end(function->model) : status;
}
