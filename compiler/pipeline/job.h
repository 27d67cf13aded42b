/* The job of a compilation: the requested functions, their inputs, outputs and programs.
 * Prepared by job_prepare, filled in by compile.c; printers and executors work from it.
 * All memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_JOB_H
#define RIGIDC_PIPELINE_JOB_H

#include "generated.h"

struct Job {
	const struct Model *model;
	const struct Tree *tree;
	const struct Request *request;
	struct Generated *function; /* requested functions, functions generated beside them, then those for angles */
	int functions, asked;
	struct Generated prepare; /* values derived from parameters; no request.part; no output without parameters */
	bool fuses;               /* do the programs have fma? */
	struct FoundPlans *found; /* plans of parts that have been searched */
	bool interrupted;         /* the search was stopped: the same request may give fewer operations */
};

/* Are there run-time parameters, so that a `prepare` is needed? */
static inline bool job_prepares(const struct Job *job)
{
	return job->model->parameters.count > 0;
}

/* A function with a program: `prepare` at -1, then each function. */
static inline const struct Generated *job_generated(const struct Job *job, int f)
{
	return f < 0 ? &job->prepare : &job->function[f];
}

/* Does any output have such columns? */
bool job_returns(const struct Job *job, enum Extent columns);
/* Is any function of all struts and tendons? */
bool job_measures_struts(const struct Job *job);

/* Phases of the job's functions, each once: the parts that name them first. */
struct JobPhases {
	const struct FunctionPart **part;
	int count;
};
struct JobPhases job_phases(struct Arena *arena, const struct Job *job);

/* Prepares all but the programs. Requires a model without errors; reports unknown functions and unknown names in the
 * request. `functions` is NULL or a text like "rnea,dyn=crba+rnea". */
struct Job job_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                       const char *functions);

/* Makes the lists of entries of a function's outputs, which may take much memory: after bound_check. */
void job_lay_out(const struct Job *job, struct Generated *function);

#endif
