/* How far the sine and cosine of --sincos=inline are from the true ones, by MPFR. Prints a table as TAP
 * comments and asserts the bounds that sincos.h states.
 * Without fma and with it.
 *
 *   RIGIDC_LEVEL=l   how many angles in each precision: 20,000, 200,000 (seconds), or 10,000,000 (a minute), which the bounds
 *                    were found with */
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/sincos.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"

/* Bounds stated in sincos.h. */
static const struct Stated {
	const char *name;
	bool fused;
	int digits;             /* of the mantissa, in bits */
	double range, farthest; /* full accuracy, any accuracy */
	double ulps;            /* in the range */
	double angle;           /* beyond: error in units of the last place of x */
} stated[] = {
	{ "double", false, DBL_MANT_DIG, SINCOS_RANGE, 0x1p50, 1, 1 },
	{ "float", false, FLT_MANT_DIG, (double)SINCOS_RANGE_FLOAT, 0x1p21, 1, 1 },
	{ "double, fma", true, DBL_MANT_DIG, SINCOS_RANGE, 0x1p50, 1, 1 },
	{ "float, fma", true, FLT_MANT_DIG, (double)SINCOS_RANGE_FLOAT, 0x1p21, 1, 1 },
};

struct Worst {
	long points;
	double ulps[2], at[2]; /* sine, cosine: of the result */
	double relative[2];
	double angle; /* absolute error in units of the last place of x */
};

static long points_wanted;
static mpfr_t argument, truth[2], difference;

static double ulp(double value, int digits)
{
	int exponent;
	frexp(value, &exponent);
	return ldexp(1, exponent - digits);
}

static void measure(const struct Stated *type, double x, struct Worst *worst)
{
	double found[2];
	if (type->digits == FLT_MANT_DIG) {
		float s, c;
		x = (double)(float)x;
		sincos_kernel_float(type->fused, (float)x, &s, &c);
		found[0] = (double)s;
		found[1] = (double)c;
	} else {
		sincos_kernel(type->fused, x, &found[0], &found[1]);
	}
	mpfr_set_d(argument, x, MPFR_RNDN);
	mpfr_sin_cos(truth[0], truth[1], argument, MPFR_RNDN);
	for (int i = 0; i < 2; i++) {
		mpfr_sub_d(difference, truth[i], found[i], MPFR_RNDN);
		double error = fabs(mpfr_get_d(difference, MPFR_RNDN)), value = mpfr_get_d(truth[i], MPFR_RNDN);
		double ulps = error / ulp(value, type->digits);
		if (!(ulps <= worst->ulps[i])) { /* NaN too */
			worst->ulps[i] = ulps;
			worst->at[i] = x;
		}
		if (value != 0)
			worst->relative[i] = fmax(worst->relative[i], error / fabs(value));
		worst->angle = fmax(worst->angle, error / ulp(x, type->digits));
	}
	worst->points++;
}

/* --- regions --- */

static uint64_t seed;

static double sign(void)
{
	return random_chance(&seed, 50) ? 1 : -1;
}

static void grid(const struct Stated *type, double end, long points, struct Worst *worst)
{
	double offset = random_between(&seed, 0, 1);
	for (long i = 0; i < points; i++)
		measure(type, -end + 2 * end * ((double)i + offset) / (double)points, worst);
}

static void small_grid(const struct Stated *type, long points, struct Worst *worst)
{
	grid(type, 0.7854, points, worst);
}

static void turn_grid(const struct Stated *type, long points, struct Worst *worst)
{
	grid(type, 6.2832, points, worst);
}

static void range_grid(const struct Stated *type, long points, struct Worst *worst)
{
	grid(type, type->range, points, worst);
}

static void by_exponent(const struct Stated *type, double low, double high, long points, struct Worst *worst)
{
	for (long i = 0; i < points; i++)
		measure(type, sign() * exp(random_between(&seed, log(low), log(high))), worst);
}

static void range_by_exponent(const struct Stated *type, long points, struct Worst *worst)
{
	by_exponent(type, 1e-30, type->range, points, worst);
}

static void beyond(const struct Stated *type, long points, struct Worst *worst)
{
	by_exponent(type, type->range, type->farthest, points, worst);
}

/* Numbers around multiples of pi/2, where the reduction loses most: all of them if there are
 * enough points, else a part, small ones first. */
