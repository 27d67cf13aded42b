/* Parameters: values that the model names and the program sets at run time. They are numbers, vectors and symmetric
 * matrices, each with a default value. Inputs are declared likewise, and given in every call. Declared by the evaluation
 * of expressions and by model/body/input.c; read by the printers and the library. Memory is the arena's. */
#ifndef RIGIDC_PARAMETER_H
#define RIGIDC_PARAMETER_H

#include "grammar/ast.h"
#include "value.h"

struct Parameter {
	struct Ident name;
	const char *plain;   /* base of its C name; NULL: `name` */
	const char *doc;     /* NULL, or lines */
	enum ValueKind kind; /* VALUE_SCALAR, VALUE_VECTOR or VALUE_MATRIX */
	struct Dim dim;
	const struct Expr *unit; /* as declared, or NULL */
	int first, count;        /* elements of INPUT_PARAMS, INPUT_U or INPUT_S; of a matrix xx xy yy xz yz zz */
	bool read;               /* an input: a force or a coupling reads it */
	bool moving;             /* an input: it has a rate and an acceleration */
	Ref *rate;               /* of a state, by number; else NULL */
};

/* What a list has: parameters, inputs, or states. */
enum GivenKind { GIVEN_PARAMETERS, GIVEN_INPUTS, GIVEN_STATES, GIVEN_KINDS };
extern const struct GivenText {
	const char *word;
	enum Input array; /* of which the numbers are elements */
} given_table[GIVEN_KINDS];

struct ParameterList {
	struct Parameter **item; /* in the order of their elements */
	size_t count, capacity;
	int numbers; /* elements of all parameters */
	enum GivenKind kind;
	double *value; /* default values of inputs and states, by element; those of parameters are the DAG's */
};

/* Adds a parameter of `count` numbers to `all`; its default values are 0 until set. */
void parameter_allot(struct Dag *dag, struct ParameterList *all, struct Parameter *parameter, int count);

/* Declares a parameter or an input with a default value. Returns its value: elements of their array. */
struct Value parameter_value(struct Dag *dag, struct Diags *diags, struct ParameterList *all,
                             struct Parameter *parameter, struct Value default_value);

/* Value of a parameter that -D replaces by a constant. */
struct Value parameter_constant(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter,
                                struct Value value);

/* Name of number k inside a parameter or input: "x", "xx", or "2" of a vector of other lengths; NULL: it is the only one. */
const char *parameter_element(struct Arena *arena, const struct Parameter *parameter, int k);

/* The parameter with this element; that of a name, NULL: there is none. */
const struct Parameter *parameter_at(const struct ParameterList *all, int element);
struct Parameter *parameter_named(const struct ParameterList *all, const char *name);

/* Converts another value of the parameter to its stored numbers. False after a diagnostic. */
bool parameter_numbers(struct Dag *dag, struct Diags *diags, const struct Parameter *parameter, struct Value value,
                       double *number);

#endif
