/* Files of measured rows, as motion laboratories write them: numbers of named columns at times.
 * Called by rows_file.c for every command that reads rows, and by eval. Memory is the arena's. */
#ifndef RIGIDC_RECORDING_H
#define RIGIDC_RECORDING_H

#include "base/text.h"

struct Recording {
	bool every_sample; /* given: a row for each sample of the force plates in place of each frame; of .c3d */
	struct ARENA_LIST(const char *) column; /* names; that of the time is "t" */
	struct ARENA_LIST(double) number;       /* of all columns of a row, row by row; NaN: missing */
	struct ARENA_LIST(size_t) line;         /* of the file, by row */
	size_t rows;
	size_t header;  /* line of the names */
	bool degrees;   /* angles are in degrees */
	bool of_motion; /* its columns may be coordinates by the names of OpenSim */
};

/* Why a file cannot be read. */
struct RecordingFault {
	const char *problem;
	size_t line; /* 0: of no line */
};

/* Numbers of a row. */
static inline const double *recording_row(const struct Recording *recording, size_t row)
{
	return recording->number.item + row * recording->column.count;
}

/* --- for the readers --- */

/* Adds a column; that of the time gets its name. */
void recording_add_column(struct Arena *arena, struct Recording *recording, const char *name);
/* Sets a fault. Returns false. */
bool recording_fails(struct RecordingFault *fault, size_t line, const char *problem);

/* Lines of a text. */
struct RecordingLines {
	char *next, *end;
	size_t line; /* of the last one */
};

/* The next line, ended by a NUL in place of its line end; NULL: none. */
char *recording_line(struct RecordingLines *lines);
/* The next line that is not blank; NULL: none. */
char *recording_row_line(struct RecordingLines *lines);
/* Ends the row of the last line, whose numbers are added. False: there is a problem, the fault. */
bool recording_row_end(struct Arena *arena, const struct RecordingLines *lines, struct Recording *recording,
                       const char *problem, struct RecordingFault *fault);
/* m, cm or mm in m; 0: another unit. */
double recording_unit(const char *text);

extern const char recording_blanks[];

#endif
