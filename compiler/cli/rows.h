/* Rows of numbers whose first line names the columns. A function takes columns in any order, or expressions over
 * columns (--map). All other columns are copied to the output (--keep=columns).
 * Called by every command that reads or writes CSV. Memory is the model's. */
#ifndef RIGIDC_ROWS_H
#define RIGIDC_ROWS_H

#include <stdio.h>
#include <sys/types.h>

#include "formula.h"
#include "options.h"
#include "cli/recording/recording_formats.h"
#include "runtime/library.h"

/* --- expressions over columns --- */

struct FormulaList {
	struct Formula *item;
	size_t count, capacity;
	bool failed; /* there was a message about one of them */
};

/* The files of --map=@FILE, read. */
struct MapFiles {
	struct MapFile {
		const char *path, *text;
		size_t length;
	} * item;
	size_t count, capacity;
};

/* Reads the files. Returns an exit code, after a message if a file cannot be read. */
int maps_read(struct Arena *arena, const struct Options *options, struct MapFiles *files);
/* Reads the expressions of the options and files, in this order. Messages are in the diagnostics of the formulas. */
struct FormulaList maps_parse(struct Formulas *formulas, const struct Options *options, const struct MapFiles *files);

/* --- rows --- */

struct Origin {
	bool given;
	Ref value; /* in the DAG of the formulas */
};

struct Rows {
	struct Arena *arena;
	struct Formulas formulas; /* over the columns, by the names in the file */
	uint32_t header;          /* index of the header line among the sources */
	struct Span *name_span;   /* by column */
	bool commas;           /* fields are separated by commas, and names may have blanks; else by blanks and tabs */
	struct Origin *origin; /* of each wanted number: inputs, then parameters, then the time */
	bool *taken;           /* by column: some wanted number other than the time uses it */
	const struct Recording *recording; /* rows of numbers in place of lines of text; or NULL */
	char **field;                      /* fields of the current row, as written; of a recording NULL */
	double *number;                    /* values of the used fields; of a recording of all */
};

/* A cell of a file with commas, in quotation marks if necessary. */
void rows_cell(struct Text *out, const char *text);
/* Reads the next row of a file, like getline. With `names` the row has names, and line ends within quotation marks
 * belong to the row (RFC 4180). *line is the number of the file's line at which the row ends. Returns -1 without a row;
 * errno is EFBIG for a row longer than ROWS_LONGEST. */
enum { ROWS_LONGEST = 64 * 1024 * 1024 };
ssize_t rows_line(FILE *file, char **text, size_t *capacity, bool names, size_t *line);
/* Length of the UTF-8 byte order mark at the beginning of the first line: 3 or 0. */
size_t rows_mark(const char *line);
/* True if the line has at least as many names as numbers. With `names` (a header is expected) one name is enough. */
bool rows_header(char *line, bool names);
/* Reads the names of the columns from the header of `file`, which ends at the line `number`. Returns false after a
 * message in diags. */
bool rows_open(struct Rows *rows, struct Diags *diags, const char *file, char *line, size_t number);
/* Takes the names of a recording. */
bool rows_open_recording(struct Rows *rows, struct Diags *diags, const char *file, const struct Recording *recording);
/* Name of the time: a wanted number, and a column of measured rows. */
#define ROWS_TIME "t"
/* Finds the column or expression for each wanted number; the optional numbers may be missing. `maps`: expressions over
 * the columns, each with the name of a wanted number. */
bool rows_bind(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional,
               const struct FormulaList *maps);
/* Takes a line, which is modified, as the current row. Returns NULL, or a problem as text. */
const char *rows_take(struct Rows *rows, char *line);
/* Takes a row of the recording. */
void rows_take_recorded(struct Rows *rows, size_t row);
/* Computes the wanted numbers of the current row. */
void rows_compute(struct Rows *rows, double *number, size_t count);
/* A field of the current row as text. */
const char *rows_field(const struct Rows *rows, size_t column);

/* --- a file of rows: a recording, or CSV. Empty lines of CSV, and those that begin with #, are skipped --- */

struct RowsTaker {
	bool (*header)(void *context, struct Rows *rows);     /* the names; false after a message in diags */
	const char *(*row)(void *context, struct Rows *rows); /* the current row; NULL, or a problem as text */
	void *context;
	bool every_sample; /* of force plates in a .c3d: as in struct Recording */
};

/* Reads the rest of a file behind these bytes, with a NUL at the end. NULL after a message with the name of the file.
 * The caller frees the text. */
char *rows_slurp(FILE *file, const char *path, const char *before, size_t length, size_t *size);

/* Returns an exit code; messages may be in diags or printed already. "-" is standard input. */
int rows_file(struct Arena *arena, struct Diags *diags, const char *path, const struct RowsTaker *taker);

/* --- columns of a file that no input takes --- */

/* Warns of columns that are meant as inputs by their names, and lists the others in a note unless they are `kept` in
 * the output. Coordinates of the model and the time are neither. */
void ignored_columns_tell(rigidc_model *model, const struct Generated *function, const struct Rows *rows,
                          const struct Columns *wanted, bool kept);

#endif
