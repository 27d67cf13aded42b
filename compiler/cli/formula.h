/* Expressions in the model's language over named numbers: the columns of a file, the state of a simulation.
 * Called by eval and sim. Memory is the arena's. */
#ifndef RIGIDC_FORMULA_H
#define RIGIDC_FORMULA_H

#include "columns.h"
#include "model/expression/kink.h"

struct Formulas {
	struct Arena *arena;
	struct Diags *diags;
	struct Columns name;   /* names of the numbers */
	const struct Dim *dim; /* dimension of each number; NULL: the numbers are plain and can be given a unit */
	bool *used;            /* by number: some expression uses it */
	struct Dag *dag;       /* number i is input i of INPUT_Q */
	struct Kinks kinks;    /* of all expressions */
	double *node;          /* values of the last formulas_compute, by node of the DAG */
	size_t nodes;
};

/* A named expression: "NAME = EXPR". */
struct Formula {
	struct Ident name;
	struct Value value; /* VALUE_ERROR after a message */
};

/* Bytes [begin, end) of a source that reader_open has added. A NUL follows them. */
struct FormulaPart {
	uint32_t source;
	const char *text; /* from the beginning of the source */
	size_t begin, end;
	const char *before; /* of NAME in a message: "--map " */
};

void formulas_init(struct Formulas *formulas, struct Arena *arena, struct Diags *diags, struct Columns name,
                   const struct Dim *dim);
/* Index of the number with this name; -1: none. */
int formulas_find(const struct Formulas *formulas, const char *name);
/* The number with the index `place`, as a node of the DAG. */
Ref formulas_number(struct Formulas *formulas, int place);
/* Reads "NAME = EXPR", the argument of an option. Returns false after a message. */
bool formula_read(struct Formulas *formulas, const char *option, const char *text, struct Formula *formula);
/* Reads "NAME = EXPR", a part of a source. Returns false after a message. */
bool formula_read_part(struct Formulas *formulas, struct FormulaPart part, struct Formula *formula);
/* Reads an expression without a name. */
bool formula_value(struct Formulas *formulas, const char *option, const char *text, struct Value *value);
/* Marks the numbers on which a value depends. */
void formulas_mark(const struct Formulas *formulas, Ref value, bool *mark);
/* Computes all nodes from these numbers. */
void formulas_compute(struct Formulas *formulas, const double *number);
/* The value of a node after formulas_compute. */
double formulas_result(const struct Formulas *formulas, Ref value);

#endif
