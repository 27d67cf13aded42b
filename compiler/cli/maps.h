/* Expressions for the columns of eval: those of --map, and the lines of the files of --map=@FILE.
 * Called by eval. Memory is the arena's. */
#ifndef RIGIDC_MAPS_H
#define RIGIDC_MAPS_H

#include "formula.h"
#include "options.h"

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

#endif
