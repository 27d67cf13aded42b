/* Rows of numbers with named columns, from a file or a motion.
 * Called by sim and by the drawing functions. Memory is the arena's. */
#ifndef RIGIDC_SHEET_H
#define RIGIDC_SHEET_H

#include "cli/columns.h"

struct Sheet {
	const char *name; /* name of the file */
	struct Columns column;
	const char *const *unit; /* by column; NULL: units follow from the names (panels.def) */
	double **item;           /* the rows */
	size_t count, capacity;
};

struct Sheets {
	struct Sheet *item;
	size_t count, capacity;
};

#endif
