/* Exact properties of the sine and cosine of --sincos=inline, without fma and with it. tests/c/sincos_text_test.c
 * compares the C text with the kernel; sincos_error.c measures errors. */
#include <math.h>
#include <string.h>

#include "program/sincos.h"
#include "program/sincos_angles.h"
#include "suite.h"
#include "trees/random_bits.h"

LOOP_TEST(exact_values, 2)
{
	const bool fused = _i;
	double s, c;
	float sf, cf;
	sincos_kernel(fused, 0.0, &s, &c);
	ck_assert(same(s, 0.0) && same(c, 1.0));
	sincos_kernel(fused, -0.0, &s, &c);
	ck_assert(same(s, -0.0) && same(c, 1.0));
	sincos_kernel_float(fused, 0.0f, &sf, &cf);
	ck_assert(same(sf, 0.0) && same(cf, 1.0));
	sincos_kernel_float(fused, -0.0f, &sf, &cf);
	ck_assert(same(sf, -0.0) && same(cf, 1.0));
	static const double small[] = { 5e-324, 1e-310, 2.3e-308, 1e-200, 1e-9 };
	for (int i = 0; i < 5; i++) {
		sincos_kernel(fused, small[i], &s, &c);
		ck_assert(same(s, small[i]) && same(c, 1.0));
	}
	static const double odd[] = { INFINITY, -INFINITY, NAN };
	for (int i = 0; i < 3; i++) {
		sincos_kernel(fused, odd[i], &s, &c);
		sincos_kernel_float(fused, (float)odd[i], &sf, &cf);
		ck_assert(isnan(s) && isnan(c) && isnan(sf) && isnan(cf));
	}
}

LOOP_TEST(odd_and_even_to_the_bit, 2)
{
	const bool fused = _i;
	uint64_t random = 3;
	for (int i = 0; i < 200000; i++) {
		double x = draw_angle(&random, i), s, c, minus_s, minus_c;
		float sf, cf, minus_sf, minus_cf;
		sincos_kernel(fused, x, &s, &c);
		sincos_kernel(fused, -x, &minus_s, &minus_c);
		ck_assert_msg(!(fabs(x) <= 0x1p50) || (same(minus_s, -s) && same(minus_c, c)), "%a", x);
		if (!(fabs(x) <= 0x1p21))
			continue;
		sincos_kernel_float(fused, (float)x, &sf, &cf);
		sincos_kernel_float(fused, -(float)x, &minus_sf, &minus_cf);
		ck_assert_msg(same(minus_sf, -sf) && same(minus_cf, cf), "%a", x);
	}
}

/* Angles beyond 2^50, or 2^21 in float, have no sine: NaN is better than a wrong number. */
LOOP_TEST(too_far_out, 2)
{
	const bool fused = _i;
	static const double far[] = { 1e16, 1e100, 1.7e308 };
	double s, c;
	float sf, cf;
	for (int sign = -1; sign <= 1; sign += 2) {
		sincos_kernel(fused, sign * SINCOS_LIMIT, &s, &c);
		ck_assert(fabs(s) <= 1 && fabs(c) <= 1);
		sincos_kernel(fused, nextafter(sign * SINCOS_LIMIT, (float)sign * INFINITY), &s, &c);
		ck_assert(isnan(s) && isnan(c));
		sincos_kernel_float(fused, (float)sign * SINCOS_LIMIT_FLOAT, &sf, &cf);
		ck_assert(fabsf(sf) <= 1 && fabsf(cf) <= 1);
		sincos_kernel_float(fused, nextafterf((float)sign * SINCOS_LIMIT_FLOAT, (float)sign * INFINITY), &sf,
		                    &cf);
		ck_assert(isnan(sf) && isnan(cf));
		for (int i = 0; i < 3; i++) {
			sincos_kernel(fused, sign * far[i], &s, &c);
			ck_assert(isnan(s) && isnan(c));
		}
	}
}

SUITE("sincos")
