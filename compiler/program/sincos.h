/* Sine and cosine without libm: the kernel for executors. c/print_sincos.h prints the same operations as C.
 * Called by the evaluator and libtcc's code under --sincos=inline. Static data.
 *
 * Method: Cody-Waite reduction by k pi/2 in three parts; minimax polynomials of degree 13 and 14 (float: 7 and 8);
 * the quadrant by multiplication with 0, 1 or -1. Operations are only + - *, each rounded once, without branches or
 * conversions to integers. So the same text computes all angles of a state at once.
 *
 * The kernel, gcc, clang and tcc give the same bits if contraction is off, sums are not reordered and the rounding
 * mode is to nearest. Under --fma the same operations use fma(a, b, c) for a*b + c. The bits then differ from those
 * without fma, are the same everywhere, and are no less accurate.
 *
 *                                  double              float
 *     full accuracy up to |x| =    400000              700
 *     largest error there          1 ulp               1 ulp
 *     beyond, up to |x| =          2^50                2^21
 *         the angle seems off by   1 ulp of x          1 ulp of x
 *
 * An ulp is a unit in the last place of the result, near its zeros too: relative errors are small in the whole first
 * range. In the second range the result belongs to an angle within 1 ulp of x, so zeros lose relative accuracy. In
 * both ranges sin is odd and cos even to the last bit, sin 0 = 0, sin -0 = -0 and cos 0 = 1. Farther out
 * neighbouring numbers are a radian apart and results would mean nothing: there the result is NaN, as for infinities
 * and NaN.
 *
 * Measured against MPFR by tests/program/sincos_error.c on 10,000,000 angles: grids, all exponents, and the
 * numbers next to all multiples of pi/2 in the range; in float also on every number of the range.
 * The largest errors found are 0.92 ulp in double and 0.98 ulp in float; with fma 0.85 and 0.9993 ulp. */
#ifndef RIGIDC_SINCOS_H
#define RIGIDC_SINCOS_H

#include <stdbool.h>

#define SINCOS_RANGE 400000.0
#define SINCOS_RANGE_FLOAT 700.0f
/* beyond these limits results are NaN */
#define SINCOS_LIMIT 0x1p50
#define SINCOS_LIMIT_FLOAT 0x1p21f

/* operations an angle */
enum { SINCOS_MUL = 27, SINCOS_ADD = 34, SINCOS_MUL_FLOAT = 21, SINCOS_ADD_FLOAT = 28 };

/* Kernel in double and float. `fused`: with fma, whose bits differ. */
void sincos_kernel(bool fused, double x, double *sine, double *cosine);
void sincos_kernel_float(bool fused, float x, float *sine, float *cosine);

/* Functions of the generated text, compiled here for code with a simple compiler: own_sincos4, with fma
 * own_fma_sincos4, in float ownf_... The last row has a NULL name. */
struct SincosFunction {
	const char *name;
	void (*function)(void);
};
extern const struct SincosFunction sincos_functions[];

#endif
