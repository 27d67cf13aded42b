/* rigidc compile: C, or the state after a pass. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "snapping.h"
#include "runtime/library.h"

/* What -o is a name of: looked at before any work, so that a slip costs nothing. */
enum Destination { TO_ONE, TO_PAIR, TO_NOWHERE };

static enum Destination destination(const char *path)
{
	if (!output_is_file(path))
		return TO_ONE;
	size_t length = strlen(path);
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	if (strlen(name) > 2 && strcmp(path + length - 2, ".h") == 0)
		return TO_ONE;
	if (strlen(name) <= 2 || strcmp(path + length - 2, ".c") != 0)
		complain("-o takes NAME.h or NAME.c, not '%s'", path);
	else if (!library_can_include(name))
		complain("the name in '%s' cannot stand in an #include", path);
	else
		return TO_PAIR;
	return TO_NOWHERE;
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
		const struct OutputFile files[] = { { options->output, source, 0 }, { header_path, header, 0 } };
		code = output_replace(files, 2);
		rigidc_model_free(model);
	} else {
		code = load_fail(model, status);
	}
	free(header_path);
	return code;
}

int command_compile(const struct Options *options)
{
	enum Destination to = destination(options->output);
	int code;
	if (to == TO_NOWHERE)
		return EXIT_USAGE;
	rigidc_model *model = load_model(options, &code);
	if (!model)
		return code;
	rigidc_status status = options->dump ? RIGIDC_OK : snapping_report(model, options);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	if (to == TO_PAIR && !options->dump)
		return compile_pair(model, options);
	const char *text;
	status = options->dump ? rigidc_dump(model, options->functions, options->dump, &text)
	                       : rigidc_emit(model, options->functions, NULL, &text, NULL);
	if (status == RIGIDC_OK)
		status = load_say(model);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	code = output_write(options->output, text);
	rigidc_model_free(model);
	return code;
}
