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

/* What a parameter takes. */
enum Takes {
	TAKES_ANY,
	TAKES_NUMBER,
	TAKES_ANGLE,
	TAKES_LENGTH,
	TAKES_MASS,
	TAKES_AXIS,
	TAKES_VECTOR,
	TAKES_MATRIX,
	TAKES_POINT
};
struct Taken {
	const char *unit; /* after a colon, as in a head of the language: "kg", "axis"; or NULL */
	const char *text; /* "a length [m]" */
};
extern const struct Taken takes_table[];

struct Builtin {
	const char *name;
	const char *parameter[BUILTIN_PARAMETERS]; /* NULL after the last */
	enum Takes takes[BUILTIN_PARAMETERS];      /* for help; `apply` checks its arguments itself */
	size_t required;
	struct Value (*apply)(const struct Call *call); /* NULL: its arguments are names of points */
	enum Op op;                                     /* its operation, if it is a single operation */
	enum ValueKind gives;
	const char *summary;
};

#endif
