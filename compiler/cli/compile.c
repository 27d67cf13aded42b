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

/* What -o is a name of: looked at before any work, so that a slip costs nothing. TARGET_COUNT: of nothing, which was said. */
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

static int compile_pair(rigidc_model *model, const struct Options *options)
{
	size_t length = strlen(options->output);
	char *header_path = strdup(options->output);
	if (!header_path)
		return load_fail(NULL, RIGIDC_NO_MEMORY);
	header_path[length - 1] = 'h';
	const char *name = strrchr(header_path, '/') ? strrchr(header_path, '/') + 1 : header_path;
	const char *header, *source;
	rigidc_status status = rigidc_emit(model, options->functions, name, &header, &source);
	int code;
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status == RIGIDC_OK) {
		const struct OutputFile files[] = {
			{ options->output, source, strlen(source) }, { header_path, header, strlen(header) },
		};
		code = output_replace(files, 2);
		code = code == EXIT_FINE ? depends_write(model, options) : code;
		rigidc_model_free(model);
	} else {
		code = load_fail(model, status);
	}
	free(header_path);
	return code;
}

int command_compile(const struct Options *options)
{
	enum TargetId target = destination(options->output);
	int code;
	if (target == TARGET_COUNT || !depends_possible(options))
		return EXIT_USAGE;
	rigidc_model *model = load_model(options, &code);
	if (!model)
		return code;
	rigidc_status status = options->dump ? RIGIDC_OK : snapping_report(model, options);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	if (target == TARGET_PAIR && !options->dump)
		return compile_pair(model, options);
	const char *text;
	status = options->dump ? rigidc_dump(model, options->functions, options->dump, &text)
	                       : library_emit(model, options->functions, target, &text);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	code = output_write(options->output, text);
	code = code == EXIT_FINE ? depends_write(model, options) : code;
	rigidc_model_free(model);
	return code;
}
