/* A file of numbers whose first line names its columns: which of them a function takes, in any order, or what is made of
 * them (--map), and what is carried along (--keep).
 * Called by eval. Memory is the model's. */
#ifndef RIGIDC_ROWS_H
#define RIGIDC_ROWS_H

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
	struct Origin *origin;  /* of each number that is wanted, inputs first, then parameters */
	char **field;           /* of the row at hand, as they are written */
	double *number;         /* what they are, those that are used */
};

/* Is this a line of names and not of numbers? */
bool rows_header(const char *line);
/* Takes the names. False after a message in diags, of a source called `file`. */
bool rows_open(struct Rows *rows, struct Diags *diags, const char *file, char *line);
/* Finds out where each of the wanted numbers comes from; some may be missing. `map`: "NAME = EXPR". */
bool rows_bind(struct Rows *rows, struct Diags *diags, const struct Columns *wanted, const bool *optional, const char *const *map,
               size_t maps);
/* The numbers of a line, which it takes apart. NULL, or what is wrong with it. */
const char *rows_read(struct Rows *rows, char *line, double *number, size_t count);

#endif
