#include "library.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "pipeline/found_plans.h"
#include "settings.h"
#include "xacro.h"

/* --- the boundary --- */

static rigidc_status status_of(const rigidc_model *model)
{
	switch (model->guard.fault) {
	case FAULT_MEMORY:
	case FAULT_TABLE: return RIGIDC_NO_MEMORY;
	case FAULT_INTERNAL:
	case FAULT_SIZE: return RIGIDC_INTERNAL;
	case FAULT_NONE: break;
	}
	return model->failed ? model->failed : model->diags.errors ? RIGIDC_INVALID : RIGIDC_OK;
}

bool library_guard(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context)
{
	/* Numbers are read and printed here, and by libtcc: always in the C locale, for this thread. */
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!plain)
		return false;
	locale_t before = uselocale(plain);
	jmp_buf outer; /* work may call the library again */
	memcpy(&outer, &model->guard.jump, sizeof outer);
	if (model->guard.fault == FAULT_NONE) {
		if (setjmp(model->guard.jump) == 0) /* the standard allows setjmp in no larger expression */
			work(model, context);
	}
	memcpy(&model->guard.jump, &outer, sizeof outer);
	uselocale(before);
	freelocale(plain);
	return model->guard.fault == FAULT_NONE;
}

static void forget_messages(rigidc_model *model)
{
	model->messages = NULL;
	model->sorted = NULL;
}

rigidc_status library_protect(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context)
{
	forget_messages(model);
	bool done = library_guard(model, work, context);
	return done || model->guard.fault != FAULT_NONE ? status_of(model) : RIGIDC_NO_MEMORY;
}

void library_fail(rigidc_model *model, rigidc_status status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	model->failure = text_vprint(model->diags.arena, format, arguments);
	va_end(arguments);
	model->failed = status;
}

/* Begins a call: new memory is the call's. A list of the model is copied when it grows, since its capacity is set to
 * its count. */
static void begin_call(rigidc_model *model)
{
	arena_free(&model->call);
	model->sources = model->read.sources;
	model->sources.arena = &model->call;
	model->sources.capacity = model->sources.count;
	model->diags = model->read.diags;
	model->diags.arena = &model->call;
	model->diags.capacity = model->diags.count;
	model->failed = RIGIDC_OK;
	model->failure = NULL;
	forget_messages(model);
}

rigidc_status library_begin(rigidc_model *model)
{
	if (!model->sound)
		return status_of(model);
	/* a fault of a call: the data from reading are complete */
	if (model->guard.fault == FAULT_MEMORY || model->guard.fault == FAULT_TABLE)
		model->guard.fault = FAULT_NONE;
	begin_call(model);
	return status_of(model);
}

rigidc_status library_call(rigidc_model *model, void (*work)(rigidc_model *model, void *context), void *context)
{
	rigidc_status status = library_begin(model);
	return status == RIGIDC_OK ? library_protect(model, work, context) : status;
}

rigidc_status library_end(rigidc_model *model)
{
	rigidc_status status = status_of(model);
	if (model->diags.count == model->read.diags.count)
		begin_call(model);
	return status;
}

void library_shown(rigidc_model *model)
{
	model->read.diags.count = 0;
}

/* --- reading --- */

struct Reading {
	const char *text, *name, *path;
	const char *beside; /* the file that a text replaces, or NULL */
	size_t length;
	const rigidc_options *options;
	const struct Overlay *overlay;
};

/* The options of a caller who knows fewer of them, or more but asks for none of these. NULL: he asks. */
static const rigidc_options *known_options(struct Arena *arena, const rigidc_options *given)
{
	size_t size = given->size ? given->size : sizeof *given;
	rigidc_options *own = ARENA_NEW(arena, rigidc_options);
	for (size_t i = sizeof *own; i < size; i++)
		if (((const char *)given)[i])
			return NULL;
	memcpy(own, given, size < sizeof *own ? size : sizeof *own);
	return own;
}

