/* Rows of numbers with named columns, from a file or a motion.
 * Called by sim and by the drawing functions. Memory is the arena's. */
#ifndef RIGIDC_SHEET_H
#define RIGIDC_SHEET_H

#include "cli/columns.h"

/* A sheet of mean cycles has rows of 0 to 100 % in the column t. Its rows go on with a standard deviation less than the
 * mean of each column, then with one more. */
struct Sheet {
	const char *name; /* name of the file */
	size_t cycles;    /* number of cycles that are averaged; 0: rows are as read */
	struct Columns column;
	const char *const *unit; /* by column; NULL: units follow from the names (panels.def) */
	double **item;           /* the rows */
	size_t count, capacity;
};

struct Sheets ARENA_LIST(struct Sheet);

#endif
