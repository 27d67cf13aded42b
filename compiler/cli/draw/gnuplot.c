#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "cli/complain.h"
#include "cli/output.h"
#include "base/child.h"

void gnuplot_quote(struct Text *out, const char *string)
{
	/* single quotes: only a single quote is special. gnuplot does not escape >, and XML forbids ]]> in text */
	text_char(out, '\'');
	for (const char *at = text_shown(out->arena, string); *at; at++) {
		if (*at == '\'')
			text_char(out, '\'');
		text_char(out, *at);
		if (strncmp(at, "]]>", 3) == 0)
			text_put(out, "] ");
		at += strncmp(at, "]]>", 3) == 0;
	}
	text_char(out, '\'');
}

/* Reads a whole file, from its beginning. */
static bool read_back(FILE *file, struct Text *text)
{
	char block[4096];
	rewind(file);
	for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
		text_bytes(text, block, got);
	return !ferror(file);
}

/* Reports the first line of gnuplot's errors. */
static int say_why(struct Arena *arena, FILE *errors)
{
	struct Text text = text_new(arena);
	read_back(errors, &text);
	const char *words = text_string(&text) + strspn(text_string(&text), " \t\n");
	return complain("gnuplot does not draw this: %.*s", (int)strcspn(words, "\n"), words);
}

enum { SECONDS = 120 };

/* Runs gnuplot with files instead of pipes: pipes could deadlock, both programs waiting for each other. */
static int run(struct Arena *arena, const char *script, FILE *const file[3], struct Text *drawing)
{
	char *const arguments[] = { "gnuplot", "-d", NULL }; /* -d: without the user's settings */
	const int standard[] = { fileno(file[0]), fileno(file[1]), fileno(file[2]) };
	size_t length = strlen(script);
	if (fwrite(script, 1, length, file[0]) != length || fflush(file[0]) != 0)
		return complain("cannot write a temporary file");
	rewind(file[0]);
	switch (child_run(arguments, standard, SECONDS)) {
	case CHILD_MISSING: return complain("there is no gnuplot, which draws this: apt-get install gnuplot-nox");
	case CHILD_LATE: return complain("gnuplot took longer than %d s and was ended", SECONDS);
	case CHILD_STOPPED: return complain("gnuplot was ended by a signal");
	case CHILD_BADLY: return say_why(arena, file[2]);
	case CHILD_WELL: break;
	}
	if (!read_back(file[1], drawing))
		return complain("cannot read a temporary file");
	return drawing->count ? EXIT_FINE : say_why(arena, file[2]);
}

/* A drawing in characters: gnuplot begins with a form feed and pads all lines to the same length. Trailing blanks are
 * removed. */
static int write_characters(struct Arena *arena, const char *line, const char *path)
{
	struct Text out = text_new(arena);
	while (*line) {
		size_t whole = strcspn(line, "\n"), length = whole;
		while (length && line[length - 1] == ' ')
			length--;
		text_bytes(&out, line, length);
		text_char(&out, '\n');
		line += whole + (line[whole] == '\n');
	}
	return output_write(path, text_string(&out));
}

int gnuplot_draw(struct Arena *arena, const char *script, const char *path)
{
	FILE *file[3] = { tmpfile(), tmpfile(), tmpfile() };
	struct Text drawing = text_new(arena);
	int code = file[0] && file[1] && file[2] ? run(arena, script, file, &drawing)
	                                         : complain("cannot make a temporary file");
	for (int i = 0; i < 3; i++)
		if (file[i])
			fclose(file[i]);
	if (code != EXIT_FINE)
		return code;
	return drawing.item[0] == '\f' ? write_characters(arena, drawing.item + 1, path)
	                               : output_write_bytes(path, drawing.item, drawing.count);
}
