/* Writing results so that nothing is lost. A regular file is replaced by rename when the new file is complete; a device
 * is written directly. Every error is reported. Signals wait while files are unfinished.
 * Called by main, the lists and the commands. Functions that write return an exit code; texts and paths stay the
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

/* Ending of the declarations beside NAME.mjs. TypeScript finds those of a file .mjs by this ending alone. */
#define DECLARATIONS_ENDING ".d.mts"

/* True for standard output: NULL or "-". */
bool output_is_stdout(const char *path);
/* True for the path of a file or folder, or of nothing yet. False for standard output and for a device, a FIFO or a
 * socket, which is written directly whatever its name. */
bool output_is_file(const char *path);
/* Complains, with EXIT_USAGE, if the path of a file does not end like NAME.html for the ending ".html". */
int output_takes(const char *path, const char *ending);
/* The format of a file, an index of `ending`, by its ending. *format: that of an option, which the ending must fit, or -1: none. It stays -1
 * for standard output and for a device. Complains, with EXIT_USAGE, of another ending. */
int output_choose(const char *path, const char *const *ending, int endings, int *format);
/* Writes a text to standard output, a file or a device. */
int output_write(const char *path, const char *text);
int output_write_bytes(const char *path, const char *bytes, size_t size);
/* Writes all files or none: each to a temporary file beside its target, then renamed. */
enum { OUTPUT_MOST = 4 };
int output_replace(const struct OutputFile *file, int files);
/* Compares the files with their targets, byte by byte. EXIT_FINE if all are equal; else there is a message for each
 * difference. */
int output_compare(const struct OutputFile *file, int files);
/* Checks that the path does not exist or is an empty folder. Returns an exit code. */
int output_folder_is_free(const char *path);
/* Writes a folder with all files, by their paths in the folder, or writes nothing. The parent folder must exist. */
int output_folder(const char *path, const struct OutputFile *file, int files);
/* Flushes and closes standard output, and reports errors. */
int output_finish(void);

#endif
