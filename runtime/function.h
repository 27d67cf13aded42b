/* Internals of a callable function.
 * Called by function.c, which makes, calls and frees it, by many.c, which calls it for many states, and by arrays.c, which
 * describes its inputs and outputs. The arena's memory belongs to the function; the rest is its model's. */
#ifndef RIGIDC_FUNCTION_HANDLE_H
#define RIGIDC_FUNCTION_HANDLE_H

#include <stdatomic.h>

#include "upgrade.h"

struct Scratch;

struct rigidc_function {
	rigidc_model *model;
	struct Arena arena; /* of the kept data */
	const struct Generated *generated;
	rigidc_tier tier;
	struct Code code;
	struct Upgrade *upgrade; /* better code, later; NULL: none requested */
	bool narrow;             /* float inside */
	const char *input_unit[INPUT_COUNT], **output_unit;
	const char *lambda_phase, **output_phase; /* phases of their rows; NULL: none */
	size_t steps, numbers;                    /* steps of the evaluator; numbers of all inputs and outputs */
	_Atomic(struct Scratch *) spare;          /* memory of the last call; NULL while a call uses it */
	struct Program prepare;                   /* derives values from the parameters */
	double *params;
	void *prepared; /* the numbers of `prepare`, and the parameters in float */
	void *derived;  /* values derived from parameters, float or double; NULL: none */
};

/* The spare memory of a call, or new memory while another thread uses the spare; NULL: out of memory. */
struct Scratch *function_scratch_take(rigidc_function *function);
void function_scratch_give(rigidc_function *function, struct Scratch *scratch);
/* The best code available now. */
const struct Code *function_code(const rigidc_function *function);
/* Evaluates one state. Arrays are contiguous, in the function's own numbers; behind the inputs is `derived`. `scratch` is
 * the evaluator's memory. */
void function_execute(const rigidc_function *function, const void *const *input, void *const *output,
                      struct Scratch *scratch);

#endif
