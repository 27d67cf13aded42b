/* Vectors and matrices in three dimensions, and linear equations, as the notebook's equations need them.
 * Included by the programs of examples/gait and examples/segments. Values are handed over whole; nothing is kept. */
#ifndef VECTORS_H
#define VECTORS_H

#include <math.h>

struct Vector {
	double x[3];
};

struct Matrix {
	double m[3][3];
};

static inline struct Vector vector(double x, double y, double z)
{
	return (struct Vector){ { x, y, z } };
}

/* a + s b */
static inline struct Vector plus(struct Vector a, double s, struct Vector b)
{
	return vector(a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]);
}

static inline struct Vector cross(struct Vector a, struct Vector b)
{
	return vector(a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
	              a.x[0] * b.x[1] - a.x[1] * b.x[0]);
}

/* S(v) of the notebook: S(v) w = v x w */
static inline struct Matrix skew(struct Vector v)
{
	return (struct Matrix){ { { 0, -v.x[2], v.x[1] }, { v.x[2], 0, -v.x[0] }, { -v.x[1], v.x[0], 0 } } };
}

/* v, of which S(v) is the part that changes its sign with the transposition. */
static inline struct Vector unskew(struct Matrix a)
{
	return vector((a.m[2][1] - a.m[1][2]) / 2, (a.m[0][2] - a.m[2][0]) / 2, (a.m[1][0] - a.m[0][1]) / 2);
}

static inline struct Matrix diagonal(double xx, double yy, double zz)
{
	return (struct Matrix){ { { xx, 0, 0 }, { 0, yy, 0 }, { 0, 0, zz } } };
}

static inline struct Vector times(struct Matrix a, struct Vector v)
{
	struct Vector out;
	for (int i = 0; i < 3; i++)
		out.x[i] = a.m[i][0] * v.x[0] + a.m[i][1] * v.x[1] + a.m[i][2] * v.x[2];
	return out;
}

static inline struct Matrix product(struct Matrix a, struct Matrix b)
{
	struct Matrix out;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			out.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
	return out;
}

/* s a + t b */
static inline struct Matrix sum(double s, struct Matrix a, double t, struct Matrix b)
{
	struct Matrix out;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			out.m[i][j] = s * a.m[i][j] + t * b.m[i][j];
	return out;
}

static inline struct Matrix transposed(struct Matrix a)
{
	struct Matrix out;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			out.m[i][j] = a.m[j][i];
	return out;
}

/* --- linear equations in blocks of three --- */

/* Puts s a at the block (row, column) of an n x n matrix. */
static inline void put_block(double *matrix, int n, int row, int column, double s, struct Matrix a)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			matrix[n * (3 * row + i) + 3 * column + j] = s * a.m[i][j];
}

/* Gauss's elimination, with the largest of a column as pivot: `right` becomes the solution, `matrix` is used up. */
static inline void solve(int n, double *matrix, double *right)
{
	for (int k = 0; k < n; k++) {
		int pivot = k;
		for (int i = k + 1; i < n; i++)
			if (fabs(matrix[n * i + k]) > fabs(matrix[n * pivot + k]))
				pivot = i;
		for (int j = k; j < n; j++) {
			double kept = matrix[n * k + j];
			matrix[n * k + j] = matrix[n * pivot + j];
			matrix[n * pivot + j] = kept;
		}
		double kept = right[k];
		right[k] = right[pivot];
		right[pivot] = kept;
		for (int i = k + 1; i < n; i++) {
			double factor = matrix[n * i + k] / matrix[n * k + k];
			for (int j = k; j < n; j++)
				matrix[n * i + j] -= factor * matrix[n * k + j];
			right[i] -= factor * right[k];
		}
	}
	for (int k = n - 1; k >= 0; k--) {
		for (int j = k + 1; j < n; j++)
			right[k] -= matrix[n * k + j] * right[j];
		right[k] /= matrix[n * k + k];
	}
}

#endif
