/* Derivatives of functions by operators, compared with each other, with differences of order 8 along integrate(q, t d), and between
 * executors. The functions are those of one model at one state.
 * Called by tests of operators. The caller sets `checked`, and frees its subject. */
#ifndef DERIVATIVE_CHECKS_H
#define DERIVATIVE_CHECKS_H

#include "subject.h"

enum { ARRAYS = 32, NUMBERS = 60000 };

/* Arrays of one call, by name. */
struct arrays {
	int count;
	char name[ARRAYS][80];
	size_t size[ARRAYS];
	double value[ARRAYS][NUMBERS];
};
double *arrays_find(struct arrays *arrays, const char *name);
double *arrays_put(struct arrays *arrays, const char *name, size_t size);
void arrays_copy(struct arrays *to, const struct arrays *from);

extern struct checked {
	struct subject s;
	rigidc_model *model;
	rigidc_model *plain;   /* has the functions that are differentiated; NULL: `model` has them too */
	struct arrays in, out; /* of the last call */
} checked;

struct differentiated {
	const char *name; /* or a fused function, NAME=rnea+energy+fk:"the probe" */
	bool inverts;     /* does it divide by pivots of M? */
	double condition; /* factor by which rounding errors may be larger, beside that of M; 0: 1 */
};

/* An input of the state; NULL: the state has none of this name. */
const double *checked_state(const char *name);
/* Numbers that depend on the name alone: the same direction for every function. */
void checked_draw(const char *name, double *x, size_t size);
/* Calls a function by an executor. Inputs in checked.in keep their values, others are those of the state, or depend on their names
 * alone. */
void checked_call(const char *name, rigidc_tier tier);
/* The same without inputs given, by the evaluator. */
void checked_ask(const char *name);
/* Frees the models with their functions. */
void checked_forget(void);

/* Request of an operator on a function, also on each part of a fused one. Valid until the second next call. */
const char *checked_request(const char *operator, const struct differentiated * function);
/* Is M definite where the function divides by its pivots? */
bool checked_may_ask(const struct differentiated *function);
/* Factor by which rounding errors may be larger. */
double checked_condition(const struct differentiated *function);
/* Sum of x . y over the arrays of `one` named NAME ending, and those of `other` named NAME with; adds the sizes of the terms. */
double checked_sum(struct arrays *one, struct arrays *other, const char *ending, const char *with, double *size);

/* jvp and vjp: gradient . directions = weights . change. */
void check_modes(const struct differentiated *function);
/* jvp and derivatives */
void check_matrices(const struct differentiated *function);
/* jvp and differences, with steps of h */
void check_changes(const struct differentiated *function, double h);
/* hvp and second differences: d . hvp = d^2/dt^2 of weights . f(integrate(q, t d), ...) */
void check_bends(const struct differentiated *function, double h);
/* hvp and hessian */
void check_hessian(const struct differentiated *function);
/* jvp, vjp and hvp by libtcc and by the evaluator */
void check_executors(const struct differentiated *function);

#endif
