/* Names of numbers in a file with a header: q.elbow, qd.base.wx, M.elbow.wrist. Inputs are in input_columns.h.
 * Called by every command that reads or writes named numbers. Texts are the model's. */
#ifndef RIGIDC_COLUMNS_H
#define RIGIDC_COLUMNS_H

#include "pipeline/job.h"

struct Columns ARENA_LIST(const char *);

/* Names in order: of outputs, of the numbers of a parameter ("payload", "tip.x", "inertia.xx"), and of the inertial
 * parameters of all moving bodies ("forearm.m", "forearm.mcx", ...). */
struct Columns columns_of_outputs(const struct Job *job, const struct Generated *function);
/* Columns of one output array. Requires its layout. */
struct Columns columns_of_array(const struct Job *job, const struct GeneratedOutput *array);
struct Columns columns_of_param(const struct Model *model, const struct Parameter *parameter);
/* Rows of a phase: "lf.fx", "lf.fy", ... */
struct Columns columns_of_rows(struct Arena *arena, const struct RowSet *set);
struct Columns columns_of_bodies(const struct Model *model);
/* Name of coordinate or velocity k of a joint: "elbow", or "base.wx" for a joint with several coordinates. */
const char *column_of_joint(const struct Model *model, const struct Joint *joint, int k, bool velocities);

/* Index of a name; the number of columns: there is none. */
size_t columns_place(const struct Columns *columns, const char *name);
/* Index of a name; -1 after a message, which begins with `lacks`: "the model has no coordinate". */
int columns_find(struct Diags *diags, const struct Columns *columns, struct Ident name, const char *lacks);

#endif
