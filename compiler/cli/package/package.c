/* rigidc package: a folder around the C of a model, for a build system. */
#include <string.h>

#include "folder.h"
#include "folder_fmi.h"
#include "folder_fmu.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/waiting.h"

const struct PackageKind package_table[PACKAGE_COUNT] = {
#define PACKAGE(id, name, summary, code, beside, lower, taken, preset, request, values, refused) \
	{ name, summary, code, beside, lower, taken, preset, request, values, refused },
#include "packages.def"
};

struct Packing {
	const struct Options *options;
	struct Folder folder;
	struct OutputFile *file;
	int files;
	int code; /* exit code: of files that could not be written on the way */
};

static void add_file(struct Packing *packing, const char *path, const char *text, size_t size)
{
	packing->file[packing->files++] = (struct OutputFile){ path, text, size };
}

/* Adds the generated code: a header, or a source with its header; and the self-test, if requested. */
static void add_code(struct Packing *packing)
{
	struct Folder *folder = &packing->folder;
	const struct Target *target = &target_table[target_of_file(folder->code)];
	bool declared = target == &target_table[TARGET_JAVASCRIPT];
	struct Printed printed = { .include = text_print(folder->arena, "%s.h", folder->prefix) };
	target_print(target, &folder->job, &printed);
	add_file(packing, folder->code, text_string(&printed.text), printed.text.count);
	if (printed.header.count)
		add_file(packing, folder_beside(folder, declared ? DECLARATIONS_ENDING : ".h"),
		         text_string(&printed.header), printed.header.count);
	if (folder_has_eigen(folder)) { /* the same functions, in the same dialect */
		struct Printed eigen = { .include = NULL };
		target_print(&target_table[TARGET_EIGEN], &folder->job, &eigen);
		add_file(packing, folder_beside(folder, ".hpp"), text_string(&eigen.text), eigen.text.count);
	}
	if (packing->options->self_test) {
		struct Text test = target_print_test(target, &folder->job, printed.include);
		add_file(packing, folder_beside(folder, "_test.h"), text_string(&test), test.count);
	}
}

/* A function whose name the code of packages has; NULL: there is none. */
static const char *taken_function(struct Folder *folder)
{
	static const char *const taken[] = { "example", "example_near", "needs_real_float", "test_run" };
	const struct Job *job = &folder->job;
	for (int f = 0; f < job->functions; f++)
		for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
			if (strcmp(folder_function(folder, &job->function[f]), taken[i]) == 0)
				return taken[i];
	return NULL;
}

/* Why not; NULL: nothing speaks against it. Neither make nor Markdown has a way to write an argument with a line end. */
static const char *why_not(struct Folder *folder)
{
	for (size_t i = 0; i < folder->options->givens; i++)
		if (strpbrk(folder->options->given[i], "\r\n"))
			return text_print(
				folder->arena,
				"an option with a line end stands in no build file, \\x0A in quotation marks does: '%s'",
				text_shown(folder->arena, folder->options->given[i]));
	const char *taken = taken_function(folder);
	if (taken)
		return text_print(folder->arena, "a function called %s is among the examples and tests of packages",
		                  taken);
	return folder->kind->refused ? folder->kind->refused(folder) : NULL;
}

/* Text for -f. Messages about the requested functions are dropped, because the generated functions have the same. */
static const char *functions_of(struct Folder *folder, const struct Options *options)
{
	rigidc_model *model = folder->model;
	if (!folder->kind->request)
		return options->functions;
	struct Job asked = library_prepare(model, options->functions);
	if (model->diags.errors)
		return NULL;
	const char *functions = folder->kind->request(folder, &asked);
	model->sources = model->read.sources;
	model->diags = model->read.diags;
	return functions;
}

