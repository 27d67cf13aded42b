/* What a compilation makes: the functions that were asked for, what each takes and gives, and its program.
 * Prepared by the pipeline, filled in by the column of compile.c; printers and executors work from it.
 * All memory is the model's arena. */
#ifndef RIGIDC_PIPELINE_JOB_H
#define RIGIDC_PIPELINE_JOB_H

#include "dynamics/function_request.h"
#include "program/program.h"
#include "rewrite/fold_limbs.h"

/* Of a matrix in compressed rows: entries row[i] to row[i + 1] - 1 are of row i, the columns rise. */
struct Pattern {
	int *row, *column;
};

struct GeneratedOutput {
	const struct FunctionOutput *info;
	const char *name;  /* an identifier; of fused functions that share one, each has its own */
	int rows, columns;
	bool packed;       /* the lower triangle alone, by rows */
	const struct Pattern *pattern; /* of the entries that are returned; NULL: all are */
	size_t size;
};

/* How many entries an output has, those that are not returned too. */
static inline size_t output_entries(const struct GeneratedOutput *output)
{
	size_t rows = (size_t)output->rows, columns = (size_t)output->columns;
	return output->packed ? rows * (rows + 1) / 2 : rows * columns;
}

/* The same function with like limbs side by side. */
struct LimbProgram {
	struct Program program;
	struct LimbFold lanes; /* what it reads */
};
enum { LIMB_PROGRAMS = 3 };

/* One generated function: what it is, and its program. */
struct Generated {
	struct FunctionRequest spec;
	unsigned inputs;                     /* bits 1 << enum Input it takes */
	size_t input_size[INPUT_COUNT];
	struct GeneratedOutput *output;
	int outputs;
	struct Program program;
	struct LimbProgram limbs[LIMB_PROGRAMS]; /* the same with limbs in lanes, the most first; or none */
	int limb_programs;
	struct Generated *angles;            /* under --sincos=given: the function that says which angles it takes the
	                                      * sines and cosines of */
	const struct Generated *angles_of;   /* of that one: the function it goes with; it has no spec.part */
};

struct Job {
	const struct Model *model;
	const struct Tree *tree;
	const struct Request *request;
	struct Generated *function; /* those asked for and what goes with them, then those of their angles */
	int functions, asked;
	struct Generated prepare;   /* what is computed of the parameters; no spec.part, and no output if there are none */
	bool fuses;                 /* do the programs have fma? */
	bool interrupted;           /* the search was stopped: with the same request there may be fewer operations */
};

/* Does it take this input array? */
static inline bool generated_takes(const struct Generated *function, int input)
{
	return function->inputs >> input & 1;
}

/* Are only those entries of an output returned that are not zero by structure? Of matrices with a column a velocity or parameter. */
static inline bool generated_sparse(const struct Job *job, const struct GeneratedOutput *output)
{
	return job->request->sparse && extent_branches(output->info->columns);
}

/* Does a statement store a zero by structure of such a matrix? Are there any? Both require the program. */
bool generated_zero(const struct Generated *function, struct Statement statement);
bool generated_has_zeros(const struct Generated *function);

/* Are there numbers that are given at run time, and something to prepare? */
static inline bool job_prepares(const struct Job *job)
{
	return job->model->parameters.count > 0;
}

/* What has a program of its own: `prepare` at -1, then each function. */
static inline const struct Generated *job_generated(const struct Job *job, int f)
{
	return f < 0 ? &job->prepare : &job->function[f];
}

/* Does an output have so many columns? */
bool job_returns(const struct Job *job, enum Extent columns);

/* All but the programs. Requires a model without errors; reports unknown functions and what the request names
 * wrongly. `functions` is NULL or a text like "rnea,dyn=crba+rnea". */
struct Job job_prepare(struct Diags *diags, const struct Model *model, const struct Request *request,
                               const char *functions);

#endif
