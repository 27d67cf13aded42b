/* .mot and .sto of OpenSim: a text up to a line `endheader`, a line of names, rows. Keys of the header, in any order
 * and among other text:
 *   inDegrees=yes|no   without it the file is in degrees if it has no `version`, as those of SIMM, else in radians
 *   version=N
 *   nRows=N            datarows N, of SIMM
 * Fields are separated by tabs or blanks. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "recording_formats.h"

/* Value of a header line `KEY=VALUE`, or with blanks `KEY VALUE`; NULL: it is another line. */
static const char *value_of(const char *line, const char *key)
{
	line += strspn(line, recording_blanks);
	size_t length = strlen(key);
	if (strncasecmp(line, key, length) != 0 || !strchr("= \t", line[length]))
		return NULL;
	line += length;
	return line + strspn(line, "= \t");
}

static bool ends_header(const char *line, size_t length)
{
	static const char word[] = "endheader";
	const size_t begin = strspn(line, recording_blanks);
	if (begin + strlen(word) > length || strncasecmp(line + begin, word, strlen(word)) != 0)
		return false;
	const char *behind = line + begin + strlen(word);
	return !*behind || strchr(" \t\r\n", *behind);
}

bool recording_is_storage(const char *bytes, size_t length)
{
	enum { LONGEST = 1 << 20 }; /* headers have a few lines */
	const char *end = bytes + (length < LONGEST ? length : LONGEST);
	for (const char *line = bytes; line && line < end; line = line ? line + 1 : NULL) {
		if (ends_header(line, (size_t)(end - line)))
			return true;
		line = memchr(line, '\n', (size_t)(end - line));
	}
	return false;
}

/* What the header says. */
struct Header {
	bool version, radians, degrees;
	size_t rows;
	bool counted;
};

static bool read_header(struct RecordingLines *lines, struct Header *header)
{
	const char *value;
	for (char *line; (line = recording_line(lines));) {
		if (ends_header(line, strlen(line)))
			return true;
		header->version |= value_of(line, "version") != NULL;
		if ((value = value_of(line, "inDegrees"))) {
			header->degrees = strncasecmp(value, "yes", 3) == 0;
			header->radians = !header->degrees;
		}
		if ((value = value_of(line, "nRows")) || (value = value_of(line, "datarows"))) {
			header->rows = strtoul(value, NULL, 10);
			header->counted = true;
		}
	}
	return false;
}

/* The next field of a line, ended by a NUL; NULL: none. */
static char *next_field(char **at)
{
	char *field = *at + strspn(*at, recording_blanks), *end = field + strcspn(field, recording_blanks);
	if (!*field)
		return NULL;
	*at = *end ? end + 1 : end;
	*end = '\0';
	return field;
}

/* Reads the names, on the first line that is not empty. */
static bool read_names(struct Arena *arena, struct RecordingLines *lines, struct Recording *recording)
{
	for (char *line, *name; !recording->column.count && (line = recording_line(lines));)
		while ((name = next_field(&line)))
			recording_add_column(arena, recording, name);
	recording->header = lines->line;
	return recording->column.count > 0;
}

/* Adds a row. Returns NULL, or a problem as text. */
static const char *add_row(struct Arena *arena, char *line, struct Recording *recording)
{
	size_t fields = 0, columns = recording->column.count;
	for (char *field, *end; (field = next_field(&line)); fields++) {
		double number = strtod(field, &end);
		if (*end)
			return text_print(arena, "'%s' is not a number", text_shown(arena, field));
		if (fields < columns)
			*ARENA_PUSH(arena, &recording->number) = number;
	}
	if (fields == columns)
		return NULL;
	return text_print(arena, "%zu fields, and there are %zu names of columns", fields, columns);
}

bool recording_read_storage(struct Arena *arena, char *bytes, size_t length, struct Recording *recording,
                            struct RecordingFault *fault)
{
	struct RecordingLines lines = { .next = bytes, .end = bytes + length };
	struct Header header = { 0 };
	read_header(&lines, &header);
	if (!read_names(arena, &lines, recording))
		return recording_fails(fault, lines.line, "names of columns belong behind the line endheader");
	recording->degrees = header.degrees || (!header.radians && !header.version);
	recording->of_motion = true;
	for (char *line; (line = recording_row_line(&lines));)
		if (!recording_row_end(arena, &lines, recording, add_row(arena, line, recording), fault))
			return false;
	if (header.counted && header.rows > recording->rows)
		return recording_fails(fault, lines.line,
		                       text_print(arena, "the header says %zu rows, and there are %zu: the file is cut",
		                                  header.rows, recording->rows));
	return true;
}
