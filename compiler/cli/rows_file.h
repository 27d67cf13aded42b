/* A whole file of rows with a first line of names, read line by line. Empty lines and those that begin with # are passed over.
 * Called by sim and plot. Memory is the arena's. */
#ifndef RIGIDC_ROWS_FILE_H
#define RIGIDC_ROWS_FILE_H

#include "rows.h"

struct RowsTaker {
	bool (*header)(void *context, struct Rows *rows);                  /* the names; false after a message in diags */
	const char *(*row)(void *context, struct Rows *rows, char *line);  /* NULL, or what is wrong with it */
	void *context;
};

/* An exit code, after messages in diags or without. "-" is standard input. */
int rows_file(struct Arena *arena, struct Diags *diags, const char *path, const struct RowsTaker *taker);

#endif
