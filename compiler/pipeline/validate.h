/* Translation validation in debug builds (RIGIDC_VALIDATE): at random states, after every pass, the values of a
 * function are compared with its textbook form. A difference is an internal fault.
 * Called by the pipeline. Memory is the arena's. */
#ifndef RIGIDC_PIPELINE_VALIDATE_H
#define RIGIDC_PIPELINE_VALIDATE_H

#include "dynamics/tree/tree.h"

#ifdef RIGIDC_VALIDATE
enum { VALIDATED = 1 };
#else
enum { VALIDATED = 0 };
#endif

struct Validation {
	const struct Tree *tree;
	double *expected; /* by state, then by value; NULL: no check */
	double *size;     /* size of the terms of each sum: rounding is in proportion */
	size_t count;
};

/* Begins with the expected values, in the tree's own DAG. */
struct Validation validate_begin(const struct Tree *tree, const Ref *value, size_t count);
/* Requires the expected values after `pass`. */
void validate_check(const struct Validation *validation, const struct Dag *dag, const Ref *value, const char *pass);

#endif
