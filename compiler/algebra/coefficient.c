#include "coefficient.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
	a = llabs(a);
	b = llabs(b);
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static struct Coefficient rounded(double value, double size)
{
	return (struct Coefficient){ .value = value, .size = size };
}

struct Coefficient coefficient_exact(int64_t p, int64_t q)
{
	int64_t by = common_divisor(p, q);
	by = q < 0 ? -by : by;
	struct Coefficient a = { .p = p / by, .q = q / by };
	a.value = (double)a.p / (double)a.q;
	a.size = fabs(a.value);
	return a;
}

/* p/q if both are small enough. */
static struct Coefficient exact_or_rounded(int64_t p, int64_t q)
{
	struct Coefficient a = coefficient_exact(p, q);
	bool fits = llabs(a.p) < COEFFICIENT_MOST && a.q < COEFFICIENT_MOST;
	return fits ? a : rounded(a.value, a.size);
}

/* Is p/q the number, up to a few roundings of the arithmetic that made it? */
static bool is_fraction(double value, double p, double q)
{
	enum { ROUNDINGS = 4 };
	return fabs(value - p / q) <= ROUNDINGS * DBL_EPSILON / 2 * fabs(value);
}

/* Convergents of the continued fraction: the first that is the number has the least denominator. */
static bool find_fraction(double value, struct Coefficient *found)
{
	double x = fabs(value), p0 = 1, q0 = 0, p1 = floor(x), q1 = 1, rest = x - p1;
	while (p1 <= COEFFICIENT_NUMERATOR && q1 <= COEFFICIENT_DENOMINATOR) {
		if (is_fraction(x, p1, q1)) {
			*found = coefficient_exact(value < 0 ? -(int64_t)p1 : (int64_t)p1, (int64_t)q1);
			return true;
		}
		if (rest < DBL_EPSILON)
			return false;
		double whole = floor(1 / rest), p = whole * p1 + p0, q = whole * q1 + q0;
		rest = 1 / rest - whole;
		p0 = p1, q0 = q1, p1 = p, q1 = q;
	}
	return false;
}

struct Coefficient coefficient_of(double value)
{
	struct Coefficient found;
	return find_fraction(value, &found) ? found : rounded(value, fabs(value));
}

bool coefficient_of_pi(double value, struct Coefficient *times)
{
	const double pi = acos(-1);
	return value != 0 && find_fraction(value / pi, times) && times->q <= COEFFICIENT_DENOMINATOR;
}

struct Coefficient coefficient_neg(struct Coefficient a)
{
	a.p = -a.p;
	a.value = -a.value;
	return a;
}

struct Coefficient coefficient_add(struct Coefficient a, struct Coefficient b)
{
	if (a.q && b.q)
		return exact_or_rounded(a.p * b.q + b.p * a.q, a.q * b.q);
	return rounded(a.value + b.value, a.size + b.size);
}

struct Coefficient coefficient_mul(struct Coefficient a, struct Coefficient b)
{
	if (a.q && b.q)
		return exact_or_rounded(a.p * b.p, a.q * b.q);
	return rounded(a.value * b.value, a.size * b.size);
}

struct Coefficient coefficient_inverse(struct Coefficient a)
{
	return a.q ? coefficient_exact(a.q, a.p) : rounded(1 / a.value, 1 / fabs(a.value));
}

bool coefficient_is_zero(struct Coefficient a)
{
	const double rounding = 1e-15; /* as rewrite/annealing.c */
	return a.q ? a.p == 0 : fabs(a.value) <= rounding * a.size;
}

bool coefficient_equal(struct Coefficient a, struct Coefficient b)
{
	const double rounding = 1e-15;
	return a.q && b.q ? a.p == b.p && a.q == b.q
	                  : fabs(a.value - b.value) <= rounding * fmax(fabs(a.value), fabs(b.value));
}
