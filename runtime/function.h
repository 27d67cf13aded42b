/* Inside of a function that can be called.
 * Called by function.c, which makes, calls and frees it, and by arrays.c, which tells what it takes and gives. What its arena has
 * is its own; the rest is its model's. */
#ifndef RIGIDC_FUNCTION_HANDLE_H
#define RIGIDC_FUNCTION_HANDLE_H

#include <stdatomic.h>

#include "upgrade.h"

struct Scratch;

struct rigidc_function {
	rigidc_model *model;
	struct Arena arena;                  /* of what is kept */
	const struct Generated *generated;
	rigidc_tier tier;
	struct Code code;
	struct Upgrade *upgrade;             /* better code, some time; NULL: none is made */
	bool narrow;                         /* float inside */
	const char *input_unit[INPUT_ARRAYS], **output_unit;
	size_t steps, numbers;               /* of a call: what the evaluator computes; inputs and outputs */
	_Atomic(struct Scratch *) spare;     /* what the last call needed; NULL while one is at it */
	struct Program prepare;              /* of the parameters what the function reads of them */
	double *params;
	void *prepared;                      /* its numbers, and the parameters in float */
	void *derived;                       /* in float or double; NULL: there are no parameters */
};

#endif