static void near_multiples(const struct Stated *type, long points, struct Worst *worst)
{
	enum { AROUND = 3 };
	long last = (long)(type->range / M_PI_2), count = points / AROUND, all = count / 2;
	for (long i = 1; i <= count; i++) {
		long k = i <= all || last <= count ? i : 1 + (long)(random_bits(&seed) % (uint64_t)last);
		if (k > last)
			break;
		for (int step = -1; step <= 1; step++) {
			double x = (double)((long double)k * 1.57079632679489661923L);
			if (type->digits == FLT_MANT_DIG)
				x = step ? (double)nextafterf((float)x, (float)step * HUGE_VALF) : x;
			else
				x = step ? nextafter(x, step * HUGE_VAL) : x;
			measure(type, sign() * x, worst);
		}
	}
}

static const struct Region {
	const char *name;
	void (*draw)(const struct Stated *type, long points, struct Worst *worst);
	int share; /* of the points, in percent */
	bool beyond;
} regions[] = {
	{ "grid, one eighth of a turn", small_grid, 20, false },
	{ "grid, one turn each way", turn_grid, 30, false },
	{ "grid, the range", range_grid, 15, false },
	{ "by exponent, from 1e-30", range_by_exponent, 10, false },
	{ "next to k pi/2", near_multiples, 20, false },
	{ "by exponent, beyond the range", beyond, 5, true },
};
enum { REGIONS = sizeof regions / sizeof *regions };

LOOP_TEST(errors_are_as_stated, 4)
{
	const struct Stated *type = &stated[_i];
	printf("# %-11s %-30s %9s  %-17s %-17s %-9s %-9s %s\n", type->name, "", "points", "sin: ulp  at x",
	       "cos: ulp  at x", "sin: rel.", "cos: rel.", "in ulp of x");
	for (int i = 0; i < REGIONS; i++) {
		struct Worst worst = { 0 };
		regions[i].draw(type, points_wanted / 100 * regions[i].share, &worst);
		if (regions[i].beyond)
			printf("# %-11s %-30s %9ld  %-17s %-17s %-9s %-9s %.3f\n", type->name, regions[i].name,
			       worst.points, "", "", "", "", worst.angle);
		else
			printf("# %-11s %-30s %9ld  %.4f %-10.6g %.4f %-10.6g %-9.3g %-9.3g\n", type->name,
			       regions[i].name, worst.points, worst.ulps[0], worst.at[0], worst.ulps[1], worst.at[1],
			       worst.relative[0], worst.relative[1]);
		if (regions[i].beyond)
			ck_assert_msg(worst.angle <= type->angle, "%s: %g ulp of x", type->name, worst.angle);
		else
			for (int j = 0; j < 2; j++)
				ck_assert_msg(worst.ulps[j] <= type->ulps, "%s, %s: %g ulp at %a", type->name,
				              regions[i].name, worst.ulps[j], worst.at[j]);
	}
}

/* Every float of the range if there are enough points, else a part; double's sine and cosine are accurate
 * enough as a reference. */
LOOP_TEST(floats_one_by_one, 2)
{
	const struct Stated *type = &stated[1 + 2 * _i];
	double worst = 0;
	float at = 0, x = 0x1p-13f; /* below, the polynomials' second terms vanish */
	int skip = points_wanted < 10000000 ? 200 : 1;
	while (x <= SINCOS_RANGE_FLOAT) {
		float found[2];
		double true_value[2] = { sin((double)x), cos((double)x) };
		sincos_kernel_float(type->fused, x, &found[0], &found[1]);
		for (int j = 0; j < 2; j++) {
			double ulps = fabs((double)found[j] - true_value[j]) / ulp(true_value[j], FLT_MANT_DIG);
			if (!(ulps <= worst)) {
				worst = ulps;
				at = x;
			}
		}
		uint32_t bits;
		memcpy(&bits, &x, sizeof bits);
		bits += (uint32_t)(1 + (skip > 1 ? random_below(&seed, 2 * skip) : 0));
		memcpy(&x, &bits, sizeof x);
	}
	printf("# %s one by one: %.4f ulp at %.9g\n", type->name, worst, (double)at);
	ck_assert_msg(worst <= type->ulps, "%g ulp at %a", worst, (double)at);
}

int main(void)
{
	const char *chosen = getenv("RIGIDC_SEED");
	points_wanted = by_level(20000, 200000, 10000000);
	seed = chosen ? (uint64_t)atoll(chosen) : 1;
	mpfr_inits2(128, argument, truth[0], truth[1], difference, (mpfr_ptr)NULL);
	return suite_run("sincos errors", NULL, NULL);
}
