/* Self-test of generated C: a header whose function calls all functions on inputs made from integers and compares
 * the bits of their results with the evaluator's.
 * Called by target.c. Memory is the job's. */
#ifndef RIGIDC_C_SELF_TEST_H
#define RIGIDC_C_SELF_TEST_H

#include "printer.h"

/* Reason for refusing a self-test. c_self_test_refused: an option whose results differ between machines, or --batch.
 * c_self_test_lacks: an operation or name of a job with programs. NULL: no such reason. */
const char *c_self_test_refused(const struct Request *request);
const char *c_self_test_lacks(const struct Job *job);
/* Prints the self-test; `include` is the name of the tested header. */
void c_put_self_test(struct Printer *p, const char *include);

#endif
