/* Elementary functions for the constants of a model, the same to the last bit on every machine, whatever its C library. The result
 * is computed to about 100 bits and rounded once: it is the nearest double, unless the exact value is within 1e-14 units in the last place
 * of the middle between two.
 * Called wherever a number of the generated text is computed; code that runs models calls <math.h>. No memory. */
#ifndef RIGIDC_ELEMENTARY_H
#define RIGIDC_ELEMENTARY_H

#include <math.h>

double elementary_sin(double x);
double elementary_cos(double x);
double elementary_tan(double x);
double elementary_asin(double x);
double elementary_acos(double x);
double elementary_atan(double x);
double elementary_atan2(double y, double x);
double elementary_exp(double x);
double elementary_log(double x);
double elementary_tanh(double x);
/* sqrt(a^2 + b^2) without overflow and underflow on the way. */
double elementary_hypot(double a, double b);
/* 10^power, the nearest double for |power| <= 22. */
double elementary_power_of_ten(int power);

static inline double elementary_square(double x)
{
	return x * x;
}

/* Exact, or correctly rounded, in every C library. */
static inline double elementary_sqrt(double x)
{
	return sqrt(x);
}
static inline double elementary_fabs(double x)
{
	return fabs(x);
}
static inline double elementary_floor(double x)
{
	return floor(x);
}
static inline double elementary_fma(double a, double b, double c)
{
	return fma(a, b, c);
}

#endif
