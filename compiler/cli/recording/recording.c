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
