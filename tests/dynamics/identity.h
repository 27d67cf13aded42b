/* What tests of identities need: numbers to compare, functions of a text, mirror images.
 * Called by tests of identities. Arrays are the caller's. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "run.h"

static inline double dot(const double *x, const double *y, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

static inline void cross_product(const double a[3], const double b[3], double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static inline double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* max |x - y| <= tolerance * size */
static inline void same(const char *what, const char *whose, const double *x, const double *y, int n, double size,
                        double tolerance)
{
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabs(x[i] - y[i]) <= tolerance * size, "%s, %s: number %d is %.17g, not %.17g of %.3g",
		              what, whose, i, x[i], y[i], size);
}

/* Calls a function of a text. */
static inline void call(const char *text, const rigidc_options *options, const char *name, const double *const *in,
                        double *const *out)
{
	rigidc_model *read = run_read(name, text, strlen(text), options);
	rigidc_function *function = run_function(read, name, RIGIDC_EVALUATOR);
	rigidc_call(function, in, out);
	rigidc_function_free(function);
	rigidc_model_free(read);
}

/* Mirrors a vector, or the axis of a rotation, at y = 0. */
static inline void mirror(double *v, bool axial)
{
	for (int k = 0; k < 3; k++)
		v[k] *= (k == 1) != axial ? -1 : 1;
}

#endif