static bool take_options(rigidc_model *model, const rigidc_options *given)
{
	const rigidc_options *options = given ? known_options(&model->arena, given) : NULL;
	const char *refused = !given     ? NULL
	                      : !options ? "an option of a newer version"
	                                 : settings_refused(&model->arena, options);
	if (refused) {
		library_fail(model, RIGIDC_USAGE, "%s", refused);
		return false;
	}
	if (options)
		settings_copy(&model->arena, options, &model->request);
	model->from = options ? options->from : RIGIDC_BY_CONTENT;
	for (size_t i = 0; i < model->request.warnings; i++)
		if (!diags_configure(&model->diags, model->request.warning[i])) {
			library_fail(model, RIGIDC_USAGE, "there is no check to switch with -W %s",
			             model->request.warning[i]);
			return false;
		}
	return true;
}

/* The source: given, or read from its file. text.text is NULL after a failure. */
static struct ModelText read_text(rigidc_model *model, const struct Reading *reading)
{
	struct ModelText text = { .length = reading->length };
	text.name = arena_copy(&model->arena, reading->name, strlen(reading->name));
	int error = 0;
	if (reading->path && model->request.xacro && xacro_is_named(reading->path)) {
		const char *problem;
		text.text = xacro_expand(&model->arena, reading->path, &text.length, &problem);
		if (problem) {
			library_fail(model, RIGIDC_SYSTEM, "xacro cannot expand %s: %s", reading->path, problem);
			return text;
		}
	}
	if (text.text) /* lines of messages are not those of the file */
		text.name = text_print(&model->arena, "%s (expanded)", reading->name);
	else
		text.text = reading->path ? files_read(&model->arena, reading->path, &text.length, &error)
		                          : arena_copy(&model->arena, reading->text, text.length);
	if (!text.text) {
		library_fail(model, RIGIDC_SYSTEM, "cannot read %s: %s", reading->path, strerror(error));
		return text;
	}
	bool named = model->from != RIGIDC_BY_CONTENT;
	text.format = named ? &format_table[model->from - 1] : format_of_source(text.name, text.text, text.length);
	return text;
}

/* Finds the folders in which included files are searched. */
static void find_folders(rigidc_model *model, const struct Reading *reading)
{
	model->files = (struct Files){ .arena = &model->arena,
		                       .folder = model->request.include,
		                       .folders = model->request.includes,
		                       .overlay = reading->overlay };
	if (reading->path && strcmp(reading->path, "-") != 0)
		model->files.path = arena_copy(&model->arena, reading->path, strlen(reading->path));
	if (reading->beside)
		model->files.path = arena_copy(&model->arena, reading->beside, strlen(reading->beside));
	files_begin(&model->files);
}

static void read_model(rigidc_model *model, void *context)
{
	struct Reading *reading = context;
	const struct Request *request = &model->request;
	if (!take_options(model, reading->options))
		return;
	struct ModelText text = read_text(model, reading);
	if (!text.text)
		return;
	model->format = text.format;
	find_folders(model, reading);
	text.includes = &model->files.includes;
	struct ReadModel read = compile_model(&model->diags, &text, request);
	model->ast = read.ast;
	model->snapped = read.snapped;
	model->model = read.model;
	const char *refused = format_refused(&model->arena, text.format, request, text.includes);
	if (refused) {
		library_fail(model, RIGIDC_USAGE, "%s", refused);
		return;
	}
	if (model->diags.errors)
		return;
	sources_index(&model->sources);
	model->read.sources = model->sources;
	model->read.diags = model->diags;
	model->found = found_plans_new(&model->arena);
	model->sound = true;
}

/* Takes the allocator before any memory is taken. */
static void take_allocator(rigidc_model *model, const rigidc_options *options)
{
	bool known = options && (!options->size || options->size > offsetof(rigidc_options, allocate_context));
	model->guard.allocate = known ? options->allocate : NULL;
	model->guard.context = known ? options->allocate_context : NULL;
}

static rigidc_status read_any(struct Reading *reading, rigidc_model **made)
{
	rigidc_model *model = calloc(1, sizeof *model);
	*made = model;
	if (!model)
		return RIGIDC_NO_MEMORY;
	take_allocator(model, reading->options);
	arena_init(&model->arena, &model->guard);
	arena_init(&model->call, &model->guard);
	sources_init(&model->sources, &model->arena);
	diags_init(&model->diags, &model->arena, &model->sources);
	return library_protect(model, read_model, reading);
}

rigidc_status rigidc_load(const char *path, const rigidc_options *options, rigidc_model **model)
{
	if (model)
		*model = NULL;
	if (!model || !path)
		return RIGIDC_USAGE;
	struct Reading reading = { .path = path, .options = options };
	reading.name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	return read_any(&reading, model);
}

