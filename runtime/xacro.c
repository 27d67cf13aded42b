#include "xacro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/text.h"
#include "files.h"

enum { SECONDS = 60, SHOWN = 200 };

bool xacro_is_named(const char *path)
{
	return text_ends(path, ".xacro");
}

/* The program in the first absolute folder of PATH that has it; NULL: none. */
static const char *find_program(struct Arena *arena)
{
	const char *at = getenv("PATH");
	while (at && *at) {
		const size_t length = strcspn(at, ":");
		const char *path = text_print(arena, "%.*s/xacro", (int)length, at);
		if (*at == '/' && access(path, X_OK) == 0)
			return path;
		at += length + (at[length] == ':');
	}
	return NULL;
}

static bool names_error(const char *line, size_t length)
{
	static const char word[] = "error:";
	for (size_t i = 0; i + sizeof word - 1 <= length; i++)
		if (memcmp(line + i, word, sizeof word - 1) == 0)
			return true;
	return false;
}

/* The first line with "error:", after which xacro lists the files; else the last line that is not empty. Without control
 * characters. */
static const char *reason(struct Arena *arena, const char *text, size_t length)
{
	struct Text shown = text_new(arena);
	const char *line = text, *chosen = NULL;
	size_t chosen_length = 0;
	while (line < text + length && !(chosen && names_error(chosen, chosen_length))) {
		const char *newline = memchr(line, '\n', (size_t)(text + length - line));
		size_t own = (size_t)((newline ? newline : text + length) - line);
		const char *next = line + own + (newline != NULL);
		while (own && strchr("\r \t", line[own - 1]))
			own--;
		if (own) {
			chosen = line;
			chosen_length = own;
		}
		line = next;
	}
	if (!chosen)
		return "it says nothing";
	text_visible(&shown, chosen, chosen_length < SHOWN ? chosen_length : SHOWN);
	return text_string(&shown);
}

static char *read_back(struct Arena *arena, FILE *file, size_t *length)
{
	int error;
	rewind(file);
	char *text = files_read_stream(arena, file, length, &error); /* closes the file */
	return error ? NULL : text;
}

/* Runs the program. It takes NAME:=VALUE for an argument, and -NAME for an option. */
static enum Child run(struct Arena *arena, const char *program, const char *path, FILE *out, FILE *err)
{
	const char *safe = *path == '-' ? text_print(arena, "./%s", path) : path;
	char *const arguments[] = { arena_copy(arena, program, strlen(program)), arena_copy(arena, safe, strlen(safe)),
		                    NULL };
	return child_run(arguments, (const int[]){ -1, fileno(out), fileno(err) }, SECONDS);
}

static void close_file(FILE *file)
{
	if (file)
		fclose(file);
}

char *xacro_expand(struct Arena *arena, const char *path, size_t *length, const char **problem)
{
	const char *program = strstr(path, ":=") ? NULL : find_program(arena);
	*problem = NULL;
	if (!program)
		return NULL;
	FILE *out = tmpfile(), *err = tmpfile();
	if (!out || !err) {
		close_file(out);
		close_file(err);
		*problem = "there is no temporary file for what it says";
		return NULL;
	}
	const enum Child how = run(arena, program, path, out, err);
	size_t said;
	const char *words = read_back(arena, err, &said);
	char *text = read_back(arena, out, length);
	if (how == CHILD_WELL && text)
		return text;
	*problem = how == CHILD_LATE      ? "it takes more than a minute"
	           : how == CHILD_STOPPED ? "it is interrupted"
	           : words                ? reason(arena, words, said)
	                                  : "it fails";
	return NULL;
}
