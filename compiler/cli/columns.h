/* What the numbers of a function are called in a file with a header: q.elbow, qd.base.wx, M.elbow.wrist.
 * Called by eval. Texts are the model's. */
#ifndef RIGIDC_COLUMNS_H
#define RIGIDC_COLUMNS_H

#include "pipeline/job.h"

struct Columns {
	const char **item;
	size_t count, capacity;
};

/* Of all inputs, one after the other; of all outputs; of the numbers of all parameters; and of what every body
 * has that moves: "forearm.m", "forearm.mcx", ... */
struct Columns columns_of_inputs(const struct Job *job, const struct Generated *function);
struct Columns columns_of_outputs(const struct Job *job, const struct Generated *function);
struct Columns columns_of_params(const struct Model *model);
struct Columns columns_of_bodies(const struct Model *model);

#endif
