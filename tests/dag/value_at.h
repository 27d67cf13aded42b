/* The value of an expression at one input, by the lowered program.
 * Called by tests of derivatives.
 * The program lies in the arena of the fixture. */
#ifndef VALUE_AT_H
#define VALUE_AT_H

#include "fixture.h"
#include "program/lower.h"
#include "suite.h"

static inline double value_at(Ref value, double x)
{
	double out, *outputs[1] = { &out };
	const double *inputs[INPUT_COUNT] = { &x };
	struct Result result = { &value, 1 };
	struct Program program = lower_dag(&arena, &dag, &result, 1, &(struct Lower){ .nesting = 60 });
	program_run(&program, inputs, outputs, ARENA_ARRAY(&arena, double, program.steps + 1));
	return out;
}

#endif
