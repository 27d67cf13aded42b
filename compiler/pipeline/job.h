/* The job of a compilation: the requested functions, their inputs, outputs and programs.
 * Prepared by job_prepare, filled in by compile.c; printers and executors work from it.
 * All memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_JOB_H
#define RIGIDC_PIPELINE_JOB_H

#include "dynamics/function_request.h"
#include "program/program.h"
#include "rewrite/fold_limbs.h"

/* Pattern of a matrix in compressed rows: row i has entries row[i] to row[i + 1] - 1, with rising columns. */
struct Pattern {
	int *row, *column;
};

struct GeneratedOutput {
	const struct FunctionOutput *info;
	const char *name;  /* an identifier; distinct where outputs of fused functions share a name */
	int rows, columns;
	bool packed;       /* lower triangle only, by rows */
	const struct Pattern *pattern; /* of the returned entries; NULL: all */
	size_t size;
};

/* Number of entries of an output, including entries not returned. */
static inline size_t output_entries(const struct GeneratedOutput *output)
{
	size_t rows = (size_t)output->rows, columns = (size_t)output->columns;
	return output->packed ? rows * (rows + 1) / 2 : rows * columns;
}

/* The function with limbs of the same structure in lanes. */
struct LimbProgram {
	struct Program program;
	struct LimbFold lanes; /* input of the program */
};
enum { LIMB_PROGRAMS = 3 };

/* A generated function: its request, interface and program. */
struct Generated {
	struct FunctionRequest spec;
	unsigned inputs;                     /* bits 1 << enum Input of its inputs */
	size_t input_size[INPUT_COUNT];
	struct GeneratedOutput *output;
	int outputs;
	struct Program program;
	struct LimbProgram limbs[LIMB_PROGRAMS]; /* programs with limb lanes, widest first; or none */
	int limb_programs;
	struct Generated *angles;            /* under --sincos=given: the function that gives the
	                                      * angles whose sines and cosines are inputs */
	const struct Generated *angles_of;   /* for such a function: its main function; it has no spec.part */
};

struct Job {
	const struct Model *model;
	const struct Tree *tree;
	const struct Request *request;
	struct Generated *function; /* requested functions, functions generated beside them, then those for angles */
	int functions, asked;
	struct Generated prepare;   /* values derived from parameters; no spec.part; no output without parameters */
	bool fuses;                 /* do the programs have fma? */
	bool interrupted;           /* the search was stopped: the same request may give fewer operations */
};

/* Does the function take this input array? */
static inline bool generated_takes(const struct Generated *function, int input)
{
	return function->inputs >> input & 1;
}

/* Is the output stored sparsely? With --sparse, matrices with a column per velocity or parameter are. */
static inline bool generated_sparse(const struct Job *job, const struct GeneratedOutput *output)
{
	return job->request->sparse && extent_branches(output->info->columns);
}

/* generated_zero: does the statement store a structural zero of a matrix that could be sparse? generated_has_zeros:
 * does any? Both require the program. */
bool generated_zero(const struct Generated *function, struct Statement statement);
bool generated_has_zeros(const struct Generated *function);

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

/* Prepares all but the programs. Requires a model without errors; reports unknown functions and unknown names in the
 * request. `functions` is NULL or a text like "rnea,dyn=crba+rnea". */
struct Job job_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions);

#endif