rigidc_status rigidc_read(const char *text, size_t length, const char *name, const rigidc_options *options,
                          rigidc_model **model)
{
	if (model)
		*model = NULL;
	if (!model || (!text && length))
		return RIGIDC_USAGE;
	struct Reading reading = {
		.text = text ? text : "", .length = length, .name = name ? name : "<text>", .options = options
	};
	return read_any(&reading, model);
}

rigidc_status library_read(const char *path, const char *name, const char *text, size_t length,
                           const rigidc_options *options, const struct Overlay *overlay, rigidc_model **model)
{
	struct Reading reading = {
		.text = text, .length = length, .name = name, .beside = path, .options = options, .overlay = overlay
	};
	return read_any(&reading, model);
}

void rigidc_model_free(rigidc_model *model)
{
	if (!model)
		return;
	arena_free(&model->call);
	arena_free(&model->arena);
	free(model);
}

/* --- asking --- */

static void render(rigidc_model *model, void *context)
{
	(void)context;
	struct Text text = text_new(model->diags.arena);
	diags_render(&model->diags, &text);
	if (model->failure)
		text_format(&text, "rigidc: %s\n", text_shown(text.arena, model->failure));
	model->messages = text_string(&text);
}

const char *rigidc_messages(const rigidc_model *model)
{
	rigidc_model *own = (rigidc_model *)model; /* only caches the rendering */
	if (!own)
		return "";
	if (own->guard.fault == FAULT_INTERNAL)
		return own->guard.text;
	if (own->guard.fault == FAULT_NONE && !own->messages)
		library_protect(own, render, NULL);
	return own->messages ? own->messages : "out of memory\n";
}

int rigidc_nq(const rigidc_model *model)
{
	return model && model->model ? model->model->nq : 0;
}

int rigidc_nv(const rigidc_model *model)
{
	return model && model->model ? model->model->nv : 0;
}

int rigidc_ns(const rigidc_model *model)
{
	return model && model->model ? model->model->states.numbers : 0;
}

int rigidc_nu(const rigidc_model *model)
{
	return model && model->model ? model->model->inputs.numbers : 0;
}

static const struct Parameter *parameter_of(const rigidc_model *model, size_t param)
{
	return param < rigidc_param_count(model) ? model->model->parameters.item[param] : NULL;
}

size_t rigidc_param_count(const rigidc_model *model)
{
	return model && model->model ? model->model->parameters.count : 0;
}

const char *rigidc_param_name(const rigidc_model *model, size_t param)
{
	const struct Parameter *parameter = parameter_of(model, param);
	return parameter ? parameter->name.text : "";
}

size_t rigidc_param_size(const rigidc_model *model, size_t param)
{
	const struct Parameter *parameter = parameter_of(model, param);
	return parameter ? (size_t)parameter->count : 0;
}

const char *rigidc_version(void)
{
	return RIGIDC_VERSION;
}

/* --- text --- */

const char *library_text(rigidc_model *model, const char *text)
{
	return text ? arena_copy(&model->call, text, strlen(text)) : NULL;
}

struct Job library_prepare(rigidc_model *model, const char *functions)
{
	return compile_job(&model->diags, model_fork(model->model, &model->call), &model->request,
	                   library_text(model, functions), NULL);
}

struct Job library_generate(rigidc_model *model, const char *functions, enum TargetId target, struct Dump *dump)
{
	return compile_functions(&model->diags, model_fork(model->model, &model->call), &model->request,
	                         library_text(model, functions), &target_table[target], model->found, dump);
}

struct Emission {
	const char *functions, *include, *pass;
	enum TargetId target;
	const char *tested; /* header that a self-test includes, also printed; or NULL */
	const char *header, *source, *test, *declarations;
};

/* A copy for the caller, valid as long as the model. */
static const char *handed_out(rigidc_model *model, struct Text *text)
{
	return arena_copy(&model->arena, text_string(text), text->count);
}

static bool is_untested(rigidc_model *model, const char *why)
{
	if (why)
		library_fail(model, RIGIDC_USAGE, "there is no --self-test of %s", why);
	return why;
}

bool library_untested(rigidc_model *model, const struct Job *job)
{
	return is_untested(model, target_untestable(&model->request)) || is_untested(model, target_untested(job));
}

