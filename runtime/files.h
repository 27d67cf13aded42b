/* The files of a model: its own, and those that it includes, which lie in its folder and in those of -I and nowhere else.
 * Called by the library where a model is read. Memory is the arena's; `files` outlives the reading. */
#ifndef RIGIDC_FILES_H
#define RIGIDC_FILES_H

#include "grammar/include.h"

struct Files {
	struct Arena *arena;
	const char *path;          /* of the model's file; NULL: its text comes from elsewhere */
	const char *const *folder; /* of -I */
	size_t folders;
	struct Includes includes;
};

/* The whole of a file or, for "-", of standard input. NULL: *error says why. */
char *files_read(struct Arena *arena, const char *path, size_t *length, int *error);

/* Fills in who finds what a model includes; the rest is given. */
void files_begin(struct Files *files);

#endif
