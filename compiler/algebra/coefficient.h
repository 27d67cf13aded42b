/* Coefficients of terms: exact fractions, or rounded numbers.
 * Called by the polynomials and by the printers of formulas. No memory.
 *
 * A number of a model is exact if it is the double nearest to p/q, for p up to COEFFICIENT_NUMERATOR and q up to
 * COEFFICIENT_DENOMINATOR. Sums and products of exact coefficients are exact while numerator and denominator are below
 * COEFFICIENT_MOST. All other coefficients are rounded doubles, with the size of what was added up: the rounding error of a
 * difference is no term. */
#ifndef RIGIDC_COEFFICIENT_H
#define RIGIDC_COEFFICIENT_H

#include <stdbool.h>
#include <stdint.h>

enum { COEFFICIENT_NUMERATOR = 1000000, COEFFICIENT_DENOMINATOR = 1000, COEFFICIENT_MOST = 1 << 30 };

struct Coefficient {
	int64_t p, q; /* exact: p/q in lowest terms, q > 0; rounded: q = 0 */
	double value;
	double size; /* rounded: sum of the absolute values of what was added up; exact: |value| */
};

struct Coefficient coefficient_exact(int64_t p, int64_t q);
/* The number itself, exact if it is a fraction as above. */
struct Coefficient coefficient_of(double value);
/* Exact *times so that value is *times pi; false: there is none. */
bool coefficient_of_pi(double value, struct Coefficient *times);
struct Coefficient coefficient_neg(struct Coefficient a);
struct Coefficient coefficient_add(struct Coefficient a, struct Coefficient b);
struct Coefficient coefficient_mul(struct Coefficient a, struct Coefficient b);
/* 1/a, for a other than 0 */
struct Coefficient coefficient_inverse(struct Coefficient a);
/* 0, or only the rounding error of a difference */
bool coefficient_is_zero(struct Coefficient a);
/* Equal up to rounding. */
bool coefficient_equal(struct Coefficient a, struct Coefficient b);

static inline bool coefficient_is_exact(struct Coefficient a)
{
	return a.q > 0;
}
static inline bool coefficient_is(struct Coefficient a, int64_t p)
{
	return a.q == 1 && a.p == p;
}

#endif
