/* The rows of sincos_rows.def as C functions. */
#include "sincos.h"

#include <math.h>
#include <stddef.h>

#define SUM(a, b, c) (fused ? fma(a, b, c) : (a) * (b) + (c))
static inline void kernel(bool fused, double x, double *sine, double *cosine)
{
#define CONSTANT(name, wide, narrow) const double name = wide;
#define DOUBLE_CONSTANT(name, wide) const double name = wide;
#define FLOAT_CONSTANT(name, narrow)
#define STEP(name, expression) const double name = expression;
#define DOUBLE_STEP(name, expression) const double name = expression;
#define FLOAT_STEP(name, expression)
#define PLUS(c, a, b) SUM(a, b, c)
#define MINUS(c, a, b) SUM(-(a), b, c)
#define IN(expression) (expression)
#include "sincos_rows.def"
	*sine = s;
	*cosine = c;
}

#define SUM(a, b, c) (fused ? fmaf(a, b, c) : (a) * (b) + (c))
static inline void kernel_float(bool fused, float x, float *sine, float *cosine)
{
#define CONSTANT(name, wide, narrow) const float name = narrow;
#define DOUBLE_CONSTANT(name, wide)
#define FLOAT_CONSTANT(name, narrow) const float name = narrow;
#define STEP(name, expression) const float name = expression;
#define DOUBLE_STEP(name, expression)
#define FLOAT_STEP(name, expression) const float name = expression;
#define PLUS(c, a, b) SUM(a, b, c)
#define MINUS(c, a, b) SUM(-(a), b, c)
#define IN(expression) (expression)
#include "sincos_rows.def"
	*sine = s;
	*cosine = c;
}

void sincos_kernel(bool fused, double x, double *sine, double *cosine)
{
	if (fused)
		kernel(true, x, sine, cosine);
	else
		kernel(false, x, sine, cosine);
}

void sincos_kernel_float(bool fused, float x, float *sine, float *cosine)
{
	if (fused)
		kernel_float(true, x, sine, cosine);
	else
		kernel_float(false, x, sine, cosine);
}

/* --- functions as in generated text --- */

/* Loops with a fixed count of angles, which compilers vectorize. */
#define FUNCTIONS(real, suffix, name, fused) \
	static void name##1(real x, real * sine, real * cosine) \
	{ \
		kernel##suffix(fused, x, sine, cosine); \
	} \
	static void name##2(real x0, real x1, real *restrict sine, real *restrict cosine) \
	{ \
		const real x[2] = { x0, x1 }; \
		for (int i = 0; i < 2; i++) \
			kernel##suffix(fused, x[i], &sine[i], &cosine[i]); \
	} \
	static void name##4(real x0, real x1, real x2, real x3, real *restrict sine, real *restrict cosine) \
	{ \
		const real x[4] = { x0, x1, x2, x3 }; \
		for (int i = 0; i < 4; i++) \
			kernel##suffix(fused, x[i], &sine[i], &cosine[i]); \
	} \
	static void name##8(real x0, real x1, real x2, real x3, real x4, real x5, real x6, real x7, \
	                    real *restrict sine, real *restrict cosine) \
	{ \
		const real x[8] = { x0, x1, x2, x3, x4, x5, x6, x7 }; \
		for (int i = 0; i < 8; i++) \
			kernel##suffix(fused, x[i], &sine[i], &cosine[i]); \
	}
FUNCTIONS(double, , own_sincos, false)
FUNCTIONS(double, , own_fma_sincos, true)
FUNCTIONS(float, _float, ownf_sincos, false)
FUNCTIONS(float, _float, ownf_fma_sincos, true)

#define NAMED(name) { #name, (void (*)(void))name },
#define ALL_SIZES(name) NAMED(name##1) NAMED(name##2) NAMED(name##4) NAMED(name##8)
const struct SincosFunction sincos_functions[] = { ALL_SIZES(own_sincos) ALL_SIZES(own_fma_sincos) ALL_SIZES(
	ownf_sincos) ALL_SIZES(ownf_fma_sincos){ NULL, NULL } };
