/* The self-test of generated C: a header whose function runs all functions on inputs made from integers and compares the bits
 * of what they return with those of the evaluator.
 * Called by target.c. Memory is the package's. */
#ifndef RIGIDC_C_SELF_TEST_H
#define RIGIDC_C_SELF_TEST_H

#include "printer.h"

/* Why there is none: an option whose bits are not equal everywhere; an operation, or a name, of a package with programs. NULL:
 * there is nothing of that kind. */
const char *c_self_test_refused(const struct Request *request);
const char *c_self_test_lacks(const struct Job *job);
/* The header, which includes the one of that name. */
void c_put_self_test(struct Printer *p, const char *include);

#endif
