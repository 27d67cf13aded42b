/* Names of numbers in a file with a header: q.elbow, qd.base.wx, M.elbow.wrist; their units and meanings.
 * Called by every command that reads or writes named numbers. Texts are the model's. */
#ifndef RIGIDC_COLUMNS_H
#define RIGIDC_COLUMNS_H

#include "dynamics/tree/row_set.h"
#include "model/model.h"
#include "pipeline/job.h"

struct Columns ARENA_LIST(const char *);

/* Names in order: of outputs, of the numbers of a parameter ("payload", "tip.x", "inertia.xx"), and of the inertial
 * parameters of all moving bodies ("forearm.m", "forearm.mcx", ...). */
struct Columns columns_of_outputs(const struct Job *job, const struct Generated *function);
/* Columns of one output array. Requires its layout. */
struct Columns columns_of_array(const struct Job *job, const struct GeneratedOutput *array);
struct Columns columns_of_param(const struct Model *model, const struct Parameter *parameter);
/* Of all parameters, or of all inputs of the model: elements of u. */
struct Columns columns_of_params(const struct Model *model, const struct ParameterList *all);
/* Names of the inputs that move, by number. */
struct Columns columns_of_moving(const struct Model *model);
/* Rows of a phase: "lf.fx", "lf.fy", ... */
struct Columns columns_of_rows(struct Arena *arena, const struct RowSet *set);
struct Columns columns_of_bodies(const struct Model *model);
/* Name of coordinate or velocity k of a joint: "elbow", or "base.wx" for a joint with several coordinates. */
const char *column_of_joint(const struct Model *model, const struct Joint *joint, int k, bool velocities);

/* Index of a name; the number of columns: there is none. */
size_t columns_place(const struct Columns *columns, const char *name);
/* Index of a name; -1 after a message, which begins with `lacks`: "the model has no coordinate". */
int columns_find(struct Diags *diags, const struct Columns *columns, struct Ident name, const char *lacks);

/* --- the numbers that a function takes from the columns of a file --- */

struct InputColumn {
	const char *name; /* "q.elbow", "f_ext.hand.fx", "u.throttle", "param.payload" */
	const char *unit;
	const char *meaning; /* of an optional column with the value without it */
	bool optional;
	double otherwise; /* the value of an optional input without a column */
};

struct InputColumns ARENA_LIST(struct InputColumn);

/* The inputs of the function, in the order of its C arguments. */
struct InputColumns columns_of_inputs(const struct Job *job, const struct Generated *function);
/* Adds the numbers of the run-time parameters, with these values. */
void columns_add_params(struct InputColumns *columns, const struct Model *model, const double *value);
/* The names alone. */
struct Columns columns_named(struct Arena *arena, const struct InputColumns *columns);

/* --- the numbers that a function returns --- */

struct OutputColumn {
	const char *name; /* "tau.elbow", "w.elbow.fx" */
	const char *unit; /* of a matrix with several units: all of them */
	const char *meaning;
};

struct OutputColumns ARENA_LIST(struct OutputColumn);

/* The outputs of the function, in the order of its C arguments. Requires their layout. */
struct OutputColumns columns_described(const struct Job *job, const struct Generated *function);

/* --- forces of the rows of contacts and loops in words: which body they act on, along which axis --- */

enum RowQuantity { ROW_FORCE, ROW_IMPULSE, ROW_CLOSURE };

/* "of the ground on shank, along z of world"; of a constraint "" */
const char *row_direction_words(const struct Model *model, const struct RowBlock *block, int row,
                                enum RowQuantity quantity);
/* "force of row fz of contact toe, of the ground on shank, along z of world" */
const char *row_force_words(const struct Model *model, const struct RowBlock *block, int row,
                            enum RowQuantity quantity);

#endif
