/* The compiler, from source to C: one column of calls.
 * Called by the library, which may stop after any line: a model is read once and compiled as often as functions are
 * requested. All memory is the arena's of the diagnostics. */
#ifndef RIGIDC_COMPILE_H
#define RIGIDC_COMPILE_H

#include "grammar/formats/format.h"
#include "grammar/include.h"
#include "model/check/checker.h"
#include "pipeline/job.h"
#include "pipeline/pass.h"
#include "target.h"

struct ReadModel {
	struct Ast ast;
	size_t snapped;      /* angles that were changed as asked for */
	struct Model *model; /* complete if no error was reported */
};

/* Source to checked model. */
struct ReadModel compile_model(struct Diags *diags, const struct ModelText *text, const struct Request *request);

/* The job without the programs, which shows whether generation is possible. Requires a sound model. Names are those of
 * the dialect; NULL: of C. */
struct Job compile_job(struct Diags *diags, const struct Model *model, const struct Request *request,
                       const char *functions, const struct Dialect *dialect);

/* Values of a function of a job as expressions, by the passes of the job's request, without search. Memory is the arena's. Requires
 * job_lay_out. */
struct Form compile_values(const struct Job *job, const struct Generated *function, struct Arena *arena);

/* Checked model to programs, for a target. Incomplete if errors were reported. `found`: plans of this model by this request, from
 * earlier calls, and after it from this one; or NULL. `dump` is NULL or takes the state after a pass. */
struct Job compile_functions(struct Diags *diags, const struct Model *model, const struct Request *request,
                             const char *functions, const struct Target *target, struct FoundPlans *found,
                             struct Dump *dump);

#endif
