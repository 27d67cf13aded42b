/* Arithmetic on unevaluated sums of two doubles, with about 104 bits. Operations are those of IEEE 754 alone, so that results are
 * the same on every machine (Dekker 1971; Hida, Li & Bailey 2001).
 * Called by elementary.c. No memory. */
#ifndef RIGIDC_DOUBLE_DOUBLE_H
#define RIGIDC_DOUBLE_DOUBLE_H

#include <math.h>

/* high + low, |low| at most half a unit in the last place of high. */
struct Wide {
	double high, low;
};

/* a + b without error. */
static inline struct Wide wide_sum(double a, double b)
{
	double sum = a + b, part = sum - a;
	return (struct Wide){ sum, (a - (sum - part)) + (b - part) };
}

/* a + b without error, for |a| >= |b|. */
static inline struct Wide wide_quick_sum(double a, double b)
{
	double sum = a + b;
	return (struct Wide){ sum, b - (sum - a) };
}

/* The upper 26 bits of a, and the rest. */
static inline struct Wide wide_halves(double a)
{
	double scaled = 134217729.0 * a, high = scaled - (scaled - a);
	return (struct Wide){ high, a - high };
}

/* a b without error, for numbers whose products neither overflow nor underflow. */
static inline struct Wide wide_product(double a, double b)
{
	struct Wide x = wide_halves(a), y = wide_halves(b);
	double product = a * b;
	double rest = x.low * y.low - (((product - x.high * y.high) - x.low * y.high) - x.high * y.low);
	return (struct Wide){ product, rest };
}

static inline struct Wide wide_of(double a)
{
	return (struct Wide){ a, 0 };
}

static inline struct Wide wide_neg(struct Wide a)
{
	return (struct Wide){ -a.high, -a.low };
}

static inline struct Wide wide_add(struct Wide a, struct Wide b)
{
	struct Wide high = wide_sum(a.high, b.high), low = wide_sum(a.low, b.low);
	high = wide_quick_sum(high.high, high.low + low.high);
	return wide_quick_sum(high.high, high.low + low.low);
}

static inline struct Wide wide_sub(struct Wide a, struct Wide b)
{
	return wide_add(a, wide_neg(b));
}

static inline struct Wide wide_mul(struct Wide a, struct Wide b)
{
	struct Wide product = wide_product(a.high, b.high);
	return wide_quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/* The quotient by two steps of long division, and the rest of the second one. */
static inline struct Wide wide_div(struct Wide a, struct Wide b)
{
	double first = a.high / b.high;
	struct Wide rest = wide_sub(a, wide_mul(wide_of(first), b));
	double second = rest.high / b.high;
	rest = wide_sub(rest, wide_mul(wide_of(second), b));
	struct Wide sum = wide_quick_sum(first, second);
	return wide_add(sum, wide_of(rest.high / b.high));
}

static inline struct Wide wide_over(struct Wide a, double b)
{
	double first = a.high / b;
	struct Wide part = wide_product(first, b);
	return wide_quick_sum(first, ((a.high - part.high) - part.low + a.low) / b);
}

/* One step of Newton's method from the root in double. */
static inline struct Wide wide_sqrt(struct Wide a)
{
	if (!(a.high > 0))
		return wide_of(0);
	double root = sqrt(a.high);
	struct Wide rest = wide_sub(a, wide_product(root, root));
	return wide_quick_sum(root, rest.high / (2 * root));
}

/* a times a power of two. */
static inline struct Wide wide_scale(struct Wide a, int power)
{
	return (struct Wide){ ldexp(a.high, power), ldexp(a.low, power) };
}

#endif
