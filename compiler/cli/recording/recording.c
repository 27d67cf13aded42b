#include "recording.h"

#include <string.h>
#include <strings.h>

void recording_add_column(struct Arena *arena, struct Recording *recording, const char *name)
{
	*ARENA_PUSH(arena, &recording->column) =
		strcasecmp(name, "time") == 0 ? "t" : arena_copy(arena, name, strlen(name));
}

bool recording_fails(struct RecordingFault *fault, size_t line, const char *problem)
{
	*fault = (struct RecordingFault){ problem, line };
	return false;
}

char *recording_line(struct RecordingLines *lines)
{
	char *line = lines->next;
	if (line >= lines->end)
		return NULL;
	char *end = memchr(line, '\n', (size_t)(lines->end - line));
	lines->next = end ? end + 1 : lines->end;
	end = end ? end : lines->end;
	if (end > line && end[-1] == '\r')
		end--;
	*end = '\0';
	lines->line++;
	return line;
}

const char recording_blanks[] = " \t\r";

char *recording_row_line(struct RecordingLines *lines)
{
	char *line = recording_line(lines);
	while (line && !line[strspn(line, recording_blanks)])
		line = recording_line(lines);
	return line;
}

bool recording_row_end(struct Arena *arena, const struct RecordingLines *lines, struct Recording *recording,
                       const char *problem, struct RecordingFault *fault)
{
	if (problem)
		return recording_fails(fault, lines->line, problem);
	*ARENA_PUSH(arena, &recording->line) = lines->line;
	recording->rows++;
	return true;
}

double recording_unit(const char *text)
{
	static const struct {
		const char *name;
		double unit;
	} units[] = { { "m", 1 }, { "cm", 1e-2 }, { "mm", 1e-3 } };
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcasecmp(text, units[i].name) == 0)
			return units[i].unit;
	return 0;
}
