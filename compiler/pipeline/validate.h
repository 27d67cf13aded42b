/* A check of the compiler by numbers, in debug builds (RIGIDC_VALIDATE): at random states the values of a
 * function are what the textbook's form of it gives, after every pass. A difference is a fault of ours.
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
	double *expected; /* by state, then by value; NULL: nothing is checked */
	double *size;     /* of the terms that each was summed from: rounding is in proportion */
	size_t count;
};

/* What is right: values of the tree's own DAG. */
struct Validation validate_begin(const struct Tree *tree, const Ref *value, size_t count);
/* Requires the same values after `pass`. */
void validate_check(const struct Validation *validation, const struct Dag *dag, const Ref *value, const char *pass);

#endif
