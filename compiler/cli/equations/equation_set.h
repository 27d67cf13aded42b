/* What `rigidc equations` prints: outputs of functions, or the terms of the equations of motion, as polynomials.
 * Called by the command. Memory is the model's call. */
#ifndef RIGIDC_EQUATION_SET_H
#define RIGIDC_EQUATION_SET_H

#include "algebra/canonical.h"
#include "runtime/library.h"

/* Work and length up to which each entry is one expression. Above, values get names, as in C. With symbols for all numbers
 * a planar chain of four bars prints 525 terms, and an arm of three joints in space with full inertias 501. */
enum { EQUATION_TERMS_MADE = 100000, EQUATION_TERMS = 600 };

/* Sides of the terms of the equations of motion. */
enum EquationSigns {
	SIGNS_LEFT, /* M qdd + C qd + G = Q + E */
	SIGNS_RIGHT /* M qdd = C + G + Q + E */
};

/* A matrix; a vector has one column. */
struct EquationOutput {
	const char *name, *meaning;
	const char *function; /* as it was asked for; NULL: a term of the equations of motion */
	int rows, columns;
	struct Polynomial *entry; /* by rows */
};

struct EquationOutputs ARENA_LIST(struct EquationOutput);
struct EquationFunctions ARENA_LIST(const struct Generated *);

struct EquationSet {
	struct Arena *arena;
	const struct Job *job;
	struct Algebra *algebra;
	struct NamedValues named;
	struct EquationOutputs output;
	struct EquationFunctions function; /* whose inputs are symbols */
	bool motion;                       /* terms of the equations of motion */
	enum EquationSigns signs;
	bool large;  /* values have names */
	size_t most; /* terms, unless it is large */
};

/* During a call: the functions (NULL: the equations of motion). After errors the set is incomplete. */
struct EquationSet equation_set(rigidc_model *model, const char *functions, enum EquationSigns signs);
/* During a call: the equations of motion, if they have at most so many terms. False: they have more, or cannot be made; nothing is
 * reported. */
bool equation_set_short(rigidc_model *model, size_t most, struct EquationSet *set);

#endif
