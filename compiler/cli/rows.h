/* A file of numbers whose first line names its columns: which of them a function takes, in any order, or what is made of
 * them (--map), and what is carried along (--keep).
 * Called by eval. Memory is the model's. */
#ifndef RIGIDC_ROWS_H
#define RIGIDC_ROWS_H

#include <stdio.h>
#include <sys/types.h>

#include "formula.h"

struct Origin {
	bool given;
	Ref value;        /* of the formulas */
};

struct Rows {
	struct Arena *arena;
	struct Formulas formulas; /* over the columns, as the file names them */
	uint32_t header;        /* the source that they are */
	bool commas;            /* between fields, so that names may have blanks; else blanks and tabs */
	struct Origin *origin;  /* of each number that is wanted: inputs, then parameters, then the time */
	bool *taken;            /* columns that these are made of, but for the time alone: others are carried along */
	char **field;           /* of the row at hand, as they are written */
	double *number;         /* what they are, those that are used */
};

/* A cell of a file with commas, in quotation marks where it needs them. */
void rows_cell(struct Text *out, const char *text);
/* The next row of a file, as getline reads a line; with `names` a row that has names, in whose quotation marks a line may end (RFC 4180).
 * *line is that of the file at which the row ends. -1: there is none; errno is EFBIG for a row that is longer than ROWS_LONGEST. */
enum { ROWS_LONGEST = 64 * 1024 * 1024 };
ssize_t rows_line(FILE *file, char **text, size_t *capacity, bool names, size_t *line);
/* How many bytes the mark takes that some programs put before a text in UTF-8: 3 or 0. For the first line. */
size_t rows_mark(const char *line);
/* Is this a line of names and not of numbers, for the most part; or in part, where names belong? */
bool rows_header(char *line, bool names);
/* Takes the names. False after a message in diags, of a source called `file`. */
bool rows_open(struct Rows *rows, struct Diags *diags, const char *file, char *line);
/* What measured rows go by, a wanted number and a column too. */
#define ROWS_TIME "t"
/* Finds out where each of the wanted numbers comes from; some may be missing. `map`: "NAME = EXPR". */
bool rows_bind(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional, const char *const *map,
               size_t maps);
/* The numbers of a line, which it takes apart. NULL, or what is wrong with it. */
const char *rows_read(struct Rows *rows, char *line, double *number, size_t count);

#endif
