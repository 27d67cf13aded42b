/* A generated function: its request, arrays and program.
 * Declared by job.c and signature.c, filled in by compile.c, read by printers and executors. Memory is the model's. */
#ifndef RIGIDC_PIPELINE_GENERATED_H
#define RIGIDC_PIPELINE_GENERATED_H

#include "array_layout.h"
#include "dynamics/function_request.h"
#include "program/stage.h"

/* The function with limbs of the same structure in lanes. */
struct LimbProgram {
	struct Program program;
	struct LimbFold lanes; /* input of the program */
};
enum { LIMB_PROGRAMS = 3 };

/* The array of the values that members of stages read. */
#define STAGES_ARRAY "staged"

/* A term of a function with its arrays. */
struct Operation {
	const struct FunctionTerm *term;
	uint64_t inputs; /* inputs of the term, a set of INPUT_BIT */
	struct GeneratedOutput *output;
	int outputs;
	int first; /* of a part: number of its first output among those of all parts */
	/* of an operator */
	struct Operation *of;
	int ofs;
	uint64_t base;                     /* inputs of the differentiated terms */
	enum Input *weight;                /* by output of the differentiated terms */
	enum Input direction[INPUT_COUNT]; /* by input */
};

/* A generated function: its request, interface and program. */
struct Generated {
	struct FunctionRequest request;
	uint64_t inputs; /* a set of INPUT_BIT */
	size_t input_size[INPUT_COUNT];
	struct GeneratedOutput *output;
	int outputs;
	struct GeneratedOutput *computed; /* outputs of all parts; without operators they are the outputs */
	int computeds;
	struct GeneratedOutput *seed; /* directions and weights: the inputs from INPUT_SEED on */
	int seeds;
	struct Operation *operation; /* its terms */
	int operations;
	bool operates; /* is any term an operator? */
	struct Program program;
	struct LimbProgram limbs[LIMB_PROGRAMS]; /* programs with limb lanes, widest first; or none */
	int limb_programs;
	/* The same with stages; NULL: it has none, or the target no form for them. Then `limbs` are without the stages,
	 * and `output` has STAGES_ARRAY behind its last. */
	struct ProgramStages *stages;
	struct PivotLog *pivots;           /* by part: order of its elimination, empty without one */
	struct Generated *angles;          /* under --sincos=given: the function that gives the
	                                      * angles whose sines and cosines are inputs */
	const struct Generated *angles_of; /* for such a function: its main function; it has no request.part */
};

/* Does the function take this input array? */
static inline bool generated_takes(const struct Generated *function, int input)
{
	return function->inputs >> input & 1;
}

/* An argument of a function: an array that it takes or returns. */
struct FunctionArgument {
	const char *name, *meaning;
	enum Measure measure;
	size_t size;
	int input;                           /* which of enum Input; INPUT_COUNT: an output */
	int output;                          /* its number; -1: an input */
	const struct GeneratedOutput *array; /* rows and columns of an output, a direction or weights; NULL: a vector */
	bool first;                          /* of the function */
	int next;                            /* where the walk goes on */
};
struct FunctionArgument generated_input(const struct Generated *function, int input);
/* Goes from one argument to the next: inputs in the order of callers, then outputs. The walk begins with zeros,
 * `struct FunctionArgument a = { 0 }`. False: it ends. */
bool generated_next(const struct Generated *function, struct FunctionArgument *argument);

/* Does the part take the forces of its phase? */
bool part_takes_lambda(const struct FunctionPart *part);
/* Part whose phase the input lambda is of; NULL: the function does not take it. */
const struct FunctionPart *generated_pushed(const struct Generated *function);

/* Does a statement store a zero by structure? Does any? Both require the program. */
bool generated_zero(const struct Generated *function, struct Statement statement);
bool generated_has_zeros(const struct Generated *function);

#endif
