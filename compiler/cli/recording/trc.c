/* .trc of OpenSim and of laboratories: places of markers.
 *   line 1   PathFileType 4 (X/Y/Z) NAME
 *   line 2   keys, line 3 their values: Units (mm, cm or m), NumMarkers, ...
 *   line 4   Frame# and Time, then the name of a marker in every third field
 *   line 5   X1 Y1 Z1 X2 ...
 *   rows     the frame, the time and the coordinates of all markers
 * Fields are separated by tabs. An empty field or NaN is a missing number, and empty fields at the end may be left
 * out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "recording_formats.h"

static const char word[] = "PathFileType";

bool recording_is_trc(const char *bytes, size_t length)
{
	return length >= strlen(word) && memcmp(bytes, word, strlen(word)) == 0;
}

/* The next field up to a tab, without blanks around; NULL: the line has ended. */
static char *next_field(char **at)
{
	char *field = *at;
	if (!field)
		return NULL;
	char *end = field + strcspn(field, "\t");
	*at = *end ? end + 1 : NULL;
	field += strspn(field, " ");
	while (end > field && (end[-1] == ' ' || end[-1] == '\r'))
		end--;
	*end = '\0';
	return field;
}

struct Trc {
	double unit; /* m */
	size_t markers;
	bool counted;
};

/* Reads the values of two lines. NULL, or a problem as text. */
static const char *read_keys(struct Arena *arena, char *keys, char *values, struct Trc *trc)
{
	const char *unit = "mm";
	for (char *key, *value; (key = next_field(&keys)) && (value = next_field(&values));) {
		if (strcasecmp(key, "Units") == 0)
			unit = value;
		trc->counted |= strcasecmp(key, "NumMarkers") == 0;
		if (strcasecmp(key, "NumMarkers") == 0)
			trc->markers = strtoul(value, NULL, 10);
	}
	trc->unit = recording_unit(unit);
	return trc->unit > 0 ? NULL : text_print(arena, "Units are m, cm or mm, not '%s'", text_shown(arena, unit));
}

/* Reads the names of the markers: three columns each. NULL, or a problem as text. */
static const char *read_names(struct Arena *arena, char *line, const struct Trc *trc, struct Recording *recording)
{
	size_t fields = 0, markers = 0;
	recording_add_column(arena, recording, "frame");
	recording_add_column(arena, recording, "time");
	for (char *name; (name = next_field(&line)); fields++) {
		if (fields < 2 || !*name)
			continue;
		if ((fields - 2) % 3)
			return text_print(arena, "the name '%s' is in no third field", text_shown(arena, name));
		for (int k = 0; k < 3; k++)
			recording_add_column(arena, recording, text_print(arena, "%s.%c", name, "xyz"[k]));
		if (++markers * 3 != fields + 1)
			return "a marker before the last has no name";
	}
	if (!trc->counted || trc->markers == markers)
		return NULL;
	return text_print(arena, "the header says %zu markers, and %zu have names", trc->markers, markers);
}

/* Adds a row. NULL, or a problem as text. */
static const char *add_row(struct Arena *arena, char *line, double unit, struct Recording *recording)
{
	const size_t columns = recording->column.count;
	size_t fields = 0;
	for (char *field, *end; (field = next_field(&line)); fields++) {
		double number = *field ? strtod(field, &end) : NAN;
		if (*field && *end)
			return text_print(arena, "'%s' is not a number", text_shown(arena, field));
		if (fields >= columns && *field)
			return text_print(arena, "more than the %zu fields of the names", columns);
		if (fields < columns)
			*ARENA_PUSH(arena, &recording->number) = fields < 2 ? number : number * unit;
	}
	for (; fields < columns; fields++)
		*ARENA_PUSH(arena, &recording->number) = NAN;
	return isfinite(recording->number.item[recording->number.count - columns + 1]) ? NULL : "there is no time";
}

bool recording_read_trc(struct Arena *arena, char *bytes, size_t length, struct Recording *recording,
                        struct RecordingFault *fault)
{
	struct RecordingLines lines = { .next = bytes, .end = bytes + length };
	char *head[5];
	struct Trc trc = { 0 };
	for (int i = 0; i < 5; i++)
		if (!(head[i] = recording_line(&lines)))
			return recording_fails(fault, lines.line, "a .trc begins with five lines");
	const char *problem = read_keys(arena, head[1], head[2], &trc);
	if (problem)
		return recording_fails(fault, 3, problem);
	recording->header = 4;
	problem = read_names(arena, head[3], &trc, recording);
	if (problem)
		return recording_fails(fault, 4, problem);
	for (char *line; (line = recording_row_line(&lines));)
		if (!recording_row_end(arena, &lines, recording, add_row(arena, line, trc.unit, recording), fault))
			return false;
	return true;
}
