/* The numbers that a function takes from the columns of a file: names, units, meanings.
 * Called by eval, sim and `package --for=fmi`. Texts are the model's. */
#ifndef RIGIDC_INPUT_COLUMNS_H
#define RIGIDC_INPUT_COLUMNS_H

#include "columns.h"

struct InputColumn {
	const char *name; /* "q.elbow", "f_ext.hand.fx", "param.payload" */
	const char *unit;
	const char *meaning; /* of an optional column with the value without it */
	bool optional;
};

struct InputColumns ARENA_LIST(struct InputColumn);

/* The inputs of the function, in the order of its C arguments. */
struct InputColumns columns_of_inputs(const struct Job *job, const struct Generated *function);
/* Adds the numbers of the run-time parameters, with these values. */
void columns_add_params(struct InputColumns *columns, const struct Model *model, const double *value);
/* The names alone. */
struct Columns columns_named(struct Arena *arena, const struct InputColumns *columns);

#endif
