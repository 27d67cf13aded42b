/* The numbers that a function returns: names, units, meanings. Called by eval. Texts are the model's. */
#ifndef RIGIDC_OUTPUT_COLUMNS_H
#define RIGIDC_OUTPUT_COLUMNS_H

#include "columns.h"

struct OutputColumn {
	const char *name; /* "tau.elbow", "w.elbow.fx" */
	const char *unit; /* of a matrix with several units: all of them */
	const char *meaning;
};

struct OutputColumns ARENA_LIST(struct OutputColumn);

/* The outputs of the function, in the order of its C arguments. Requires their layout. */
struct OutputColumns columns_described(const struct Job *job, const struct Generated *function);

#endif
