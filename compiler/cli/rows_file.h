/* A file of rows with a first line of names, read line by line. Empty lines and lines that begin with # are skipped.
 * Called by sim and plot. Memory is the arena's. */
#ifndef RIGIDC_ROWS_FILE_H
#define RIGIDC_ROWS_FILE_H

#include "rows.h"

struct RowsTaker {
	bool (*header)(void *context, struct Rows *rows); /* the names; false after a message in diags */
	const char *(*row)(void *context, struct Rows *rows, char *line); /* NULL, or a problem as text */
	void *context;
};

/* Returns an exit code; messages may be in diags or printed already. "-" is standard input. */
int rows_file(struct Arena *arena, struct Diags *diags, const char *path, const struct RowsTaker *taker);

#endif