/* All that is known of the folder. False after a diagnostic, or where there is no such package. */
static bool begin(struct Folder *folder, const struct Options *options)
{
	rigidc_model *model = folder->model;
	enum TargetId target = target_of_file(folder->kind->code);
	const char *functions = functions_of(folder, options);
	if (model->diags.errors || model->failure)
		return false;
	folder->job = library_generate(model, functions, target, NULL);
	if (model->diags.errors || (options->self_test && library_untested(model, &folder->job)))
		return false;
	folder->printer = (struct Printer){
		.arena = folder->arena,
		.job = &folder->job,
		.dialect = target_table[target].dialect,
		.real = real_of(model->request.real_float),
	};
	folder_name_all(folder);
	folder_add_values(folder);
	const char *refused = why_not(folder);
	if (refused)
		library_fail(model, RIGIDC_USAGE, "%s", refused);
	return !refused;
}

/* Is it a Functional Mock-up Unit? */
static bool is_unit(const struct Options *options)
{
	return options->package == PACKAGE_FMI || options->package == PACKAGE_FMI2;
}

static void add_library(struct Packing *packing)
{
	struct OutputFile library = { NULL, NULL, 0 };
	packing->code = folder_fmu_library(&packing->folder, packing->file, packing->files, &library);
	if (library.text)
		add_file(packing, library.path, library.text, library.size);
}

static void pack(rigidc_model *model, void *context)
{
	struct Packing *packing = context;
	struct Folder *folder = &packing->folder;
	const struct Options *options = packing->options;
	*folder = (struct Folder){
		.arena = &model->call,
		.model = model,
		.options = options,
		.kind = &package_table[options->package],
	};
	if (!begin(folder, options))
		return;
	int models;
	const struct OutputFile *model_file = folder_models(folder, &models);
	if (!model_file)
		return;
	enum { MORE = 5 }; /* code, its declarations, its header for Eigen, its test; a library */
	const struct OutputFile *filled = folder_files(folder, &packing->files);
	packing->file = ARENA_ARRAY(folder->arena, struct OutputFile, packing->files + MORE + models);
	memcpy(packing->file, filled, (size_t)packing->files * sizeof *filled);
	add_code(packing);
	for (int i = 0; i < models; i++)
		add_file(packing, text_print(folder->arena, "%s%s", folder->kind->beside, model_file[i].path),
		         model_file[i].text, model_file[i].size);
	if (is_unit(options)) {
		folder_fmi_check_start(folder);
		add_library(packing);
	}
}

/* Says the name of the package if it differs from the prefix, because the prefix is an impossible name. */
static void say_name(const struct Folder *folder)
{
	if (strcmp(folder->name, folder->prefix) != 0)
		complain("the package is called '%s': '%s' is no name for --for=%s", folder->name, folder->prefix,
		         folder->kind->name);
}

/* Options for external functions, with another kind: false after a message. */
static bool takes_options(const struct Options *options)
{
	if (options->derivatives >= 0 && options->package != PACKAGE_CASADI)
		return complain("--derivatives is for --for=casadi"), false;
	if (options->pose && !is_unit(options))
		return complain("--pose is for --for=fmi"), false;
	return true;
}

int command_package(const struct Options *options)
{
	const char *path = options->output;
	bool archive = is_unit(options) && folder_fmu_is_archive(path);
	if (options->package < 0)
		return complain("package needs --for=KIND; see rigidc --list=packages");
	if (!takes_options(options))
		return EXIT_USAGE;
	if (output_is_stdout(path))
		return complain(is_unit(options) ? "package writes a unit, -o NAME.fmu, or its folder: -o DIR"
		                                 : "package writes a folder: -o DIR");
	int code = archive ? EXIT_FINE : output_folder_is_free(path);
	if (code != EXIT_FINE)
		return code;
	struct Options shown = *options;
	if (!shown.library.progress)
		shown.library.progress = waiting_line;
	rigidc_model *model = load_for_functions(&shown, NULL, &code);
	if (!model)
		return code;
	struct Packing packing = { .options = options };
	rigidc_status status = library_call(model, pack, &packing);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	say_name(&packing.folder);
	code = packing.code;
	if (code == EXIT_FINE)
		code = (archive ? folder_fmu_archive : output_folder)(path, packing.file, packing.files);
	rigidc_model_free(model);
	return code;
}
