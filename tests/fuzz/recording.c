/* libFuzzer on files of motion laboratories: .mot, .sto, .trc and .c3d, by their content. Any file is read or refused
 * with a problem; what is read has as many numbers as its rows and columns say. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "compiler/cli/recording/recording_formats.h"

/* Reads a copy, as reading changes it. */
static void read_copy(struct Arena *arena, const uint8_t *data, size_t size, bool every_sample)
{
	struct Recording recording;
	struct RecordingFault fault;
	char *bytes = arena_copy(arena, (const char *)data, size);
	const struct RecordingFormat *format = recording_format(bytes, size);
	if (!format)
		return;
	if (!recording_read(arena, format, bytes, size, every_sample, &recording, &fault)) {
		if (!fault.problem)
			abort();
		return;
	}
	if (!recording.rows || recording.number.count != recording.rows * recording.column.count)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct Guard guard = { .fault = FAULT_NONE };
	struct Arena arena;
	arena_init(&arena, &guard);
	if (setjmp(guard.jump) == 0)
		for (int every = 0; every < 2; every++)
			read_copy(&arena, data, size, every);
	if (guard.fault == FAULT_INTERNAL)
		abort();
	arena_free(&arena);
	return 0;
}
