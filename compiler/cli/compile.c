/* rigidc compile: C, a module of another language, or the state after a pass. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "depends.h"
#include "load.h"
#include "output.h"
#include "snapping.h"
#include "runtime/library.h"

/* The target named by -o, checked before any work so that a mistake costs no time. TARGET_COUNT after a
 * message: the name has no target. */
static enum TargetId destination(const char *path)
{
	enum TargetId target = output_is_file(path) ? target_of_file(path) : TARGET_HEADER;
	if (target == TARGET_COUNT) {
		complain("-o takes NAME.h, NAME.c, NAME.mjs or NAME.py, not '%s'", path);
	} else if (target == TARGET_PAIR && !library_can_include(strrchr(path, '/') ? strrchr(path, '/') + 1 : path)) {
		complain("the name in '%s' cannot stand in an #include", path);
		target = TARGET_COUNT;
	}
	return target;
}

/* The path with another ending: "arm.c" becomes "arm.h" or "arm_test.h". NULL: out of memory. */
static char *path_beside(const char *path, const char *ending)
{
	size_t stem = strlen(path) - strlen(".h");
	char *beside = malloc(stem + strlen(ending) + 1);
	if (!beside)
		return NULL;
	memcpy(beside, path, stem);
	strcpy(beside + stem, ending);
	return beside;
}

/* Writes all files or none; with --check compares them instead. */
static int put_files(const struct Options *options, const struct OutputFile *file, int files)
{
	if (options->check)
		return output_compare(file, files);
	if (files == 1)
		return output_write_bytes(file->path, file->text, file->size);
	return output_replace(file, files);
}

static rigidc_status emit(rigidc_model *model, const struct Options *options, enum TargetId target,
                          const char *header_path, struct LibraryTexts *texts)
{
	const char *name = strrchr(header_path, '/') ? strrchr(header_path, '/') + 1 : header_path;
	return options->self_test ? library_emit_tested(model, options->functions, target, name, texts)
	                          : rigidc_emit(model, options->functions, name, &texts->header, &texts->source);
}

/* Writes a source with its header, or a header with its self-test: all files or none. */
static int compile_files(rigidc_model *model, const struct Options *options, enum TargetId target)
{
	char *header_path = path_beside(options->output, ".h"), *test_path = path_beside(options->output, "_test.h");
	struct LibraryTexts texts = { NULL, NULL, NULL };
	rigidc_status status =
		header_path && test_path ? emit(model, options, target, header_path, &texts) : RIGIDC_NO_MEMORY;
	int code, files = 0;
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status == RIGIDC_OK) {
		struct OutputFile file[OUTPUT_MOST];
		if (texts.source)
			file[files++] = (struct OutputFile){ options->output, texts.source, strlen(texts.source) };
		file[files++] = (struct OutputFile){ header_path, texts.header, strlen(texts.header) };
		if (texts.test)
			file[files++] = (struct OutputFile){ test_path, texts.test, strlen(texts.test) };
		code = depends_add(model, options, file, &files);
		code = code == EXIT_FINE ? put_files(options, file, files) : code;
		rigidc_model_free(model);
	} else {
		code = load_fail(model, status);
	}
	free(header_path);
	free(test_path);
	return code;
}

/* True if a self-test can be written beside the output. */
static bool is_testable(const struct Options *options, enum TargetId target)
{
	if ((target != TARGET_HEADER && target != TARGET_PAIR) || !output_is_file(options->output) || options->dump) {
		complain("--self-test goes beside C in a file: -o NAME.h or NAME.c");
		return false;
	}
	if (!library_can_include(strrchr(options->output, '/') ? strrchr(options->output, '/') + 1 : options->output)) {
		complain("the name in '%s' cannot stand in an #include", options->output);
		return false;
	}
	return true;
}

/* True if the files can be compared, or are not to be. */
static bool check_possible(const struct Options *options)
{
	bool possible = !options->check || output_is_file(options->output);
	if (!possible)
		complain("--check compares files: -o NAME.h");
	return possible;
}

int command_compile(const struct Options *options)
{
	enum TargetId target = destination(options->output);
	int code;
	if (target == TARGET_COUNT || !depends_possible(options) || !check_possible(options) ||
	    (options->self_test && !is_testable(options, target)))
		return EXIT_USAGE;
	rigidc_model *model = load_model(options, &code);
	if (!model)
		return code;
	rigidc_status status = options->dump ? RIGIDC_OK : snapping_report(model, options);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	if ((target == TARGET_PAIR || options->self_test) && !options->dump)
		return compile_files(model, options, target);
	const char *text;
	status = options->dump ? rigidc_dump(model, options->functions, options->dump, &text)
	                       : library_emit(model, options->functions, target, &text);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	struct OutputFile file[OUTPUT_MOST] = { { options->output, text, strlen(text) } };
	int files = 1;
	code = depends_add(model, options, file, &files);
	if (code == EXIT_FINE)
		code = put_files(options, file, files);
	rigidc_model_free(model);
	return code;
}
