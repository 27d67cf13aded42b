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

/* The target of a file of Python: with --for that of its name. TARGET_COUNT after a message. */
static enum TargetId with_arrays(enum TargetId target, const char *array)
{
	if (array && target != TARGET_NUMPY) {
		complain("--for is of Python: -o NAME.py");
		return TARGET_COUNT;
	}
	for (enum TargetId i = 0; array && i < TARGET_COUNT; i++)
		if (strcmp(target_table[i].name, array) == 0)
			return i;
	return target;
}

/* The target named by -o, checked before any work so that a mistake costs no time. TARGET_COUNT after a
 * message: the name has no target. */
static enum TargetId destination(const struct Options *options)
{
	const char *path = options->output;
	enum TargetId target = output_is_file(path) ? target_of_file(path) : TARGET_HEADER;
	if (target == TARGET_COUNT) {
		static const char *const ending[] = {
#define TARGET(id, name, summary, how, ending, search, nesting, dialect, storage, refused, print) ending,
#include "targets.def"
#undef TARGET
		};
		complain_ending("-o", ending, TARGET_COUNT, path);
	} else if (target == TARGET_PAIR && !library_can_include(strrchr(path, '/') ? strrchr(path, '/') + 1 : path)) {
		complain("the name in '%s' cannot stand in an #include", path);
		target = TARGET_COUNT;
	}
	return target == TARGET_COUNT ? target : with_arrays(target, options->array);
}

/* Paths of files written beside the file of -o; NULL: not written. */
struct Beside {
	char *header, *test, *declarations;
};

/* The path with another ending: "arm.c" becomes "arm.h" or "arm_test.h". NULL: out of memory. */
static char *path_beside(const char *path, const char *ending)
{
	size_t stem = (size_t)(strrchr(path, '.') - path);
	char *beside = malloc(stem + strlen(ending) + 1);
	if (!beside)
		return NULL;
	memcpy(beside, path, stem);
	strcpy(beside + stem, ending);
	return beside;
}

/* False: out of memory. */
static bool find_beside(const char *path, struct Beside *beside)
{
	*beside = (struct Beside){ NULL, NULL, NULL };
	if (!output_is_file(path))
		return true;
	beside->header = path_beside(path, ".h");
	beside->test = path_beside(path, "_test.h");
	beside->declarations = path_beside(path, DECLARATIONS_ENDING);
	return beside->header && beside->test && beside->declarations;
}

static void free_beside(struct Beside *beside)
{
	free(beside->header);
	free(beside->test);
	free(beside->declarations);
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

/* Makes the texts. The state after a pass takes the place of a header. */
static rigidc_status emit(rigidc_model *model, const struct Options *options, enum TargetId target,
                          const struct Beside *beside, struct LibraryTexts *texts)
{
	const char *slash = beside->header ? strrchr(beside->header, '/') : NULL;
	const char *name = slash ? slash + 1 : beside->header;
	if (options->dump)
		return rigidc_dump(model, options->functions, options->dump, &texts->header);
	if (options->self_test)
		return library_emit_tested(model, options->functions, target, name, texts);
	if (target == TARGET_PAIR)
		return rigidc_emit(model, options->functions, name, &texts->header, &texts->source);
	return library_emit(model, options->functions, target, texts);
}

static void add_file(struct OutputFile *file, int *files, const char *path, const char *text)
{
	if (text)
		file[(*files)++] = (struct OutputFile){ path, text, strlen(text) };
}

static int put_texts(rigidc_model *model, const struct Options *options, const struct Beside *beside,
                     const struct LibraryTexts *texts)
{
	struct OutputFile file[OUTPUT_MOST];
	int files = 0;
	add_file(file, &files, options->output, texts->source);
	add_file(file, &files, texts->source ? beside->header : options->output, texts->header);
	add_file(file, &files, beside->test, texts->test);
	add_file(file, &files, beside->declarations, texts->declarations);
	int code = depends_add(model, options, file, &files);
	return code == EXIT_FINE ? put_files(options, file, files) : code;
}

/* Frees the model. */
static int compile(rigidc_model *model, const struct Options *options, enum TargetId target)
{
	struct LibraryTexts texts = { NULL, NULL, NULL, NULL };
	struct Beside beside;
	rigidc_status status = options->dump ? RIGIDC_OK : snapping_report(model, options);
	if (!find_beside(options->output, &beside))
		status = RIGIDC_NO_MEMORY;
	if (status == RIGIDC_OK)
		status = emit(model, options, target, &beside, &texts);
	if (status == RIGIDC_OK)
		status = load_say(model);
	int code = status == RIGIDC_OK ? put_texts(model, options, &beside, &texts) : load_fail(model, status);
	if (status == RIGIDC_OK)
		rigidc_model_free(model);
	free_beside(&beside);
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
	enum TargetId target = destination(options);
	int code;
	if (target == TARGET_COUNT || !depends_possible(options) || !check_possible(options) ||
	    (options->self_test && !is_testable(options, target)))
		return EXIT_USAGE;
	rigidc_model *model = load_for_functions(options, NULL, &code);
	return model ? compile(model, options, target) : code;
}
