/* Rows of numbers whose columns have names: of a file, or of a motion.
 * Called by sim and what draws. Memory is the arena's. */
#ifndef RIGIDC_SHEET_H
#define RIGIDC_SHEET_H

#include "cli/columns.h"

struct Sheet {
	const char *name;        /* of the file */
	struct Columns column;
	const char *const *unit; /* of each; NULL: as its name says */
	double **item;           /* the rows */
	size_t count, capacity;
};

struct Sheets {
	struct Sheet *item;
	size_t count, capacity;
};

#endif
