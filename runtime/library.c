#include "library.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "search.h"
#include "urdf.h"
#include "version.h"

/* --- the boundary --- */

static rigidc_status status_of(const rigidc_model *model)
{
	switch (model->guard.fault) {
	case FAULT_MEMORY: return RIGIDC_NO_MEMORY;
	case FAULT_INTERNAL: return RIGIDC_INTERNAL;
	case FAULT_NONE: break;
	}
	return model->failure ? RIGIDC_SYSTEM : model->diags.errors ? RIGIDC_INVALID : RIGIDC_OK;
}

rigidc_status library_protect(rigidc_model *model, void (*work)(rigidc_model *model, void *context),
                              void *context)
{
	/* numbers are read and printed here, and by libtcc: all of it in the C locale, for this thread */
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!plain)
		return RIGIDC_NO_MEMORY;
	locale_t before = uselocale(plain);
	if (model->guard.fault == FAULT_NONE) {
		if (setjmp(model->guard.jump) == 0) /* the standard allows it nowhere but alone */
			work(model, context);
	}
	uselocale(before);
	freelocale(plain);
	return status_of(model);
}

/* --- reading --- */

struct Reading {
	const char *text, *name, *path;
	size_t length;
	const rigidc_options *options;
};

static const char *const *copy_strings(struct Arena *arena, const char *const *string, size_t count)
{
	const char **copy = ARENA_ARRAY(arena, const char *, count);
	for (size_t i = 0; i < count; i++)
		copy[i] = arena_copy(arena, string[i], strlen(string[i]));
	return copy;
}

/* What is asked for and is not there; NULL if nothing. */
static const char *unknown_option(struct Arena *arena, const rigidc_options *options)
{
	int sincos = 0, search = 0;
	while (sincos < SINCOS_COUNT && options->sincos && strcmp(options->sincos, sincos_name[sincos]) != 0)
		sincos++;
	if (sincos == SINCOS_COUNT)
		return text_print(arena, "sines and cosines are libm, inline or given, not '%s'", options->sincos);
	while (search < SEARCH_COUNT && options->search && strcmp(options->search, search_name[search]) != 0)
		search++;
	if (search == SEARCH_COUNT)
		return text_print(arena, "a search is none, quick or thorough, not '%s'", options->search);
	if (options->level < 0 || options->level > 1 + LEVEL_MOST)
		return text_print(arena, "a level is from -O0 to -O%d, not -O%d", LEVEL_MOST, options->level - 1);
	for (size_t i = 0; i < options->no_passes; i++) {
		enum Pass pass = pass_find(options->no_pass[i]);
		if (pass == PASS_COUNT)
			return text_print(arena, "there is no pass '%s' to leave out", options->no_pass[i]);
		if (pass_table[pass].from == ALWAYS)
			return text_print(arena, "pass '%s' cannot be left out: the next one needs it", options->no_pass[i]);
	}
	return NULL;
}

static void copy_options(rigidc_model *model, const rigidc_options *options)
{
	struct Arena *arena = &model->arena;
	struct Request *request = &model->request;
	if (!options)
		return;
	if (options->prefix)
		request->prefix = arena_copy(arena, options->prefix, strlen(options->prefix));
	request->real_float = options->real_float != 0;
	request->wrench = copy_strings(arena, options->wrench, request->wrenches = options->wrenches);
	request->define = copy_strings(arena, options->define, request->defines = options->defines);
	request->lock = copy_strings(arena, options->lock, request->locks = options->locks);
	request->level = options->level;
	for (int i = 0; i < SINCOS_COUNT && options->sincos; i++)
		if (strcmp(options->sincos, sincos_name[i]) == 0)
			request->sincos = (enum Sincos)i;
	request->fma = options->fma != 0;
	request->progress = options->progress;
	request->progress_context = options->progress_context;
	request->packed = options->packed != 0;
	request->contract = options->contract != 0;
	request->search_given = options->search != NULL;
	for (int i = 0; i < SEARCH_COUNT && options->search; i++)
		if (strcmp(options->search, search_name[i]) == 0)
			request->search = (enum SearchEffort)i;
	request->no_pass = copy_strings(arena, options->no_pass, request->no_passes = options->no_passes);
	request->warning = copy_strings(arena, options->warning, request->warnings = options->warnings);
	request->floating_base = options->floating_base != 0;
	request->keep_damping = options->keep_damping != 0;
	request->snap_angles = options->snap_angles;
}

