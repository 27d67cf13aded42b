/* rigidc compile: C, a module of another language, or the state after a pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "depfile.h"
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

/* The results, and behind them under -MD the rule of their making. */
static int write_files(rigidc_model *model, const struct Options *options, const struct OutputFile *made, int files)
{
	if (!options->depfile)
		return files > 1 ? output_replace(made, files) : output_write(options->output, made->text);
	struct OutputFile all[OUTPUT_FILES];
	memcpy(all, made, (size_t)files * sizeof *made);
	const char *text = depfile_text(model, made, files);
	size_t size = strlen(options->output) + sizeof ".d";
	char *path = text ? malloc(size) : NULL;
	if (!path)
		return complain("out of memory");
	snprintf(path, size, "%s.d", options->output);
	all[files] = (struct OutputFile){ path, text, strlen(text) };
	int code = output_replace(all, files + 1);
	free(path);
	return code;
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
		code = write_files(model, options, files, 2);
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
	if (target == TARGET_COUNT)
		return EXIT_USAGE;
	if (options->depfile && (options->dump || !output_is_file(options->output)))
		return complain("-MD is for -o FILE, of which it writes FILE.d");
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
	code = write_files(model, options, &(struct OutputFile){ options->output, text, strlen(text) }, 1);
	rigidc_model_free(model);
	return code;
}
