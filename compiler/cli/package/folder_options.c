/* Options of the command, as a shell and as CMake read them. */
#include "folder.h"

#include <string.h>

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

void folder_put_options(const struct Folder *folder, struct Text *out)
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

void folder_put_cmake_options(const struct Folder *folder, struct Text *out)
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