/* The whole of a file or, for "-", of standard input. NULL after setting model->failure. */
static char *read_file(rigidc_model *model, const char *path, size_t *length)
{
	enum { LARGEST = 65 * 1024 * 1024 }; /* a little more than the reader takes, so that it says so */
	bool standard = strcmp(path, "-") == 0;
	FILE *file = standard ? stdin : fopen(path, "rb");
	char *text = NULL;
	size_t capacity = 0;
	*length = 0;
	if (file)
		setvbuf(file, NULL, _IONBF, 0); /* stdio takes a buffer it gets no memory for as the end of the file */
	while (file && *length < LARGEST) {
		if (*length == capacity) {
			capacity = capacity ? 2 * capacity : 16384;
			char *wider = realloc(text, capacity);
			if (!wider) {
				free(text);
				if (!standard)
					fclose(file);
				arena_fault(&model->arena, FAULT_MEMORY, __FILE__, __LINE__, "realloc");
			}
			text = wider;
		}
		size_t got = fread(text + *length, 1, capacity - *length, file);
		*length += got;
		if (got == 0)
			break;
	}
	int error = !file || ferror(file) ? errno : 0;
	if (file && !standard)
		fclose(file);
	char *copy = NULL;
	if (error)
		model->failure = text_print(&model->arena, "cannot read %s: %s", path, strerror(error));
	else
		copy = arena_copy(&model->arena, text ? text : "", *length);
	free(text);
	return copy;
}

static bool ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);
	return length >= tail && strcmp(name + length - tail, ending) == 0;
}

/* A xacro file is no URDF yet: its reader says how to make one of it. */
static bool is_urdf(const struct Reading *reading)
{
	rigidc_format from = reading->options ? reading->options->from : RIGIDC_BY_NAME;
	return from == RIGIDC_URDF || (from == RIGIDC_BY_NAME && (ends_in(reading->name, ".urdf") ||
	                                                          ends_in(reading->name, ".xacro")));
}

static void read_model(rigidc_model *model, void *context)
{
	struct Reading *reading = context;
	if (reading->options && (model->failure = unknown_option(&model->arena, reading->options)) != NULL)
		return;
	copy_options(model, reading->options);
	for (size_t i = 0; i < model->request.warnings; i++)
		if (!diags_configure(&model->diags, model->request.warning[i])) {
			model->failure = text_print(&model->arena, "there is no check to switch with -W %s",
			                            model->request.warning[i]);
			return;
		}
	const char *name = arena_copy(&model->arena, reading->name, strlen(reading->name));
	const char *text = NULL;
	size_t length = reading->length;
	if (reading->path)
		text = read_file(model, reading->path, &length);
	else
		text = arena_copy(&model->arena, reading->text, length);
	if (!text)
		return;
	const struct Request *request = &model->request;
	if (!is_urdf(reading) && (request->floating_base || request->keep_damping || request->snap_angles > 0)) {
		model->failure = "--floating-base, --keep-damping and --snap-angles are for a URDF; a .rig file says itself "
		                 "what is free, damped and turned";
		return;
	}
	model->ast = is_urdf(reading) ? urdf_read(&model->diags, name, text, length, &model->request, &model->snapped)
	                              : read_text(&model->diags, name, text, length, 0, READ_MODEL);
	model->model = check_model(&model->diags, &model->ast, &model->request);
	if (model->diags.errors)
		return;
	model->sound = true;
	model->diags_read = model->diags.count;
}

rigidc_status library_begin(rigidc_model *model)
{
	if (!model->sound)
		return status_of(model);
	model->diags.count = model->diags_read;
	model->diags.errors = 0;
	model->failure = NULL;
	return status_of(model);
}

static rigidc_status read_any(struct Reading *reading, rigidc_model **made)
{
	rigidc_model *model = calloc(1, sizeof *model);
	*made = model;
	if (!model)
		return RIGIDC_NO_MEMORY;
	arena_init(&model->arena, &model->guard);
	sources_init(&model->sources, &model->arena);
	diags_init(&model->diags, &model->arena, &model->sources);
	return library_protect(model, read_model, reading);
}

rigidc_status rigidc_load(const char *path, const rigidc_options *options, rigidc_model **model)
{
	struct Reading reading = { .path = path, .options = options };
	reading.name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	return read_any(&reading, model);
}

