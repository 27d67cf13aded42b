/* JavaScript that calls each function at an example state, for the test of an npm package. */
#include "folder.h"

const char *folder_npm_refused(struct Folder *folder)
{
	const char *option = folder->options->self_test
	                             ? "--self-test"
	                             : target_refused(&target_table[TARGET_JAVASCRIPT], folder->job.request);
	return option ? text_print(folder->arena, "--for=npm: %s is of C alone", option) : NULL;
}

static void put_numbers(const struct Folder *folder, struct Text *out, const double *value, size_t count)
{
	static const struct NoNumber words = { "NaN", "Infinity" };
	text_put(out, "[");
	for (size_t i = 0; i < count; i++) {
		text_put(out, i ? ", " : "");
		if (!real_put_no_number(folder->printer.real, out, value[i], &words))
			real_put(folder->printer.real, out, value[i]);
	}
	text_put(out, "]");
}

static void put_check(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	struct FolderCall call = folder_call(folder, function);
	int count = 0;
	text_format(out, "check('%s_%s', [", folder->prefix, folder_function(folder, function));
	for (int i = 0; i < INPUT_ARRAYS; i++)
		if (generated_takes(function, i)) {
			text_put(out, count++ ? ",\n\t" : "\n\t");
			put_numbers(folder, out, call.input[i], function->input_size[i]);
		}
	if (generated_takes(function, INPUT_DERIVED))
		text_put(out, count++ ? ",\n\tderived" : "\n\tderived");
	text_put(out, "], [");
	for (int i = 0; i < function->outputs; i++) {
		text_put(out, i ? ",\n\t" : "\n\t");
		put_numbers(folder, out, call.output[i], function->output[i].size);
	}
	text_put(out, "]);\n");
}

void folder_put_javascript_tests(struct Folder *folder, struct Text *out)
{
	const struct Job *job = &folder->job;
	struct Arena *arena = folder->arena;
	if (job_prepares(job))
		text_format(out, "const derived = new Float64Array(robot.%s);\nrobot.%s(robot.%s(), derived);\n",
		            c_own_name(arena, job, OWN_DERIVED_SIZE, 0), c_own_name(arena, job, OWN_PREPARE, 0),
		            c_own_name(arena, job, OWN_PARAMS_DEFAULT, 0));
	for (int i = 0; i < job->functions; i++)
		put_check(folder, out, &job->function[i]);
}
