/* Test vectors of a self-test: inputs made from whole numbers, and hashes of the evaluator's results.
 * Called by self_test.c, whose generated code makes the same vectors. Memory is the arena's. */
#ifndef RIGIDC_C_TEST_VECTORS_H
#define RIGIDC_C_TEST_VECTORS_H

#include "pipeline/job.h"

/* Inputs are whole numbers of at most 24 bits, times two powers of two: exact in float and double, on every machine.
 * A test vector has a kind: */
enum {
	TEST_REST, /* zeros of both signs */
	TEST_ORDINARY,
	TEST_ORDINARY_LAST = TEST_ORDINARY + 3, /* below 4 */
	TEST_SUBNORMAL,                         /* below the least normal number, may be flushed to zero */
	TEST_LARGE,                             /* below 2^20, where angles are still reduced */
	TEST_WIDE,                              /* magnitudes from 2^-60 to 2^15, mixed */
	TEST_VECTORS
};

/* Two powers of two by kind, in double and in float. For TEST_WIDE the second is an element of test_spread. */
struct TestScale {
	double wide[2], narrow[2];
};
extern const struct TestScale test_scale[TEST_VECTORS];
extern const double test_spread[4];
/* Quaternions of length 1: four whole numbers, divided by the root of the sum of their squares, the fifth. */
extern const signed char test_quaternion[4][5];

#define TEST_SEED 2463534242u
#define TEST_STRIDE 747796405u
#define TEST_HASH 2166136261u
#define TEST_PRIME 16777619u

/* True if a body's coordinates end in a quaternion; and the index of the quaternion in q. */
bool test_has_quaternion(const struct Body *body);
int test_quaternion_at(const struct Body *body);

/* Hashes by vector: TEST_VECTORS of the first function, then of the second, ... Requires programs. */
uint32_t *test_hashes(const struct Job *job);

#endif