rigidc_status rigidc_read(const char *text, size_t length, const char *name, const rigidc_options *options,
                          rigidc_model **model)
{
	struct Reading reading = { .text = text, .length = length, .name = name, .options = options };
	return read_any(&reading, model);
}

void rigidc_model_free(rigidc_model *model)
{
	if (!model)
		return;
	arena_free(&model->arena);
	free(model);
}

/* --- asking --- */

static void render(rigidc_model *model, void *context)
{
	struct Text text;
	(void)context;
	text_init(&text, &model->arena);
	diags_render(&model->diags, &text);
	if (model->failure)
		text_format(&text, "rigidc: %s\n", model->failure);
	model->messages = text_string(&text);
}

const char *rigidc_messages(const rigidc_model *model)
{
	rigidc_model *own = (rigidc_model *)model; /* only the rendering is kept there */
	if (!own)
		return "out of memory\n";
	if (own->guard.fault == FAULT_MEMORY)
		return "out of memory\n";
	if (own->guard.fault == FAULT_INTERNAL)
		return own->guard.text;
	library_protect(own, render, NULL);
	return own->messages ? own->messages : "out of memory\n";
}

int rigidc_nq(const rigidc_model *model)
{
	return model->model ? model->model->nq : 0;
}

int rigidc_nv(const rigidc_model *model)
{
	return model->model ? model->model->nv : 0;
}

const char *rigidc_version(void)
{
	return RIGIDC_VERSION;
}

/* --- text --- */

struct Package library_prepare(rigidc_model *model, const char *functions)
{
	struct Package package = package_prepare(&model->diags, model->model, &model->request, functions);
	if (!model->diags.errors)
		c_check_names(&model->diags, &package);
	return package;
}

struct Package library_generate(rigidc_model *model, const char *functions, enum Purpose purpose, struct Dump *dump)
{
	struct Package package = library_prepare(model, functions);
	if (!model->diags.errors) {
		package_build(&package, purpose, dump);
		c_check_constants(&model->diags, &package);
	}
	return package;
}

struct Emission {
	const char *functions, *include, *pass;
	const char *header, *source;
};

static void emit(rigidc_model *model, void *context)
{
	struct Emission *emission = context;
	struct Package package = library_generate(model, emission->functions, FOR_TEXT, NULL);
	struct Text header, source;
	if (model->diags.errors)
		return;
	text_init(&header, &model->arena);
	text_init(&source, &model->arena);
	if (emission->include)
		c_pair(&package, emission->include, &source, &header);
	else
		c_header(&package, &header);
	emission->header = text_string(&header);
	emission->source = text_string(&source);
}

rigidc_status rigidc_emit(rigidc_model *model, const char *functions, const char *include,
                          const char **header, const char **source)
{
	struct Emission emission = { .functions = functions, .include = include };
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK)
		status = library_protect(model, emit, &emission);
	*header = emission.header;
	if (source)
		*source = emission.source;
	return status;
}

static void dump(rigidc_model *model, void *context)
{
	struct Emission *emission = context;
	struct Dump wanted = { .pass = pass_find(emission->pass) };
	text_init(&wanted.text, &model->arena);
	if (wanted.pass == PASS_COUNT)
		model->failure = text_print(&model->arena, "there is no pass '%s'", emission->pass);
	else
		library_generate(model, emission->functions, FOR_TEXT, &wanted);
	emission->header = text_string(&wanted.text);
}

rigidc_status rigidc_dump(rigidc_model *model, const char *functions, const char *pass, const char **text)
{
	struct Emission emission = { .functions = functions, .pass = pass };
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK)
		status = library_protect(model, dump, &emission);
	*text = emission.header;
	return status;
}

/* --- functions --- */

struct Making {
	rigidc_function *function;
	const char *name;
	rigidc_status status;
};

