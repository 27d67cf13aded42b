/* Functions of rows, with their values by the dense reference.
 * Called by the tests of contacts and of loops. Arrays are the caller's. */
#ifndef ROW_FUNCTIONS_H
#define ROW_FUNCTIONS_H

#include "subject.h"

enum { ROW_OUTPUTS = 2, ROW_FUNCTIONS = 8 };

struct row_expected {
	int size[ROW_OUTPUTS];
	dense_real value[ROW_OUTPUTS][RANDOM_PHASE_ROWS * RANDOM_NV], scale[ROW_OUTPUTS];
	dense_real condition; /* factor by which a sound computation may be worse */
};

struct row_function {
	const char *name;
	void (*expect)(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
	               struct row_expected *e);
	bool inverts, balances; /* needs a regular M, or a solution of id */
	bool reads_lambda;      /* whose size is that of the phase */
};
extern const struct row_function row_functions[ROW_FUNCTIONS];

/* A phase of the subject by its number: the loops alone, if it has some, then all phases, then all single contacts. NULL: after
 * the last. */
const struct random_phase *row_phase(const struct subject *s, int number);
/* Does a row of any phase hold by itself at q? With lengths as parameters it may not: two balls at one point hold a body by three rows,
 * two balls apart by one that depends on the others, which is refused. */
bool rows_any_hold(struct subject *s, const dense_real *q);
/* The name of a function of a phase. `brief`: without the phase, where the function is then of the loops. */
void row_function_name(const struct row_function *row, const struct random_phase *phase, bool brief, char name[64]);
/* Has the function a value for the phase at the subject's state? */
bool row_function_has_answer(const struct subject *s, const struct random_phase *phase, const struct row_function *row);
void row_function_expect(struct subject *s, const struct random_phase *phase, const struct row_function *row,
                         struct row_expected *e);
/* Compares the outputs from `first` on with the expected ones; returns their number. */
int row_function_judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int first,
                       const struct row_expected *e);

/* Compares all functions of a phase by the evaluator; returns how many have a value. */
int row_functions_try(struct subject *s, rigidc_model *model, const struct random_phase *phase, bool brief,
                      const char *how);
/* Compares all functions of a phase: libtcc has the bits of the evaluator. So have gcc and clang, which take turns, `first`
 * (0 or 1) first; -1: neither. */
void row_functions_same_bits(struct subject *s, rigidc_model *model, const struct random_phase *phase, int first);

#endif
