/* Numbers of the example state: inputs of each function and its results, as literals of a language. */
#include "folder.h"

const char *folder_numbers(const struct Folder *folder, const struct NumberStyle *style, const double *value,
                           size_t count)
{
	enum { A_LINE = 6 };
	const bool lines = style->line && count > A_LINE;
	struct Text out = text_new(folder->arena);
	text_put(&out, count ? "" : style->none);
	for (size_t i = 0; i < count; i++) {
		const bool begins = i % A_LINE == 0 && lines;
		text_put(&out, i ? "," : "");
		text_put(&out, begins ? style->line : i ? " " : style->edge);
		real_put_any(&style->real, &out, value[i]);
	}
	text_put(&out, lines ? style->last : count ? style->edge : "");
	return text_string(&out);
}

void folder_add_numbers(const struct Folder *folder, struct ValueNode *values, const struct Generated *function,
                        const struct NumberStyle *style)
{
	const struct FolderCall call = folder_call(folder, function);
	for (int i = 0, k = 0; i < INPUT_ARRAYS; i++)
		if (generated_takes(function, i))
			values_text(values_element(values, "INPUTS", (size_t)k++), "NUMBERS",
			            folder_numbers(folder, style, call.input[i], function->input_size[i]));
	for (int i = 0; i < function->outputs; i++)
		values_text(values_element(values, "OUTPUTS", (size_t)i), "NUMBERS",
		            folder_numbers(folder, style, call.output[i], function->output[i].size));
}

void folder_add_all_numbers(const struct Folder *folder, const struct NumberStyle *style)
{
	for (int i = 0; i < folder->job.functions; i++)
		folder_add_numbers(folder, folder_function_values(folder, i), &folder->job.function[i], style);
}

void folder_example_values(struct Folder *folder)
{
	const struct NumberStyle c = { *folder->printer.real, " ", " 0 ", "\n\t\t\t", "\n\t\t" };
	folder_add_all_numbers(folder, &c);
}