static void make(rigidc_model *model, void *context)
{
	struct Making *making = context;
	rigidc_function *function = making->function;
	bool tcc = function->tier == RIGIDC_TCC;
	struct Package package = library_generate(model, making->name, tcc ? FOR_TCC : FOR_RUNNING, NULL);
	if (model->diags.errors)
		return;
	if (package.functions > 1 && !package.function[1].spec.angles_of) {
		model->failure = "one function at a time: \"rnea\", or \"both=rnea+crba\"";
		making->status = RIGIDC_INVALID;
		return;
	}
	const struct Generated *generated = function->generated = &package.function[0];
	size_t total = 0, real = model->request.real_float ? sizeof(float) : sizeof(double);
	for (int i = 0; i < INPUT_COUNT; i++)
		total += generated->input_size[i];
	for (int i = 0; i < generated->outputs; i++)
		total += generated->output[i].size;
	function->work = ARENA_ARRAY(&model->arena, char, ((size_t)generated->program.steps + 1) * real);
	function->narrow = ARENA_ARRAY(&model->arena, float, model->request.real_float ? total : 0);
	making->status = RIGIDC_OK;
	if (function->tier == RIGIDC_EVALUATOR)
		return;
	struct Text text;
	text_init(&text, &model->arena);
	(tcc ? c_for_tcc : c_for_cc)(&package, &text);
	making->status = (tcc ? tcc_compile : cc_compile)(function, text_string(&text));
}

rigidc_status rigidc_function_new(rigidc_model *model, const char *name, rigidc_tier tier,
                                  rigidc_function **made)
{
	rigidc_function *function = calloc(1, sizeof *function);
	struct Making making = { .function = function, .name = name, .status = RIGIDC_SYSTEM };
	*made = NULL;
	if (!function)
		return RIGIDC_NO_MEMORY;
	function->model = model;
	function->tier = tier;
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK)
		status = library_protect(model, make, &making);
	if (status == RIGIDC_OK || status == RIGIDC_SYSTEM)
		status = making.status; /* the executor knows best */
	if (status == RIGIDC_OK)
		*made = function;
	else
		rigidc_function_free(function);
	return status;
}

void rigidc_function_free(rigidc_function *function)
{
	if (!function)
		return;
	if (function->handle)
		(function->tier == RIGIDC_TCC ? tcc_release : cc_release)(function->handle);
	free(function);
}

int rigidc_inputs(const rigidc_function *function)
{
	int count = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		count += generated_takes(function->generated, i);
	return count;
}

int rigidc_outputs(const rigidc_function *function)
{
	return function->generated->outputs;
}

/* Which of the possible arrays is the n-th that the function takes. */
static int nth_input(const rigidc_function *function, int n)
{
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function->generated, i) && n-- == 0)
			return i;
	return 0;
}

size_t rigidc_input_size(const rigidc_function *function, int input)
{
	return function->generated->input_size[nth_input(function, input)];
}

size_t rigidc_output_size(const rigidc_function *function, int output)
{
	return function->generated->output[output].size;
}

const char *rigidc_input_name(const rigidc_function *function, int input)
{
	return input_name[nth_input(function, input)];
}

const char *rigidc_output_name(const rigidc_function *function, int output)
{
	return function->generated->output[output].info->name;
}

/* --- calling --- */

/* The arrays a program indexes: a place for each possible input. */
static void spread(const rigidc_function *function, const void *const *given, const void **all)
{
	int next = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		all[i] = generated_takes(function->generated, i) ? given[next++] : NULL;
}

static void execute(rigidc_function *function, const void *const *input, void *const *output)
{
	const void *all[INPUT_COUNT];
	if (function->call) {
		function->call(input, output);
		return;
	}
	spread(function, input, all);
	const struct Program *program = &function->generated->program;
	if (function->model->request.real_float)
		program_run_float(program, (const float *const *)all, (float *const *)output, function->work);
	else
		program_run(program, (const double *const *)all, (double *const *)output, function->work);
}

void rigidc_call(rigidc_function *function, const double *const *input, double *const *output)
{
	if (!function->model->request.real_float) {
		execute(function, (const void *const *)input, (void *const *)output);
		return;
	}
	const void *in[INPUT_COUNT] = { 0 };
	void *out[GENERATED_OUTPUTS] = { 0 };
	float *next = function->narrow;
	for (int i = 0; i < rigidc_inputs(function); i++) {
		size_t size = rigidc_input_size(function, i);
		in[i] = next;
		for (size_t k = 0; k < size; k++)
			*next++ = (float)input[i][k];
	}
	for (int i = 0; i < rigidc_outputs(function); i++) {
		out[i] = next;
		next += rigidc_output_size(function, i);
	}
	execute(function, in, out);
	for (int i = 0; i < rigidc_outputs(function); i++)
		for (size_t k = 0; k < rigidc_output_size(function, i); k++)
			output[i][k] = (double)((float *)out[i])[k];
}
