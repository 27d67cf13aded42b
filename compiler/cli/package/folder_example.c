/* C that calls each function at an example state and compares its results with the right values, for the examples of
 * packages. */
#include "folder.h"

/* Declaration of an array: "static const double q[6] = { 0.1, ... };". */
static void put_array(const struct Folder *folder, struct Text *out, const char *indent, const char *name,
                      const double *value, size_t size)
{
	enum { A_LINE = 6 };
	const char *end = size > A_LINE ? text_print(folder->arena, "\n%s", indent) : " ";
	text_format(out, "%sstatic const %s %s[%zu] = {", indent, folder->printer.real->name, name, size ? size : 1);
	for (size_t i = 0; i < size; i++) {
		text_put(out, i ? "," : "");
		text_put(out, i % A_LINE ? " " : size > A_LINE ? text_print(folder->arena, "\n%s\t", indent) : " ");
		real_put_any(folder->printer.real, out, value[i]);
	}
	text_format(out, "%s%s};\n", size ? "" : " 0", end);
}

/* Call of a function: "ur5_rnea(q, qd, qdd, tau);". */
static void put_call(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	int count = 0;
	text_format(out, "\t\t%s_%s(", folder->prefix, folder_function(folder, function));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			text_format(out, "%s%s%s", count++ ? ", " : "", i >= INPUT_ARRAYS ? "&" : "",
			            generated_input(function, i).name);
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%s%s", count++ ? ", " : "", function->output[i].name);
	text_put(out, ");\n");
}

/* Call of the init function, for --zeros=once. */
static void put_init(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	if (!folder->job.request->zeros_once || !generated_has_zeros(function))
		return;
	text_format(out, "\t\t%s_%s_init(", folder->prefix, folder_function(folder, function));
	for (int i = 0; i < function->outputs; i++)
		text_format(out, "%s%s", i ? ", " : "", function->output[i].name);
	text_put(out, ");\n");
}

static void put_function(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	struct FolderCall call = folder_call(folder, function);
	const char *name = folder_function(folder, function);
	text_put(out, "\t{\n");
	for (int i = 0; i < INPUT_ARRAYS; i++)
		if (generated_takes(function, i))
			put_array(folder, out, "\t\t", generated_input(function, i).name, call.input[i],
			          function->input_size[i]);
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		put_array(folder, out, "\t\t", text_print(folder->arena, "wanted_%s", output->name), call.output[i],
		          output->size);
		text_format(out, "\t\tstatic %s %s[%zu];\n", folder->printer.real->name, output->name,
		            output->size ? output->size : 1);
	}
	put_init(folder, out, function);
	put_call(folder, out, function);
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput *output = &function->output[i];
		text_format(out, "\t\tshow(\"%s %s\", %s, %zu);\n\t\twrong += !%s_example_near(%s, wanted_%s, %zu);\n",
		            name, output->name, output->name, output->size, folder->prefix, output->name, output->name,
		            output->size);
	}
	text_put(out, "\t}\n");
}

void folder_put_calls(struct Folder *folder, struct Text *out)
{
	const char *prefix = folder->prefix;
	if (job_prepares(&folder->job))
		text_format(out,
		            "\tstatic %s_params params;\n\tstatic %s_derived derived;\n\t%s_params_default(&params);\n"
		            "\t%s_prepare(&params, &derived);\n",
		            prefix, prefix, prefix, prefix);
	for (int i = 0; i < folder->job.functions; i++)
		put_function(folder, out, &folder->job.function[i]);
}
