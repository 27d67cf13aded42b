/* The vectors of a self-test: inputs made from whole numbers, and hashes of what functions make of them, by the evaluator.
 * Called by self_test.c, whose text makes the same vectors. Memory is the arena's. */
#ifndef RIGIDC_C_TEST_VECTORS_H
#define RIGIDC_C_TEST_VECTORS_H

#include "pipeline/job.h"

/* Every number of an input is a whole number that fits into 24 bits, times two powers of two, so that it is exact in float and
 * double, computed here or there. A vector of inputs is one of these kinds: */
enum {
	TEST_REST,                              /* zeros, of both signs */
	TEST_ORDINARY, TEST_ORDINARY_LAST = TEST_ORDINARY + 3, /* below 4 */
	TEST_SUBNORMAL,                         /* below the least normal number, which is what may be flushed to zero */
	TEST_LARGE,                             /* below 2^20, where angles are still turned back */
	TEST_WIDE,                              /* of magnitudes from 2^-60 to 2^15, beside each other */
	TEST_VECTORS
};

/* The two powers of two, in double and in float, by kind; of TEST_WIDE the second is one of test_spread instead. */
struct TestScale {
	double wide[2], narrow[2];
};
extern const struct TestScale test_scale[TEST_VECTORS];
extern const double test_spread[4];
/* Quaternions of length 1: four whole numbers whose squares add up to that of the fifth. */
extern const signed char test_quaternion[4][5];

#define TEST_SEED 2463534242u
#define TEST_STRIDE 747796405u
#define TEST_HASH 2166136261u
#define TEST_PRIME 16777619u

/* Does the place of a body end in a quaternion, and where does that stand in q? */
bool test_has_quaternion(const struct Body *body);
int test_quaternion_at(const struct Body *body);

/* By vector: those of the first function, of the second, ... Requires programs. */
uint32_t *test_hashes(const struct Job *job);

#endif
