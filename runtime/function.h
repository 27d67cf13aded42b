/* Internals of a callable function.
 * Called by function.c, which makes, calls and frees it, and by arrays.c, which describes its inputs and outputs. The
 * arena's memory belongs to the function; the rest is its model's. */
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
	const char *input_unit[INPUT_ARRAYS], **output_unit;
	const char *lambda_phase, **output_phase; /* phases of their rows; NULL: none */
	size_t steps, numbers;                    /* steps of the evaluator; numbers of all inputs and outputs */
	_Atomic(struct Scratch *) spare;          /* memory of the last call; NULL while a call uses it */
	struct Program prepare;                   /* derives values from the parameters */
	double *params;
	void *prepared; /* the numbers of `prepare`, and the parameters in float */
	void *derived;  /* values derived from parameters, float or double; NULL: none */
};

#endif