static void emit(rigidc_model *model, void *context)
{
	struct Emission *emission = context;
	enum TargetId target = emission->target;
	const char *refused = target_refused(&target_table[target], &model->request);
	if (refused) {
		library_fail(model, RIGIDC_USAGE, "the target '%s' has no %s, which is of C", target_table[target].name,
		             refused);
		return;
	}
	if (emission->tested && is_untested(model, target_untestable(&model->request)))
		return;
	struct Job job = library_generate(model, emission->functions, target, NULL);
	struct Printed printed = { .include = emission->include };
	if (model->diags.errors)
		return;
	if (emission->tested && is_untested(model, target_untested(&job)))
		return;
	target_print(&target_table[target], &job, &printed);
	if (emission->tested) {
		struct Text test = target_print_test(&target_table[target], &job, emission->tested);
		emission->test = handed_out(model, &test);
	}
	emission->header = handed_out(model, emission->include ? &printed.header : &printed.text);
	emission->source = emission->include ? handed_out(model, &printed.text) : NULL;
	emission->declarations = !emission->include && printed.header.count ? handed_out(model, &printed.header) : NULL;
}

rigidc_status library_hand_out(void *theirs, const void *ours, size_t size)
{
	size_t room;
	memcpy(&room, theirs, sizeof room);
	if (room && room < sizeof room)
		return RIGIDC_USAGE;
	size_t used = room && room < size ? room : size;
	memcpy((char *)theirs + sizeof room, (const char *)ours + sizeof room, used - sizeof room);
	return RIGIDC_OK;
}

bool library_can_include(const char *name)
{
	return *name && !strpbrk(name, "\"\\\n\r") && !strstr(name, "??"); /* those begin trigraphs */
}

rigidc_status rigidc_emit(rigidc_model *model, const char *functions, const char *include, const char **header,
                          const char **source)
{
	struct Emission emission = { .functions = functions,
		                     .include = include,
		                     .target = include ? TARGET_PAIR : TARGET_HEADER };
	if (header)
		*header = NULL;
	if (source)
		*source = NULL;
	if (!model || !header || (include && !source))
		return RIGIDC_USAGE;
	rigidc_status status = library_begin(model);
	if (status == RIGIDC_OK && include && !library_can_include(include)) {
		model->failure = "this name cannot stand in an #include";
		return model->failed = RIGIDC_USAGE;
	}
	if (status == RIGIDC_OK)
		status = library_protect(model, emit, &emission);
	*header = emission.header;
	if (source)
		*source = emission.source;
	return status;
}

rigidc_status library_emit(rigidc_model *model, const char *functions, enum TargetId target, struct LibraryTexts *texts)
{
	struct Emission emission = { .functions = functions, .target = target };
	rigidc_status status = library_call(model, emit, &emission);
	*texts = (struct LibraryTexts){ .header = emission.header, .declarations = emission.declarations };
	return status;
}

rigidc_status library_emit_tested(rigidc_model *model, const char *functions, enum TargetId target, const char *include,
                                  struct LibraryTexts *texts)
{
	struct Emission emission = { .functions = functions,
		                     .target = target,
		                     .tested = include,
		                     .include = target == TARGET_PAIR ? include : NULL };
	rigidc_status status = library_call(model, emit, &emission);
	*texts = (struct LibraryTexts){ emission.header, emission.source, emission.test, NULL };
	return status;
}

static void dump(rigidc_model *model, void *context)
{
	struct Emission *emission = context;
	struct Dump wanted = { .pass = pass_find(emission->pass) };
	wanted.text = text_new(&model->call);
	if (wanted.pass == PASS_COUNT) {
		library_fail(model, RIGIDC_USAGE, "there is no pass '%s'", emission->pass);
		return;
	}
	library_generate(model, emission->functions, TARGET_PROGRAM, &wanted);
	emission->header = handed_out(model, &wanted.text);
}

rigidc_status rigidc_dump(rigidc_model *model, const char *functions, const char *pass, const char **text)
{
	struct Emission emission = { .functions = functions, .pass = pass };
	if (text)
		*text = NULL;
	if (!model || !pass || !text)
		return RIGIDC_USAGE;
	rigidc_status status = library_call(model, dump, &emission);
	*text = emission.header;
	return status;
}
