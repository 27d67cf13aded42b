/* Elementary functions in arithmetic of two doubles: arguments are reduced, then Taylor's series are summed until a term has no effect. */
#include "elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "double_double.h"

static const struct Wide half_pi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };
static const struct Wide ln_2 = { 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56 };
static const double ln_2_rest = 0x1.7b57a079a1934p-111; /* ln 2 less its two doubles */

/* x is so small that x + O(x^2) or x + O(x^3) rounds to x. */
static const double tiny = 0x1p-30;

/* sum of the terms first, first * step / (k (k + 1)) ...: k grows by two. With step = -x^2, first = x and k = 2 it is sin x. */
static struct Wide series_by_two(struct Wide first, struct Wide step, double k)
{
	struct Wide sum = first, term = first;
	for (; fabs(term.high) > 0x1p-112 * fabs(sum.high); k += 2) {
		term = wide_over(wide_mul(term, step), k * (k + 1));
		sum = wide_add(sum, term);
	}
	return sum;
}

/* --- sine and cosine --- */

/* 2/pi, 1312 bits, the first one first. */
static const uint32_t two_over_pi[] = {
	0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
	0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
	0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
	0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
	0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161,
};

/* 32 bits of 2/pi behind the first `skipped`; bits before the point are 0. */
static uint32_t bits_behind(int skipped)
{
	const int words = sizeof two_over_pi / sizeof *two_over_pi;
	int word = skipped >= 0 ? skipped / 32 : -((31 - skipped) / 32), shift = skipped - 32 * word;
	uint32_t one = word >= 0 && word < words ? two_over_pi[word] : 0,
		 next = word + 1 >= 0 && word + 1 < words ? two_over_pi[word + 1] : 0;
	return shift ? one << shift | next >> (32 - shift) : one;
}

enum { WORDS = 8 };

/* x = mantissa 2^power, 0 < x: 2/pi x modulo 4 as a binary fraction, the first word first, with two bits before the point (Payne &
 * Hanek 1983). Bits of 2/pi that give multiples of 4 are left out; what is left out behind the last is below 2^-200. */
static void turn_fraction(uint64_t mantissa, int power, uint32_t fraction[WORDS])
{
	uint32_t low = (uint32_t)mantissa, high = (uint32_t)(mantissa >> 32);
	uint64_t carry = 0, before = 0; /* before: the word behind, for the upper half of the mantissa */
	for (int i = WORDS - 1; i >= 0; i--) {
		uint64_t word = bits_behind(power - 2 + 32 * i);
		uint64_t a = word * low, b = before * high;
		uint64_t sum = (a & UINT32_MAX) + (b & UINT32_MAX) + (carry & UINT32_MAX);
		fraction[i] = (uint32_t)sum;
		carry = (a >> 32) + (b >> 32) + (carry >> 32) + (sum >> 32);
		before = word;
	}
}

/* An angle as a number of quarter turns, modulo 4, and a rest of at most an eighth of a turn. */
struct Turned {
	int quarters;
	struct Wide rest;
};

static struct Turned turned_of(double x)
{
	const double eighth = 0x1.921fb54442d18p-1;
	if (fabs(x) <= eighth)
		return (struct Turned){ 0, wide_of(x) };
	int power;
	uint32_t fraction[WORDS];
	uint64_t mantissa = (uint64_t)ldexp(frexp(fabs(x), &power), 53);
	turn_fraction(mantissa, power - 53, fraction);
	int quarters = (int)(fraction[0] >> 30);
	bool over = fraction[0] >> 29 & 1; /* the nearest quarter is the next one */
	struct Wide part = wide_of(0);
	for (int i = WORDS - 1; i >= 0; i--) {
		uint32_t word = over ? ~fraction[i] : fraction[i];
		part = wide_add(wide_of(ldexp(i ? word : word & 0x3fffffff, -30 - 32 * i)), part);
	}
	part = wide_mul(over ? wide_neg(part) : part, half_pi);
	quarters += over;
	return x < 0 ? (struct Turned){ -quarters & 3, wide_neg(part) } : (struct Turned){ quarters & 3, part };
}

