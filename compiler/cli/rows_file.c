#include "rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"

/* --- the whole file --- */

char *rows_slurp(FILE *file, const char *path, const char *before, size_t length, size_t *size)
{
	size_t capacity = 2 * length + 4096, used = length;
	char *text = malloc(capacity);
	if (text && length)
		memcpy(text, before, length);
	for (size_t got = 1; text && got; used += got) {
		if (capacity - used < 2) {
			char *wider = realloc(text, capacity *= 2);
			if (!wider)
				free(text);
			text = wider;
		}
		got = text ? fread(text + used, 1, capacity - used - 1, file) : 0;
	}
	if (!text || ferror(file)) {
		complain(text ? "cannot read %s: %s" : "out of memory", path, strerror(errno));
		free(text);
		return NULL;
	}
	text[used] = '\0';
	*size = used;
	return text;
}

static int bad_row(const char *path, size_t line, const char *problem)
{
	if (line)
		complain("%s:%zu: %s", path, line, problem);
	else
		complain("%s: %s", path, problem);
	return EXIT_MODEL;
}

/* --- recordings --- */

static int take_recording(struct Rows *rows, struct Diags *diags, const char *path, const struct RowsTaker *taker,
                          const struct RecordingFormat *format, char *bytes, size_t length)
{
	struct Recording *recording = ARENA_NEW(rows->arena, struct Recording);
	struct RecordingFault fault;
	if (!recording_read(rows->arena, format, bytes, length, taker->every_sample, recording, &fault))
		return bad_row(path, fault.line, fault.problem);
	if (!rows_open_recording(rows, diags, path, recording) || !taker->header(taker->context, rows))
		return EXIT_MODEL;
	for (size_t row = 0; row < recording->rows; row++) {
		rows_take_recorded(rows, row);
		const char *problem = taker->row(taker->context, rows);
		if (problem)
			return bad_row(path, recording->line.item[row], problem);
	}
	return EXIT_FINE;
}

/* --- lines of CSV --- */

/* Gives a row to the taker. Returns NULL, or a problem as text. */
static const char *take_row(struct Rows *rows, const struct RowsTaker *taker, char *line, size_t length)
{
	const char *problem = strlen(line) != length ? "a NUL byte" : rows_take(rows, line);
	return problem ? problem : taker->row(taker->context, rows);
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
		if (problem)
			return bad_row(path, line, problem);
		taken++;
	}
	if (errno == EFBIG)
		return complain("%s:%zu: a row is longer than 64 MB", path, line + 1);
	if (!feof(file))
		return complain("cannot read %s: %s", path, strerror(errno));
	return taken ? EXIT_FINE : bad_row(path, 0, "there are no rows");
}

static int read_csv(struct Rows *rows, struct Diags *diags, const char *path, const struct RowsTaker *taker,
                    char *bytes, size_t length)
{
	FILE *lines = length ? fmemopen(bytes, length, "r") : NULL;
	char *text = NULL;
	if (!length)
		return bad_row(path, 0, "there are no rows");
	if (!lines)
		return complain("out of memory");
	int code = read_lines(rows, diags, path, taker, lines, &text);
	free(text);
	fclose(lines);
	return code;
}

int rows_file(struct Arena *arena, struct Diags *diags, const char *path, const struct RowsTaker *taker)
{
	bool standard = strcmp(path, "-") == 0;
	const char *shown = standard ? "stdin" : path;
	struct Rows rows = { .arena = arena };
	FILE *file = standard ? stdin : fopen(path, "rb");
	if (!file)
		return complain("cannot read %s: %s", path, strerror(errno));
	size_t length;
	char *bytes = rows_slurp(file, shown, NULL, 0, &length);
	if (!standard)
		fclose(file);
	if (!bytes)
		return EXIT_USAGE;
	const struct RecordingFormat *format = recording_format(bytes, length);
	int code = format ? take_recording(&rows, diags, shown, taker, format, bytes, length)
	                  : read_csv(&rows, diags, shown, taker, bytes, length);
	free(bytes);
	return code;
}
