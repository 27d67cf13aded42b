/* Expressions of the model's language over numbers that have names: the columns of a file, the state of a simulation.
 * Called by eval and sim. Memory is the arena's. */
#ifndef RIGIDC_FORMULA_H
#define RIGIDC_FORMULA_H

#include "columns.h"

struct Formulas {
	struct Arena *arena;
	struct Diags *diags;
	struct Columns name;    /* of the numbers */
	const struct Dim *dim;  /* of each; NULL: they are plain, so that units can be put to them */
	bool *used;             /* is it in some expression? */
	struct Dag *dag;        /* the numbers are INPUT_Q by place */
	double *node;           /* of the last formulas_compute, by node of the DAG */
	size_t nodes;
};

/* "NAME = EXPR" */
struct Formula {
	struct Ident name;
	struct Value value;
};

void formulas_init(struct Formulas *formulas, struct Arena *arena, struct Diags *diags, struct Columns name,
                   const struct Dim *dim);
/* The place of a name; -1: there is none. */
int formulas_find(const struct Formulas *formulas, const char *name);
/* The number at a place. */
Ref formulas_number(struct Formulas *formulas, int place);
/* An argument of an option. False after a message. */
bool formula_read(struct Formulas *formulas, const char *option, const char *text, struct Formula *formula);
/* The same without a name: an expression alone. */
bool formula_value(struct Formulas *formulas, const char *option, const char *text, struct Value *value);
/* Marks the numbers that a value is made of. */
void formulas_mark(const struct Formulas *formulas, Ref value, bool *mark);
/* With these numbers ... */
void formulas_compute(struct Formulas *formulas, const double *number);
/* ... a value is this. */
double formulas_result(const struct Formulas *formulas, Ref value);

#endif
