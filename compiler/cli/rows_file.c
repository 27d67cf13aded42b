#include "rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"

/* Gives a row to the taker. Returns NULL, or a problem as text. */
static const char *take_row(struct Rows *rows, const struct RowsTaker *taker, char *line, size_t length)
{
	return strlen(line) != length ? "a NUL byte" : taker->row(taker->context, rows, line);
}

static int read_lines(struct Rows *rows, struct Diags *diags, const char *path, const struct RowsTaker *taker,
                      FILE *file, char **text)
{
	size_t capacity = 0, line = 0, taken = 0;
	bool named = false, first = true;
	ssize_t length;
	errno = 0;
	while ((length = rows_line(file, text, &capacity, !named, &line)) >= 0) {
		char *own = *text + (first ? rows_mark(*text) : 0);
		first = false;
		if (*own == '#' || own + strspn(own, " \t\r\n") == *text + length)
			continue;
		if (!named) {
			if (!rows_open(rows, diags, path, own, line) || !taker->header(taker->context, rows))
				return EXIT_MODEL;
			named = true;
			continue;
		}
		const char *problem = take_row(rows, taker, *text, (size_t)length);
		if (problem) {
			complain("%s:%zu: %s", path, line, problem);
			return EXIT_MODEL;
		}
		taken++;
	}
	if (errno == EFBIG)
		return complain("%s:%zu: a row is longer than 64 MB", path, line + 1);
	if (!feof(file))
		return complain("cannot read %s: %s", path, strerror(errno));
	if (taken)
		return EXIT_FINE;
	complain("%s: there are no rows", path);
	return EXIT_MODEL;
}

int rows_file(struct Arena *arena, struct Diags *diags, const char *path, const struct RowsTaker *taker)
{
	bool standard = strcmp(path, "-") == 0;
	struct Rows rows = { .arena = arena };
	FILE *file = standard ? stdin : fopen(path, "r");
	char *text = NULL;
	if (!file)
		return complain("cannot read %s: %s", path, strerror(errno));
	int code = read_lines(&rows, diags, standard ? "stdin" : path, taker, file, &text);
	free(text);
	if (!standard)
		fclose(file);
	return code;
}
