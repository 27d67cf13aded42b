/* Parameters: what the model names and the program gives at run time. Numbers, vectors and symmetric matrices, each with
 * a default.
 * Declared by the evaluation of expressions; read by the printers and the library. Memory is the arena's. */
#ifndef RIGIDC_PARAMETER_H
#define RIGIDC_PARAMETER_H

#include "grammar/ast.h"
#include "value.h"

struct Parameter {
	struct Ident name;
	const char *plain;     /* the name that C makes its own of; NULL: `name` */
	const char *doc;       /* NULL, or lines */
	enum ValueKind kind;   /* VALUE_SCALAR, VALUE_VECTOR or VALUE_MATRIX */
	struct Dim dim;
	const struct Expr *unit; /* as declared, or NULL */
	int first, count;      /* elements of INPUT_PARAMS; of a matrix xx xy yy xz yz zz */
};

struct ParameterList {
	struct Parameter **item; /* in the order of their elements */
	size_t count, capacity;
	int numbers;           /* elements of all */
};

/* Adds it to all, with `count` numbers whose defaults are 0 until they are set. */
void parameter_allot(struct Dag *dag, struct ParameterList *all, struct Parameter *parameter, int count);

/* Declares it with a default. Its value: elements of INPUT_PARAMS. */
struct Value parameter_value(struct Dag *dag, struct Diags *diags, struct ParameterList *all, struct Parameter *parameter,
                             struct Value default_value);

/* What it is where -D makes a constant of it. */
struct Value parameter_constant(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter, struct Value value);

/* The numbers of another value of it, as they are stored. False after a diagnostic. */
bool parameter_numbers(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter, struct Value value,
                       double *number);

#endif
