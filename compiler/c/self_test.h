/* The self-test of generated C: a header whose function runs all functions on inputs made from integers and compares the bits
 * of what they return with those of the evaluator.
 * Called by target.c. Memory is the package's. */
#ifndef RIGIDC_C_SELF_TEST_H
#define RIGIDC_C_SELF_TEST_H

#include "printer.h"

/* Why there is none: a form, or an operation, whose bits are not equal everywhere. NULL: there is one. Requires programs. */
const char *c_self_test_refused(const struct Package *package);
/* The header, which includes the one of that name. */
void c_put_self_test(struct Printer *p, const char *include);

#endif
