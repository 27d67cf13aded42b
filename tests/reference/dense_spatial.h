/* Vectors and matrices of three and of six dimensions, for the reference only.
 * Linear part first, as in dense.h. Every array is the caller's. */
#ifndef DENSE_SPATIAL_H
#define DENSE_SPATIAL_H

#include "dense.h"

#include <math.h>
#include <string.h>

typedef dense_real real;

static inline real largest(const real *x, int n)
{
	real most = 0;
	for (int i = 0; i < n; i++)
		most = fmaxl(most, fabsl(x[i]));
	return most;
}

/* --- three dimensions --- */

static inline void cross_matrix(const real p[3], real C[3][3])
{
	real c[3][3] = { { 0, -p[2], p[1] }, { p[2], 0, -p[0] }, { -p[1], p[0], 0 } };
	memcpy(C, c, sizeof c);
}

static inline void mul3(real A[3][3], real B[3][3], real C[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = 0;
			for (int k = 0; k < 3; k++)
				C[i][j] += A[i][k] * B[k][j];
		}
}

/* R = 1 + sin(angle) u x + (1 - cos(angle)) u x u x, u of unit length */
static inline void rotation_about(const real u[3], real angle, real R[3][3])
{
	real U[3][3], UU[3][3], s = sinl(angle), c = cosl(angle);
	cross_matrix(u, U);
	mul3(U, U, UU);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R[i][j] = (i == j) + s * U[i][j] + (1 - c) * UU[i][j];
}

/* rotation matrix of a quaternion (qx, qy, qz, qw), not normalised here */
static inline void rotation_of_quaternion(const real q[4], real R[3][3])
{
	real x = q[0], y = q[1], z = q[2], w = q[3];
	real r[3][3] = {
		{ 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
		{ 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
		{ 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) },
	};
	memcpy(R, r, sizeof r);
}

/* --- six dimensions --- */

static inline void mul6(real A[6][6], real B[6][6], real C[6][6])
{
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 6; j++) {
			C[i][j] = 0;
			for (int k = 0; k < 6; k++)
				C[i][j] += A[i][k] * B[k][j];
		}
}

/* y += A x */
static inline void add_mul(real A[6][6], const real x[6], real y[6])
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			y[i] += A[i][k] * x[k];
}

/* y += A^T x */
static inline void add_mul_transposed(real A[6][6], const real x[6], real y[6])
{
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++)
			y[i] += A[k][i] * x[k];
}

/* The motion transform from A to B, for B placed in A: with E = R^T
 *     X = [ E  -E p x ]
 *         [ 0   E     ]
 * and X^T takes wrenches from B back to A. */
static inline void motion_transform(const struct dense_frame *B, real X[6][6])
{
	real E[3][3], P[3][3], EP[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			E[i][j] = B->R[j][i];
	cross_matrix(B->p, P);
	mul3(E, P, EP);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			X[i][j] = X[i + 3][j + 3] = E[i][j];
			X[i][j + 3] = -EP[i][j];
			X[i + 3][j] = 0;
		}
}

/* the inverse of motion_transform: p x = R (E p x) */
static inline void frame_of_transform(real X[6][6], struct dense_frame *B)
{
	real EP[3][3], P[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			B->R[j][i] = X[i][j];
			EP[i][j] = -X[i][j + 3];
		}
	mul3(B->R, EP, P);
	B->p[0] = P[2][1];
	B->p[1] = P[0][2];
	B->p[2] = P[1][0];
}

/* v x, the cross product with a motion; v x* is minus its transpose
 *     v x = [ w x  v x ]
 *           [ 0    w x ] */
static inline void motion_cross(const real v[6], real C[6][6])
{
	real V[3][3], W[3][3];
	cross_matrix(v, V);
	cross_matrix(v + 3, W);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = C[i + 3][j + 3] = W[i][j];
			C[i][j + 3] = V[i][j];
			C[i + 3][j] = 0;
		}
}

/* RBDA eq. 2.63, linear part first:
 *     I = [ m 1     m c x^T            ]
 *         [ m c x   Ic + m c x c x^T   ] */
static inline void spatial_inertia(const struct dense_body *b, real I[6][6])
{
	real C[3][3], Ct[3][3], CCt[3][3];
	cross_matrix(b->com, C);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			Ct[i][j] = C[j][i];
	mul3(C, Ct, CCt);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			I[i][j] = b->mass * (i == j);
			I[i][j + 3] = b->mass * Ct[i][j];
			I[i + 3][j] = b->mass * C[i][j];
			I[i + 3][j + 3] = b->inertia[i][j] + b->mass * CCt[i][j];
		}
}

#endif
