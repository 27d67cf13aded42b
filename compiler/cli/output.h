/* Writing results so that nothing is lost: a regular file is replaced by rename after the new one is
 * complete, a device is written directly, and every error is noticed. Signals wait while files are unfinished.
 * Called by main, the lists and the commands. Whatever writes returns an exit code; texts and paths stay the
 * caller's. */
#ifndef RIGIDC_OUTPUT_H
#define RIGIDC_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct OutputFile {
	const char *path;
	const char *text;
	size_t size; /* in bytes */
};

/* Is it standard output? NULL and "-" are. */
bool output_is_stdout(const char *path);
/* Is it the name of a file? A device, a FIFO or a socket is written directly, whatever it is called. */
bool output_is_file(const char *path);
/* Writes the text to any of these. */
int output_write(const char *path, const char *text);
int output_write_bytes(const char *path, const char *bytes, size_t size);
/* Writes all of these files or none: each to a temporary file beside its target, then renamed. */
enum { OUTPUT_MOST = 4 };
int output_replace(const struct OutputFile *file, int files);
/* Is there nothing at this path, or a folder without anything in it? */
int output_folder_is_free(const char *path);
/* Writes a folder with all of these files, by their paths in it, or nothing. The folder it is to be in must be there. */
int output_folder(const char *path, const struct OutputFile *file, int files);
/* Ends standard output. */
int output_finish(void);

#endif
