#include "recording_formats.h"

#include <string.h>

static const struct RecordingFormat formats[] = {
#define RECORDING(id) { recording_is_##id, recording_read_##id },
#include "recording_formats.def"
};

const struct RecordingFormat *recording_format(const char *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (formats[i].is(bytes, length))
			return &formats[i];
	return NULL;
}

bool recording_begins(const char *line, size_t length)
{
	const char *word = line + strspn(line, " \t");
	return length && !memchr(line, ',', length) && *word != '#' && !strchr("+-.0123456789\"@", *word);
}

bool recording_read(struct Arena *arena, const struct RecordingFormat *format, char *bytes, size_t length,
                    bool every_sample, struct Recording *recording, struct RecordingFault *fault)
{
	*recording = (struct Recording){ .every_sample = every_sample };
	*fault = (struct RecordingFault){ 0 };
	if (!format->read(arena, bytes, length, recording, fault))
		return false;
	return recording->rows || recording_fails(fault, 0, "there are no rows");
}
