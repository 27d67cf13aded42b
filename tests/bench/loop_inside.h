/* Internals of the loop: 6-vectors and 6 x 6 matrices, linear part first, and functions shared by its files.
 * Called by loop.c and loop_derivatives.c only. */
#ifndef BENCH_LOOP_INSIDE_H
#define BENCH_LOOP_INSIDE_H

#include "loop.h"

/* loop.c; factor and solve are for M = L^T D L, in place */
void newton_euler(struct loop_model *model, const double *q, const double *qd, const double *qdd, double *tau);
void inertia_and_bias(struct loop_model *model, const double *q, const double *qd, double *M, double *h);
void factor(const struct loop_model *model, double *H);
void solve(const struct loop_model *model, const double *H, double *x);

static inline void cross(const double a[3], const double b[3], double c[3])
{
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y += A x */
static inline void add_mul(double A[6][6], const double x[6], double y[6])
{
	for (int i = 0; i < 6; i++) {
		double sum = y[i];
		for (int k = 0; k < 6; k++)
			sum += A[i][k] * x[k];
		y[i] = sum;
	}
}

/* y += A^T x */
static inline void add_mul_transposed(double A[6][6], const double x[6], double y[6])
{
	for (int k = 0; k < 6; k++)
		for (int i = 0; i < 6; i++)
			y[i] += A[k][i] * x[k];
}

/* y += v x m, for motions */
static inline void add_cross_motion(const double v[6], const double m[6], double y[6])
{
	double a[3], b[3], c[3];
	cross(v + 3, m, a);
	cross(v, m + 3, b);
	cross(v + 3, m + 3, c);
	for (int i = 0; i < 3; i++) {
		y[i] += a[i] + b[i];
		y[i + 3] += c[i];
	}
}

/* y += v x* f, for wrenches */
static inline void add_cross_force(const double v[6], const double f[6], double y[6])
{
	double a[3], b[3], c[3];
	cross(v + 3, f, a);
	cross(v, f, b);
	cross(v + 3, f + 3, c);
	for (int i = 0; i < 3; i++) {
		y[i] += a[i];
		y[i + 3] += b[i] + c[i];
	}
}

/* Index of the 1 in column k of S, which is a unit vector. */
static inline int row(const struct loop_body *b, int k)
{
	return b->joint == LOOP_REVOLUTE ? 3 + b->axis : b->joint == LOOP_PRISMATIC ? b->axis : k;
}

#endif
