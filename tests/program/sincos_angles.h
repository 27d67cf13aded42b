/* Angles for the tests of sine and cosine, and the comparison of their results.
 * Called by sincos_test.c and tests/c/sincos_text_test.c. Owns nothing. */
#ifndef SINCOS_ANGLES_H
#define SINCOS_ANGLES_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "trees/random_bits.h"

/* Identical bits, or both NaN. */
static inline bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Mostly angles as robots have them; then all magnitudes; then any bits. */
static inline double draw_angle(uint64_t *random, int i)
{
	uint64_t bits = random_bits(random);
	double x;
	if (i % 8 == 0)
		memcpy(&x, &bits, sizeof x);
	else if (i % 8 < 3)
		x = ldexp(random_between(random, -1, 1), random_below(random, 60) - 30);
	else
		x = random_between(random, -10, 10);
	return x;
}

#endif
