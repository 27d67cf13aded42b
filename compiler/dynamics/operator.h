/* The operators on functions: derivatives of any function, written before its name, as in vjp:fd. A row of the table has
 * the arrays of an operator and its algorithm. Called by requests, signatures and build.c. Static data; values are the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_OPERATOR_H
#define RIGIDC_DYNAMICS_OPERATOR_H

#include "operator_arguments.h"

/* What an operator gives. */
enum OperatorResult {
	RESULT_CHANGE,   /* an array for each output */
	RESULT_GRADIENT, /* an array for each input */
	RESULT_MATRIX,   /* one symmetric matrix by all inputs */
	RESULT_BLOCKS    /* a matrix for each pair of an output and an input, all of an output first */
};

struct Operator {
	const char *name, *summary; /* of the summary, FN is the function */
	bool directions, weights;
	enum OperatorResult result;
	const char *meaning; /* words for an output, before the name of an array of f: "gradient by" */
	const char *suffix;  /* of the names of these arrays; the name of a matrix; before both names of a pair */
	/* RESULT_BLOCKS: dy/dx, a row for each value */
	void (*apply)(const struct OperatorArguments *f, Ref *out);
};

extern const struct Operator operator_table[];
extern const size_t operator_count;
/* Summary of the operator, with the name of its function. */
const char *operator_summary(struct Arena *arena, const struct Operator *operation, const char *of);
/* NULL: no operator has this name. */
const struct Operator *operator_find(const char *name);

#endif
