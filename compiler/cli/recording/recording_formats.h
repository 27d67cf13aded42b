/* The formats of recordings: which a file has, and its reader.
 * Called by rows_file.c and eval. Memory is the arena's. */
#ifndef RIGIDC_RECORDING_FORMATS_H
#define RIGIDC_RECORDING_FORMATS_H

#include "recording.h"

struct RecordingFormat {
	bool (*is)(const char *bytes, size_t length);
	/* Fills in the recording; false: the fault. A NUL follows the bytes. */
	bool (*read)(struct Arena *arena, char *bytes, size_t length, struct Recording *recording,
	             struct RecordingFault *fault);
};

/* Can a first line be that of a recording? It is decided by the whole file. Lines with commas, and those that begin
 * with a number, are CSV. */
bool recording_begins(const char *line, size_t length);
/* Format of a file; NULL: CSV. */
const struct RecordingFormat *recording_format(const char *bytes, size_t length);
/* Reads a file of this format. A NUL follows the bytes, which are changed. `every_sample` is as in the recording. */
bool recording_read(struct Arena *arena, const struct RecordingFormat *format, char *bytes, size_t length,
                    bool every_sample, struct Recording *recording, struct RecordingFault *fault);
/* --- the readers, each in a file of its own --- */

#define RECORDING(id) \
	bool recording_is_##id(const char *bytes, size_t length); \
	bool recording_read_##id(struct Arena *arena, char *bytes, size_t length, struct Recording *recording, \
	                         struct RecordingFault *fault);
#include "recording_formats.def"

#endif
