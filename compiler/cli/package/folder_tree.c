/* Values for the templates of every kind: names, options, functions with their arguments. */
#include "folder.h"

#include <string.h>

#include "base/version.h"

/* --- functions --- */

static void add_argument(struct ValueNode *function, const char *list, const char *name, bool array, size_t size)
{
	struct ValueNode *argument = values_add(function, list);
	values_share(function, "ARGUMENTS", argument);
	values_text(argument, "ARGUMENT", name);
	values_flag(argument, "RESULT", strcmp(list, "OUTPUTS") == 0);
	values_flag(argument, "ARRAY", array);
	values_format(argument, "SIZE", "%zu", size);
	values_format(argument, "LENGTH", "%zu", size ? size : 1);
}

static const char *summary_of(const struct Folder *folder, const struct Generated *function)
{
	struct Text text = text_new(folder->arena);
	if (function->angles_of)
		text_format(&text, "the angles whose sines and cosines `%s` takes",
		            folder_function(folder, function->angles_of));
	for (int k = 0; k < function->request.terms; k++) {
		const struct FunctionTerm *term = &function->request.term[k];
		text_format(&text, "%s%s", k ? "; " : "",
		            term->operation
		                    ? operator_summary(folder->arena, term->operation, strchr(term->name, ':') + 1)
		                    : function->request.part[term->part].info->summary);
	}
	return text_string(&text);
}

struct ValueNode *folder_add_function(struct Folder *folder, const char *list, const struct Generated *function)
{
	struct ValueNode *own = values_add(folder->values, list);
	values_text(own, "FUNCTION", folder_function(folder, function));
	values_text(own, "SUMMARY", summary_of(folder, function));
	values_flag(own, "INIT", folder->job.request->zeros_once && generated_has_zeros(function));
	values_list(own, "INPUTS");
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			add_argument(own, "INPUTS", generated_input(function, i).name, i < INPUT_ARRAYS,
			             i < INPUT_ARRAYS ? function->input_size[i] : 0);
	for (int i = 0; i < function->outputs; i++)
		add_argument(own, "OUTPUTS", function->output[i].name, true, function->output[i].size);
	return own;
}

struct ValueNode *folder_function_values(const struct Folder *folder, int function)
{
	return values_element(folder->values, "FUNCTIONS", (size_t)function);
}

/* --- the whole --- */

static void add_names(struct Folder *folder)
{
	struct ValueNode *values = folder->values;
	values_text(values, "NAME", folder->name);
	values_text(values, "PREFIX", folder->prefix);
	values_text(values, "UPPER", folder->upper);
	values_text(values, "KIND", folder->kind->name);
	values_text(values, "MODEL", folder->file);
	values_text(values, "VERSION", RIGIDC_VERSION);
	folder->code = folder_fill_text(folder, folder->kind->code);
	values_text(values, "CODE", folder->code);
	values_text(values, "TEST_PATH", folder_beside(folder, "_test.h"));
}

static void add_sizes(struct Folder *folder)
{
	struct ValueNode *values = folder->values;
	const size_t derived = job_prepares(&folder->job) ? folder->job.prepare.output->size : 0;
	values_text(values, "REAL", folder->printer.real->name);
	values_text(values, "BYTES", folder->printer.real->narrow ? "4" : "8");
	values_format(values, "NQ", "%d", folder->job.model->nq);
	values_format(values, "NV", "%d", folder->job.model->nv);
	values_flag(values, "PARAMETRIC", job_prepares(&folder->job));
	values_format(values, "DERIVED_LENGTH", "%zu", derived ? derived : 1);
}

static void add_options(struct Folder *folder)
{
	struct Text shell = text_new(folder->arena), cmake = text_new(folder->arena);
	folder_put_options(folder, &shell);
	folder_put_cmake_options(folder, &cmake);
	values_text(folder->values, "OPTIONS", text_string(&shell));
	values_text(folder->values, "CMAKE_OPTIONS", text_string(&cmake));
	values_flag(folder->values, "TEST", folder->options->self_test);
	values_flag(folder->values, "BATCH", folder->job.request->batch != BATCH_NONE);
}

void folder_add_values(struct Folder *folder)
{
	folder->values = values_new(folder->arena);
	add_names(folder);
	add_sizes(folder);
	add_options(folder);
	for (int i = 0; i < folder->job.functions; i++)
		folder_add_function(folder, "FUNCTIONS", &folder->job.function[i]);
	if (folder->kind->values)
		folder->kind->values(folder);
}
