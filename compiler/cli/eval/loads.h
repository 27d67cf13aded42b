/* External loads: forces of the ground from a file ExternalLoads of OpenSim and the rows that it names.
 * Called by eval. Memory is that of the model with which they are read. */
#ifndef RIGIDC_LOADS_H
#define RIGIDC_LOADS_H

#include "cli/columns.h"
#include "cli/options.h"
#include "dag/spline.h"
#include "runtime/library.h"

/* A force on a body, in world axes: f, n and, if it has one, its point p. */
enum { LOAD_NUMBERS = 9 };

struct Load {
	const char *name, *wrench; /* as an argument of --wrench: NAME=BODY:world:point */
	size_t column[LOAD_NUMBERS];
	bool given[LOAD_NUMBERS]; /* has it a column? others are 0 */
	struct Spline number[LOAD_NUMBERS];
	size_t input[LOAD_NUMBERS]; /* index among the wanted numbers; SIZE_MAX: the function takes it not */
};

struct Loads {
	struct Load *item;
	size_t count, capacity;
	const char *file; /* of the rows */
	double *t;        /* their times */
	size_t rows;
	double within; /* s; how far a motion may be beyond the first and the last row: half of a step */
};

/* Reads the file of --loads and its rows. Returns an exit code, after messages. */
int loads_read(rigidc_model *owner, const char *path, struct Loads *loads);
/* Gravity of a model and its size; 0: a parameter sets it. */
double loads_gravity(const struct Model *model, double g[3]);
/* Warns of a force that is not upward in the mean of its rows, against the gravity of the model. */
void loads_doubt(const struct Loads *loads, const struct Model *model);
/* Finds the loads among the wanted numbers of a function. */
void loads_find(struct Loads *loads, struct Arena *arena, const struct Columns *wanted);
/* Values at a time, into the wanted numbers. Returns NULL, or a problem as text. */
const char *loads_put(const struct Loads *loads, struct Arena *arena, double t, double *number);

#endif
