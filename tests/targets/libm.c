/* Functions of libm called directly by models of the examples. C libraries differ in the last digits; these
 * are identical everywhere, so that results of generated code can be compared. Accurate to about 1e-15. */
#include <math.h>
#include <stdint.h>

/* Square root, correctly rounded as by processors and IEEE 754: x = m 2^e, e even, m of 53 or 54 bits. The root of m
 * 2^54 has 54 bits, found one by one. The last bit decides the rounding. A tie is impossible, as its square would have
 * bits below 2^54. */
double sqrt(double x)
{
	union {
		double real;
		uint64_t bits;
	} u = { x };
	const uint64_t hidden = (uint64_t)1 << 52;
	int e = (int)(u.bits >> 52) - 1075;
	uint64_t m = (u.bits & (hidden - 1)) | hidden, root = 0, rest = 0;
	if (x == 0 || x != x || x > 0x1.fffffffffffffp+1023)
		return x;
	if (x < 0)
		return NAN;
	if (e == -1075) { /* subnormal */
		m -= hidden;
		e++;
	}
	for (; m < hidden || e & 1; e--)
		m <<= 1;
	for (int i = 0; i < 54; i++) {
		rest = rest << 2 | (m >> 52 & 3);
		m <<= 2;
		root <<= 1;
		if (rest > 2 * root) {
			rest -= 2 * root + 1;
			root++;
		}
	}
	root = (root + 1) >> 1;
	u.bits = ((uint64_t)((e - 52) / 2 + 1075) << 52) + (root - hidden);
	return u.real;
}

/* The largest whole number not above x, exact: adding 2^52 rounds to a whole number. From 2^52 on all numbers are
 * whole. */
double floor(double x)
{
	if (!(x > -0x1p52 && x < 0x1p52) || x == 0)
		return x;
	double whole = x > 0 ? (x + 0x1p52) - 0x1p52 : (x - 0x1p52) + 0x1p52;
	return whole > x ? whole - 1 : whole;
}

/* arc tangent in [0, pi/2]: by an eighth of the angle, for which the series is short */
static double arc(double t)
{
	double sum = 0;
	for (int i = 0; i < 3; i++)
		t = t / (1 + sqrt(1 + t * t));
	for (int k = 41; k > 0; k -= 2)
		sum = 1.0 / k - t * t * sum;
	return 8 * t * sum;
}

double atan2(double y, double x)
{
	const double pi = 3.141592653589793;
	double a = y < 0 ? -y : y, b = x < 0 ? -x : x;
	double angle = a == 0 && b == 0 ? 0 : a < b ? arc(a / b) : pi / 2 - arc(b / a);
	angle = x < 0 ? pi - angle : angle;
	return y < 0 ? -angle : angle;
}

double acos(double x)
{
	return atan2(sqrt((1 - x) * (1 + x)), x);
}

float floorf(float x)
{
	return (float)floor(x);
}

float sqrtf(float x)
{
	return (float)sqrt(x);
}

float atan2f(float y, float x)
{
	return (float)atan2(y, x);
}

float acosf(float x)
{
	return (float)acos(x);
}
