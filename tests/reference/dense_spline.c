#include "dense_spline.h"

#include <math.h>

typedef long double real;

/* A k = b by elimination with row exchanges; k replaces b. */
static void solve(real A[][DENSE_SPLINE_MOST], real *b, int n)
{
	for (int column = 0; column < n; column++) {
		int best = column;
		for (int row = column + 1; row < n; row++)
			if (fabsl(A[row][column]) > fabsl(A[best][column]))
				best = row;
		for (int j = 0; j < n; j++) {
			real swap = A[column][j];
			A[column][j] = A[best][j];
			A[best][j] = swap;
		}
		real swap = b[column];
		b[column] = b[best];
		b[best] = swap;
		for (int row = 0; row < n; row++) {
			real factor = A[row][column] / A[column][column];
			for (int j = column; j < n && row != column; j++)
				A[row][j] -= factor * A[column][j];
			b[row] -= row != column ? factor * b[column] : 0;
		}
	}
	for (int i = 0; i < n; i++)
		b[i] /= A[i][i];
}

/* With y and y'' linear in between, a = (x2 - x) / h and b = (x - x1) / h:
 *   y  = a y1 + b y2 + ((a^3 - a) k1 + (b^3 - b) k2) h^2 / 6
 *   y' = (y2 - y1) / h - (3 a^2 - 1) h k1 / 6 + (3 b^2 - 1) h k2 / 6
 * and y' continuous at every inner point gives the k, which are zero at both ends. */
long double dense_spline(const double (*point)[2], int n, long double x)
{
	real A[DENSE_SPLINE_MOST][DENSE_SPLINE_MOST] = { { 0 } }, k[DENSE_SPLINE_MOST] = { 0 };
	A[0][0] = A[n - 1][n - 1] = 1;
	for (int i = 1; i < n - 1; i++) {
		real h1 = (real)point[i][0] - point[i - 1][0], h2 = (real)point[i + 1][0] - point[i][0];
		A[i][i - 1] = h1 / 6;
		A[i][i] = (h1 + h2) / 3;
		A[i][i + 1] = h2 / 6;
		k[i] = ((real)point[i + 1][1] - point[i][1]) / h2 - ((real)point[i][1] - point[i - 1][1]) / h1;
	}
	solve(A, k, n);
	int i = 0;
	while (i < n - 2 && x > point[i + 1][0])
		i++;
	real within = fminl(fmaxl(x, point[0][0]), point[n - 1][0]);
	real h = (real)point[i + 1][0] - point[i][0], a = (point[i + 1][0] - within) / h, b = 1 - a;
	real y = a * point[i][1] + b * point[i + 1][1] + ((a * a * a - a) * k[i] + (b * b * b - b) * k[i + 1]) * h * h / 6;
	real slope = ((real)point[i + 1][1] - point[i][1]) / h - (3 * a * a - 1) * h * k[i] / 6 +
	             (3 * b * b - 1) * h * k[i + 1] / 6;
	return y + (x - within) * slope;
}
