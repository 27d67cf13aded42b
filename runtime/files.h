/* The files of a model: its own file and the included files. Included files must lie in the folder of the model or in a
 * folder of -I.
 * Called by the library where a model is read; files_read also by eval for --map=@FILE. Memory is the arena's; `files` outlives the reading. */
#ifndef RIGIDC_FILES_H
#define RIGIDC_FILES_H

#include <stdio.h>

#include "grammar/include.h"

/* Texts of an editor, in place of files. */
struct Overlay {
	void *context;
	/* The text of a file by its identity, or NULL: the file has its own. */
	const char *(*text)(void *context, const char *identity, size_t *length);
};

struct Files {
	struct Arena *arena;
	const struct Overlay *overlay; /* or NULL */
	const char *path;              /* of the model's file; NULL: its source comes from memory */
	const char *const *folder;     /* of -I */
	size_t folders;
	struct Includes includes;
};

/* The content of a file or, for "-", of standard input. NULL: *error is the reason. */
char *files_read(struct Arena *arena, const char *path, size_t *length, int *error);
/* The same of an open file, which is closed. */
char *files_read_stream(struct Arena *arena, FILE *file, size_t *length, int *error);

/* Sets the callbacks that find and read included files; the other fields are given. */
void files_begin(struct Files *files);

#endif
