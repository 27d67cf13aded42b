/* The command line: what was asked, and the commands that answer.
 * Called from main. Strings point into argv; nothing is owned but small arrays that live to the end. */
#ifndef RIGIDC_CLI_H
#define RIGIDC_CLI_H

#include "library.h"

enum { EXIT_FINE = 0, EXIT_MODEL = 1, EXIT_USAGE = 2, EXIT_OUR_BUG = 70 };

struct Options {
	const char *command;
	const char *model;       /* a path, or "-" */
	const char *functions;   /* -f; NULL if not given */
	const char *output;      /* -o; NULL: standard output */
	const char *dump;        /* --dump */
	rigidc_tier jit;
	bool jit_given;
	bool json;
	rigidc_options library;
};

/* Reads the arguments of a command. EXIT_FINE, or EXIT_USAGE after saying why. */
int options_read(struct Options *options, int argc, char **argv);
void options_free(struct Options *options);
void options_help(const char *command);

int command_compile(const struct Options *options);
int command_eval(const struct Options *options);
int command_check(const struct Options *options);
int command_info(const struct Options *options);
int command_import(const struct Options *options);

/* The tables the compiler is made of. */
int list_table(const char *table);
int explain_check(const char *name);

/* "rigidc: ..." on standard error; returns EXIT_USAGE. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A JSON string: the text, or if that is no UTF-8 its bytes made visible. */
struct json_t *text_json(struct Arena *arena, const char *text);

/* Loads the model and prints its diagnostics. NULL after an error, with *code set. */
rigidc_model *load_model(const struct Options *options, int *code);
/* After a run with --snap-angles: what it saved in the functions, on standard error. */
void report_snapping(rigidc_model *model, const struct Options *options);
/* Prints what a failed call said and frees the model; the exit code. */
int fail_with(rigidc_model *model, rigidc_status status);

/* --- output (output.c) --- */

/* Ends standard output: 0, or EXIT_USAGE after saying that it could not be written. */
int finish_stdout(void);

struct OutputFile {
	const char *path;
	const char *text;
};

/* Is the path a device, FIFO or socket, written directly? */
bool output_is_special(const char *path);
/* Writes all files or none: each to a temporary file beside its target, then renamed. */
int output_replace(const struct OutputFile *file, int files);
/* Opens and writes. */
int output_direct(const char *path, const char *text);

#endif
