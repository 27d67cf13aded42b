/* Methods by which linear dynamics x' = A x + B u become those of a step of time, x[k+1] = A x[k] + B u[k]. Called by
 * linearize. Memory is the arena's. */
#ifndef RIGIDC_NUMERICS_LINEAR_METHODS_H
#define RIGIDC_NUMERICS_LINEAR_METHODS_H

#include "linear_state.h"

struct LinearMethod {
	const char *name;
	/* makes A and B of a step dt, in place; NULL: they are those of step_derivatives:NAME */
	void (*take)(struct Arena *arena, struct LinearDynamics *dynamics, double dt);
};

/* The method with this name, the first one for NULL. NULL: there is none. */
const struct LinearMethod *linear_method_find(const char *name);
/* The name of a method, NULL behind the last. */
const char *linear_method_name(size_t number);

#endif
