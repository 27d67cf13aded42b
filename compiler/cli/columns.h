/* Names of a function's inputs and outputs in a file with a header: q.elbow, qd.base.wx, M.elbow.wrist.
 * Called by eval. Texts are the model's. */
#ifndef RIGIDC_COLUMNS_H
#define RIGIDC_COLUMNS_H

#include "pipeline/job.h"

struct Columns {
	const char **item;
	size_t count, capacity;
};

/* Names in order: of inputs, of outputs, of the numbers of parameters, and of the inertial parameters of all moving
 * bodies ("forearm.m", "forearm.mcx", ...). */
struct Columns columns_of_inputs(const struct Job *job, const struct Generated *function);
struct Columns columns_of_outputs(const struct Job *job, const struct Generated *function);
struct Columns columns_of_params(const struct Model *model);
struct Columns columns_of_bodies(const struct Model *model);

#endif