/* sin of an angle plus a number of quarter turns; cos x = sin(x + pi/2). */
static struct Wide sine_of(struct Turned angle, int more)
{
	int quarters = (angle.quarters + more) & 3;
	struct Wide step = wide_neg(wide_mul(angle.rest, angle.rest));
	struct Wide value = quarters & 1 ? series_by_two(wide_of(1), step, 1) : series_by_two(angle.rest, step, 2);
	return quarters & 2 ? wide_neg(value) : value;
}

double elementary_sin(double x)
{
	return !isfinite(x) ? NAN : fabs(x) < tiny ? x : sine_of(turned_of(x), 0).high;
}

double elementary_cos(double x)
{
	return !isfinite(x) ? NAN : sine_of(turned_of(x), 1).high;
}

double elementary_tan(double x)
{
	if (!isfinite(x) || fabs(x) < tiny)
		return isfinite(x) ? x : NAN;
	struct Turned angle = turned_of(x);
	return wide_div(sine_of(angle, 0), sine_of(angle, 1)).high;
}

/* --- their inverses --- */

/* atan t = 2 atan(t / (1 + sqrt(1 + t^2))), five times, then t - t^3/3 + ...; 0 <= t. */
static struct Wide arc_tangent(struct Wide t)
{
	enum { HALVES = 5 };
	for (int i = 0; i < HALVES; i++) {
		struct Wide root = wide_sqrt(wide_add(wide_of(1), wide_mul(t, t)));
		t = wide_div(t, wide_add(wide_of(1), root));
	}
	struct Wide power = t, sum = t, step = wide_neg(wide_mul(t, t));
	for (double k = 3; fabs(power.high) > 0x1p-112 * sum.high; k += 2) {
		power = wide_mul(power, step);
		sum = wide_add(sum, wide_over(power, k));
	}
	return wide_scale(sum, HALVES);
}

/* The angle of the point (x, y), y >= 0 and not both zero, from 0 to pi. */
static struct Wide angle_of(struct Wide y, struct Wide x)
{
	struct Wide size = { fabs(x.high), x.high < 0 ? -x.low : x.low };
	bool steep = y.high > size.high;
	struct Wide angle = arc_tangent(steep ? wide_div(size, y) : wide_div(y, size));
	angle = steep ? wide_sub(half_pi, angle) : angle;
	return x.high < 0 ? wide_sub(wide_scale(half_pi, 1), angle) : angle;
}

/* Multiplies both numbers by a power of two: the larger is in [1/2, 1) then. Returns the power that undoes it. */
static int scale_both(double *a, double *b)
{
	int power;
	(void)frexp(fmax(fabs(*a), fabs(*b)), &power);
	*a = ldexp(*a, -power);
	*b = ldexp(*b, -power);
	return power;
}

/* atan2 of |y| and x if one is infinite, zero or far smaller than the other; NaN: neither. */
static double special_angle(double y, double x)
{
	const double far = 0x1p70; /* beyond, the angle is that of an axis, or y / x */
	if (isinf(x) && isinf(y))
		return x < 0 ? 3 * (M_PI / 4) : M_PI / 4;
	if (y == 0 || isinf(x) || fabs(x) / far > y)
		return signbit(x) ? M_PI : y / x > 0 ? y / x : 0;
	return x == 0 || isinf(y) || y / far > fabs(x) ? M_PI_2 : NAN;
}

double elementary_atan2(double y, double x)
{
	if (isnan(x) || isnan(y))
		return NAN;
	double size = fabs(y), angle = special_angle(size, x);
	if (isnan(angle)) {
		(void)scale_both(&size, &x);
		angle = angle_of(wide_of(size), wide_of(x)).high;
	}
	return copysign(angle, y);
}

double elementary_atan(double x)
{
	return elementary_atan2(x, 1);
}

/* sqrt(1 - x^2) */
static struct Wide other_side(double x)
{
	return wide_sqrt(wide_mul(wide_sum(1, -x), wide_sum(1, x)));
}

double elementary_asin(double x)
{
	if (!(fabs(x) <= 1) || fabs(x) < tiny)
		return fabs(x) <= 1 ? x : NAN;
	return copysign(angle_of(wide_of(fabs(x)), other_side(x)).high, x);
}

double elementary_acos(double x)
{
	return fabs(x) <= 1 ? angle_of(other_side(x), wide_of(x)).high : NAN;
}

