/* libgcc's sum of two doubles for 32-bit Arm (__adddf3 in config/arm/ieee754-df.S, as of gcc 12) rounds one case wrongly:
 *
 *	x - y,  x = 2^e m,  y = 2^(e-33) n,  1 <= n < 2,  x - y < 2^e
 *
 * It shifts y by 33 = 32 + 1 places and keeps of what is shifted out one bit and a mark that there is more. The
 * difference below 2^e moves up by a place, which takes that bit, and the bit that decides the rounding is gone.
 *
 * Here such a y is split, y = h + r, h the multiple of 2^(e-53) towards zero. x - h is exact below 2^e, and r is below
 * 2^(e-53), so that the second sum is another case and rounds once. Where x - y is not below 2^e, libgcc is right.
 * Links by -Wl,--wrap=__aeabi_dadd,--wrap=__aeabi_dsub. */
#include <stdint.h>

#define AEABI __attribute__((pcs("aapcs"))) /* arguments in r0 to r3, with an FPU too */

AEABI double __real___aeabi_dadd(double a, double b);
AEABI double __wrap___aeabi_dadd(double a, double b);
AEABI double __wrap___aeabi_dsub(double a, double b);

union number {
	double real;
	uint64_t bits;
};

static int exponent(union number u)
{
	return (int)(u.bits >> 52 & 2047);
}

AEABI double __wrap___aeabi_dadd(double a, double b)
{
	union number x = { a }, y = { b }, sum = { __real___aeabi_dadd(a, b) };
	if (exponent(x) < exponent(y)) {
		x.real = b;
		y.real = a;
	}
	if (exponent(x) == 2047 || exponent(y) == 0 || exponent(x) - exponent(y) != 33 || exponent(sum) >= exponent(x))
		return sum.real;
	/* y has the bits of 2^(e-33) to 2^(e-85), h those to 2^(e-53) */
	union number h = y;
	h.bits &= ~(uint64_t)0xffffffff;
	double r = __real___aeabi_dadd(y.real, -h.real);
	return __real___aeabi_dadd(__real___aeabi_dadd(x.real, h.real), r);
}

AEABI double __wrap___aeabi_dsub(double a, double b)
{
	return __wrap___aeabi_dadd(a, -b);
}
