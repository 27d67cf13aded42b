/* Comparison of files with the output of a command, for --check. */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "complain.h"

/* Number of the first line in which a stream differs from a text, from 1; 0: equal. */
static size_t first_difference(FILE *stream, const char *text, size_t size)
{
	size_t line = 1;
	for (size_t i = 0;; i++) {
		int byte = getc(stream);
		if (byte == EOF)
			return i == size ? 0 : line;
		if (i == size || byte != (unsigned char)text[i])
			return line;
		line += byte == '\n';
	}
}

/* Reports that a file is out of date. */
static int outdated(const char *path, const char *how)
{
	complain("%s %s; the command without --check writes it", path, how);
	return EXIT_MODEL;
}

static int compare_stream(FILE *stream, const struct OutputFile *file)
{
	size_t line = first_difference(stream, file->text, file->size);
	char how[80];
	if (ferror(stream))
		return complain("cannot read %s: %s", file->path, strerror(errno));
	snprintf(how, sizeof how, "is not what would be written, from line %zu on", line);
	return line ? outdated(file->path, how) : EXIT_FINE;
}

static int compare(const struct OutputFile *file)
{
	struct stat state;
	bool exists = stat(file->path, &state) == 0;
	if (!exists && (errno == ENOENT || errno == ENOTDIR))
		return outdated(file->path, "does not exist");
	if (exists && !S_ISREG(state.st_mode))
		return complain("cannot compare %s: it is no regular file", file->path);
	FILE *stream = exists ? fopen(file->path, "rb") : NULL;
	if (!stream)
		return complain("cannot read %s: %s", file->path, strerror(errno));
	int code = compare_stream(stream, file);
	fclose(stream);
	return code;
}

int output_compare(const struct OutputFile *file, int files)
{
	int code = EXIT_FINE;
	for (int i = 0; i < files; i++) {
		int own = compare(&file[i]);
		code = own > code ? own : code; /* an unreadable file wins over a different one */
	}
	return code;
}
