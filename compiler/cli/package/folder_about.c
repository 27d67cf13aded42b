/* Descriptions in a package: its functions, the options of its command, keywords for an editor. */
#include "folder.h"

#include <string.h>

/* --- functions --- */

static void put_list(struct Text *out, int *count, const char *name, size_t size)
{
	text_format(out, "%s%s", (*count)++ ? ", " : "", name);
	if (size)
		text_format(out, "[%zu]", size);
}

/* Signature of a function: "`ur5_rnea(q[6], qd[6], qdd[6], tau[6])`". */
static void put_signature(const struct Folder *folder, struct Text *out, const struct Generated *function)
{
	int count = 0;
	text_format(out, "`%s_%s(", folder->prefix, folder_function(folder, function));
	for (int i = 0; i < INPUT_COUNT; i++)
		if (generated_takes(function, i))
			put_list(out, &count, generated_input(function, i).name,
			         i < INPUT_ARRAYS ? function->input_size[i] : 0);
	for (int i = 0; i < function->outputs; i++)
		put_list(out, &count, function->output[i].name, function->output[i].size);
	text_put(out, ")`");
}

void folder_put_table(struct Folder *folder, struct Text *out)
{
	for (int i = 0; i < folder->job.functions; i++) {
		const struct Generated *function = &folder->job.function[i];
		text_put(out, "| ");
		put_signature(folder, out, function);
		text_put(out, " | ");
		if (function->angles_of)
			text_format(out, "the angles whose sines and cosines `%s` takes",
			            folder_function(folder, function->angles_of));
		for (int k = 0; k < function->request.terms; k++) {
			const struct FunctionTerm *term = &function->request.term[k];
			text_format(out, "%s%s", k ? "; " : "",
			            term->operation
			                    ? operator_summary(out->arena, term->operation, strchr(term->name, ':') + 1)
			                    : function->request.part[term->part].info->summary);
		}
		text_put(out, " |\n");
	}
}

void folder_put_keywords(struct Folder *folder, struct Text *out)
{
	for (int i = 0; i < folder->job.functions; i++)
		text_format(out, "%s_%s\tKEYWORD2\n", folder->prefix,
		            folder_function(folder, &folder->job.function[i]));
}

/* --- options --- */

static const char include[] = "--include=";

/* Folder in the package for an option -I; NULL: another option. */
static const char *included(const struct Folder *folder, const char *option)
{
	bool is = strncmp(option, include, strlen(include)) == 0;
	return is ? folder_include(folder, option + strlen(include)) : NULL;
}

static void put_escaped(struct Text *out, const char *text, const char *letters, const char *escape)
{
	for (; *text; text++) {
		text_put(out, strchr(letters, *text) ? escape : "");
		text_char(out, *text);
	}
}

static bool is_plain(const char *text)
{
	const size_t length = strlen(text);
	return length &&
	       strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=:,./+-") == length;
}

void folder_put_options(struct Folder *folder, struct Text *out)
{
	for (size_t i = 0; i < folder->options->givens; i++) {
		const char *option = folder->options->given[i], *own = included(folder, option);
		option = own ? text_print(folder->arena, "%s%s", include, own) : option;
		text_put(out, is_plain(option) ? " " : " '");
		put_escaped(out, option, "'", "'\\'");
		text_put(out, is_plain(option) ? "" : "'");
	}
}

/* Inside of quotation marks. $< begins what CMake evaluates when it writes a build: $<1:$> is a $ there. */
static void put_cmake(struct Text *out, const char *text)
{
	for (; *text; text++) {
		if (text[0] == '$' && text[1] == '<')
			text_put(out, "\\$<1:\\$>");
		else
			put_escaped(out, (const char[]){ *text, '\0' }, "\"\\$", "\\");
	}
}

void folder_put_cmake_options(struct Folder *folder, struct Text *out)
{
	for (size_t i = 0; i < folder->options->givens; i++) {
		const char *option = folder->options->given[i], *own = included(folder, option);
		text_put(out, " \"");
		if (own)
			text_format(out, "%s${%s_ROOT}/", include, folder->prefix);
		put_cmake(out, own ? own : option);
		text_char(out, '"');
	}
}
