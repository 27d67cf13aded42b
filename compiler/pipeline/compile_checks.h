/* Checks of a model and of a job, before functions are compiled. Called by the column of compile.c. Messages go to `diags`; poses are
 * closed in the model's arena, other memory is freed. */
#ifndef RIGIDC_PIPELINE_COMPILE_CHECKS_H
#define RIGIDC_PIPELINE_COMPILE_CHECKS_H

#include "job.h"

/* --- of a model --- */

/* Marks the rows of loops that hold within the tolerance of closure alone, and notes them. */
void check_rounding(struct Diags *diags, struct Model *model);
/* Assembles poses whose loops or constraints are open, in place, and notes what moves. A pose that cannot be closed is an error of
 * functions with rows, a warning otherwise. */
void check_poses(struct Diags *diags, struct Model *model);
/* Marks the rows of contacts and phases that hold by themselves. Reports these, and contacts and phases with dependent rows. */
void check_rows(struct Diags *diags, struct Model *model);
/* Is M singular in every configuration? Then forward dynamics has no value. Warns of joints that can move without moving any inertia,
 * unless another check has told of them. A model without any inertia is of use for its kinematics, and gets no warning. Nor is it an
 * error where M is singular at the defaults of parameters alone, as a program may set them: that is a warning which names them. Requires
 * a model without errors. */
void check_inertia(struct Diags *diags, const struct Model *model);

/* Warns that torques share loads over all joints of loops, since none of them is marked idle; `name` says which torques. For callers that
 * take torques of `id` without asking for a function. check_balance warns by itself. */
void check_overdriven(struct Diags *diags, const struct Model *model, const char *name);

/* --- of a job, once it is prepared --- */

/* Reports joints that can move without moving any inertia as errors, if a function needs the inverse of M. */
void check_singular(struct Diags *diags, const struct Job *job);
/* Can forces of a phase balance whatever acts on idle joints and a free root, as `id` requires? */
void check_balance(struct Diags *diags, const struct Job *job);
/* Reports the first function that would need, beside earlier functions, more memory than is allowed. */
void bound_check(struct Diags *diags, const struct Job *job);

#endif
