/* A function of the language applied to its arguments.
 * Filled in where a call is evaluated, read by the functions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_APPLIED_H
#define RIGIDC_MODEL_EXPRESSION_APPLIED_H

#include "model/value.h"

enum { BUILTIN_PARAMETERS = 6 };

struct Call {
	const struct Builtin *builtin;
	struct Dag *dag;
	struct Diags *diags;
	struct Span span;
	const struct Value *arg; /* one for each parameter; VALUE_ERROR: not given */
	size_t placed;           /* so many of them are given by place, the others by name */
};

struct Builtin {
	const char *name;
	const char *parameter[BUILTIN_PARAMETERS]; /* NULL behind the last */
	size_t required;
	struct Value (*apply)(const struct Call *call); /* NULL: its arguments are names of points */
	enum Op op;                                /* what it computes, if that is one operation */
	enum ValueKind gives;
	const char *summary;
};

#endif
