/* Function of the language with its evaluated arguments. Made by the evaluation of a call, read by the functions.
 * Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_APPLIED_H
#define RIGIDC_MODEL_EXPRESSION_APPLIED_H

#include "model/value.h"

enum { BUILTIN_PARAMETERS = 6 };

struct Call {
	const struct Builtin *builtin;
	struct Dag *dag;
	struct Diags *diags;
	struct Span span;
	const struct Value *arg; /* by parameter; VALUE_ERROR: not given */
	size_t placed;           /* number of arguments given by position; others are given by name */
};

struct Builtin {
	const char *name;
	const char *parameter[BUILTIN_PARAMETERS]; /* NULL after the last */
	size_t required;
	struct Value (*apply)(const struct Call *call); /* NULL: its arguments are names of points */
	enum Op op;                                     /* its operation, if it is a single operation */
	enum ValueKind gives;
	const char *summary;
};

#endif