/* --- exponential and logarithm --- */

/* e^x = value 2^power, for |x| < 2000 */
struct Scaled {
	struct Wide value;
	int power;
};

static struct Scaled exponential(double x)
{
	double power = nearbyint(x / ln_2.high);
	struct Wide rest = wide_sub(wide_of(x), wide_product(power, ln_2.high));
	rest = wide_sub(wide_sub(rest, wide_product(power, ln_2.low)), wide_of(power * ln_2_rest));
	struct Wide sum = wide_of(1), term = sum;
	for (double k = 1; fabs(term.high) > 0x1p-112; k++) {
		term = wide_over(wide_mul(term, rest), k);
		sum = wide_add(sum, term);
	}
	return (struct Scaled){ sum, (int)power };
}

/* value 2^power, rounded once. Below the normal numbers `high` is cut to a multiple of 2^-1074. What is cut decides, unless it is
 * half of that: then `low` does. */
static double rounded_once(struct Wide value, int power)
{
	double nearest = ldexp(value.high, power), cut = value.high - ldexp(nearest, -power);
	if (fabs(cut) == ldexp(1, -1075 - power) && cut * value.low > 0)
		return nextafter(nearest, copysign(HUGE_VAL, cut));
	return nearest;
}

double elementary_exp(double x)
{
	if (isnan(x) || fabs(x) > 1000)
		return x > 0 ? HUGE_VAL : x < 0 ? 0 : x;
	struct Scaled e = exponential(x);
	return rounded_once(e.value, e.power);
}

/* ln m + k ln 2, x = m 2^k, ln m = 2 atanh z = 2 (z + z^3/3 + ...), z = (m - 1)/(m + 1) */
double elementary_log(double x)
{
	if (!(x > 0) || isinf(x))
		return x == 0 ? -HUGE_VAL : x > 0 ? x : NAN;
	int k;
	double m = frexp(x, &k);
	if (m < M_SQRT1_2) {
		m *= 2;
		k--;
	}
	struct Wide z = wide_div(wide_sum(m, -1), wide_sum(m, 1)), step = wide_mul(z, z), power = z, sum = z;
	for (double n = 3; fabs(power.high) > 0x1p-112 * fabs(sum.high); n += 2) {
		power = wide_mul(power, step);
		sum = wide_add(sum, wide_over(power, n));
	}
	struct Wide twos = wide_add(wide_product(k, ln_2.high), wide_product(k, ln_2.low));
	return wide_add(twos, wide_scale(sum, 1)).high;
}

/* (e^2x - 1)/(e^2x + 1); of small x sinh x / cosh x */
double elementary_tanh(double x)
{
	const double small = 0.35, large = 20;
	double size = fabs(x);
	if (isnan(x) || size < tiny || size > large)
		return size > large ? copysign(1, x) : x;
	if (size < small) {
		struct Wide step = wide_product(x, x);
		return wide_div(series_by_two(wide_of(x), step, 2), series_by_two(wide_of(1), step, 1)).high;
	}
	struct Scaled e = exponential(2 * size);
	struct Wide whole = wide_scale(e.value, e.power);
	return copysign(wide_div(wide_sub(whole, wide_of(1)), wide_add(whole, wide_of(1))).high, x);
}

/* --- roots and powers --- */

/* True if neither x^2 nor its rounding error overflows or underflows, so that no power of two is needed. */
static bool squared_exactly(double x)
{
	return fabs(x) > 0x1p-200 && fabs(x) < 0x1p200;
}

double elementary_hypot(double a, double b)
{
	int power = 0;
	if (isinf(a) || isinf(b))
		return HUGE_VAL;
	if (isnan(a) || isnan(b) || a == 0 || b == 0)
		return fabs(a) + fabs(b);
	if (!squared_exactly(a) || !squared_exactly(b))
		power = scale_both(&a, &b);
	struct Wide root = wide_sqrt(wide_add(wide_product(a, a), wide_product(b, b)));
	return power ? rounded_once(root, power) : root.high;
}

double elementary_power_of_ten(int power)
{
	double product = 1;
	for (int i = 0; i < abs(power); i++)
		product *= 10;
	return power < 0 ? 1 / product : product;
}
