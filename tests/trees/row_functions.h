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

/* Has the function a value for the phase at the subject's state? */
bool row_function_has_answer(const struct subject *s, const struct random_phase *phase, const struct row_function *row);
void row_function_expect(struct subject *s, const struct random_phase *phase, const struct row_function *row,
                         struct row_expected *e);
/* Compares the outputs from `first` on with the expected ones; returns their number. */
int row_function_judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int first,
                       const struct row_expected *e);

#endif
