/* Simulink blocks: the arguments of the function of each C Caller. */
#include "folder.h"

const char *folder_simulink_refused(struct Folder *folder)
{
	if (job_prepares(&folder->job))
		return "--for=simulink: a C Caller has no struct, which parameters are in";
	if (folder->job.request->zeros_once)
		return "--for=simulink: a C Caller calls no second function, which --zeros=once needs";
	return NULL;
}

/* Argument "'M', 'Output', 36". Matrices become vectors, because C stores rows and MATLAB columns. */
static void put_argument(struct Text *out, int *count, const char *name, const char *scope, size_t size)
{
	text_format(out, "%s'%s', '%s', %zu", (*count)++ ? "; " : "", name, scope, size);
}

void folder_put_simulink(struct Folder *folder, struct Text *out)
{
	for (int i = 0; i < folder->job.functions; i++) {
		const struct Generated *function = &folder->job.function[i];
		int count = 0;
		text_format(out, "    '%s_%s', {", folder->prefix, folder_function(folder, function));
		for (int k = 0; k < INPUT_ARRAYS; k++)
			if (generated_takes(function, k))
				put_argument(out, &count, generated_input(function, k).name, "Input",
				             function->input_size[k]);
		for (int k = 0; k < function->outputs; k++)
			put_argument(out, &count, function->output[k].name, "Output", function->output[k].size);
		text_put(out, "}\n");
	}
}
