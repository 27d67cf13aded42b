#include "dense_spline.h"

#include <math.h>
#include <stdbool.h>

typedef long double real;

enum { WIDEST = 2 * DENSE_SPLINE_MOST };

/* solves A k = b by elimination with row exchanges; k replaces b */
static void solve(real A[][WIDEST], real *b, int n)
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

/* The cubic from point i to the next, with y'' linear there, a = (x2 - x) / h and b = (x - x1) / h:
 *   y  = a y1 + b y2 + ((a^3 - a) k1 + (b^3 - b) k2) h^2 / 6 */
static real curved(const double (*point)[2], const real *k, int i, real x)
{
	real h = (real)point[i + 1][0] - point[i][0], a = (point[i + 1][0] - x) / h, b = 1 - a;
	return a * point[i][1] + b * point[i + 1][1] +
	       ((a * a * a - a) * k[i] + (b * b * b - b) * k[i + 1]) * h * h / 6;
}

/* y' = (y2 - y1) / h - (3 a^2 - 1) h k1 / 6 + (3 b^2 - 1) h k2 / 6 */
static real curved_slope(const double (*point)[2], const real *k, int i, real x)
{
	real h = (real)point[i + 1][0] - point[i][0], a = (point[i + 1][0] - x) / h, b = 1 - a;
	return ((real)point[i + 1][1] - point[i][1]) / h - (3 * a * a - 1) * h * k[i] / 6 +
	       (3 * b * b - 1) * h * k[i + 1] / 6;
}

/* Index of the piece, between two points, that contains x. */
static int piece(const double (*point)[2], int n, real x)
{
	int i = 0;
	while (i < n - 2 && x >= point[i + 1][0])
		i++;
	return i;
}

/* Continuity of y' at every inner point: the rows 0 < i < n - 1 of A k = b. */
static void join_pieces(const double (*point)[2], int n, real A[][WIDEST], real *b)
{
	for (int i = 1; i < n - 1; i++) {
		real h1 = (real)point[i][0] - point[i - 1][0], h2 = (real)point[i + 1][0] - point[i][0];
		A[i][i - 1] = h1 / 6;
		A[i][i] = (h1 + h2) / 3;
		A[i][i + 1] = h2 / 6;
		b[i] = ((real)point[i + 1][1] - point[i][1]) / h2 - ((real)point[i][1] - point[i - 1][1]) / h1;
	}
}

/* Solves for k, and follows the curve, straight beyond both ends. */
static real solved_at(const double (*point)[2], int n, real A[][WIDEST], real *k, real x)
{
	solve(A, k, n);
	real within = fminl(fmaxl(x, point[0][0]), point[n - 1][0]);
	int i = piece(point, n, within);
	return curved(point, k, i, within) + (x - within) * curved_slope(point, k, i, within);
}

/* Natural spline: k is zero at both ends. */
long double dense_spline(const double (*point)[2], int n, long double x)
{
	real A[DENSE_SPLINE_MOST][WIDEST] = { { 0 } }, k[DENSE_SPLINE_MOST] = { 0 };
	A[0][0] = A[n - 1][n - 1] = 1;
	join_pieces(point, n, A, k);
	return solved_at(point, n, A, k, x);
}

/* y''' of the cubic through four points, by Lagrange's formula: 6 sum of y_i / product of (x_i - x_j). */
static real third(const double (*point)[2])
{
	real sum = 0;
	for (int i = 0; i < 4; i++) {
		real product = 1;
		for (int j = 0; j < 4; j++)
			product *= j == i ? 1 : (real)point[i][0] - point[j][0];
		sum += 6 * point[i][1] / product;
	}
	return sum;
}

/* Spline of SIMM. With four points or more (k_1 - k_0) / h = y''' of the four outer points, at both ends; with three
 * y''' = 0 there; with two k = 0. */
long double dense_simm(const double (*point)[2], int n, long double x)
{
	real A[DENSE_SPLINE_MOST][WIDEST] = { { 0 } }, k[DENSE_SPLINE_MOST] = { 0 };
	A[0][0] = A[n - 1][n - 1] = 1;
	for (int end = 0; end < 2 && n > 2; end++) {
		int outer = end ? n - 1 : 0, inner = end ? n - 2 : 1;
		A[outer][inner] = -1;
		if (n > 3)
			k[outer] = ((real)point[outer][0] - point[inner][0]) * third(end ? point + n - 4 : point);
	}
	join_pieces(point, n, A, k);
	return solved_at(point, n, A, k, x);
}

/* Periodic spline: continuity of y' at every point. The last and the first point are the same, with one curvature
 * k[0]. */
long double dense_periodic(const double (*point)[2], int n, long double x)
{
	real A[DENSE_SPLINE_MOST][WIDEST] = { { 0 } }, k[DENSE_SPLINE_MOST] = { 0 };
	int m = n - 1;
	for (int i = 0; i < m; i++) {
		int before = (i + m - 1) % m, after = (i + 1) % m;
		real h1 = (real)point[before + 1][0] - point[before][0], h2 = (real)point[i + 1][0] - point[i][0];
		A[i][before] += h1 / 6;
		A[i][i] += (h1 + h2) / 3;
		A[i][after] += h2 / 6;
		k[i] = ((real)point[i + 1][1] - point[i][1]) / h2 -
		       ((real)point[before + 1][1] - point[before][1]) / h1;
	}
	solve(A, k, m);
	k[m] = k[0];
	real period = (real)point[m][0] - point[0][0], within = fmodl(x - point[0][0], period);
	within += point[0][0] + (within < 0 ? period : 0);
	return curved(point, k, piece(point, n, within), within);
}

long double dense_linear(const double (*point)[2], int n, long double x)
{
	int i = piece(point, n, x);
	real part = (x - point[i][0]) / ((real)point[i + 1][0] - point[i][0]);
	return (1 - part) * point[i][1] + part * point[i + 1][1];
}

/* Slopes of PCHIP. Inside: G = S1 S2 / (alpha S2 + (1 - alpha) S1) with alpha = (h1 + 2 h2) / (3 (h1 + h2)), where the
 * chords S1 and S2 have the same sign, else 0 (Fritsch and Butland 1984). At the ends: the slope of the parabola
 * through three points. It is 0 instead if its sign is not the first chord's, and at most 3 S1 if the chords have
 * different signs. */
static real monotone_slope(const double (*point)[2], int n, int i)
{
	real h[2], S[2];
	bool end = i == 0 || i == n - 1;
	int first = i == 0 ? 0 : i == n - 1 ? n - 2 : i - 1, step = i == n - 1 ? -1 : 1;
	if (n == 2)
		return ((real)point[1][1] - point[0][1]) / ((real)point[1][0] - point[0][0]);
	for (int j = 0; j < 2; j++) {
		int at = first + j * step;
		h[j] = (real)point[at + 1][0] - point[at][0];
		S[j] = ((real)point[at + 1][1] - point[at][1]) / h[j];
	}
	if (!end && S[0] * S[1] <= 0)
		return 0;
	if (!end) {
		real alpha = (h[0] + 2 * h[1]) / (3 * (h[0] + h[1]));
		return S[0] * S[1] / (alpha * S[1] + (1 - alpha) * S[0]);
	}
	real slope = S[0] + (S[0] - S[1]) * h[0] / (h[0] + h[1]);
	if (slope * S[0] <= 0)
		return 0;
	return S[0] * S[1] < 0 && fabsl(slope) > 3 * fabsl(S[0]) ? 3 * S[0] : slope;
}

/* Hermite's basis: y = y1 H(1 - t) + y2 H(t) - h d1 K(1 - t) + h d2 K(t), H = 3 t^2 - 2 t^3, K = t^3 - t^2. */
long double dense_monotone(const double (*point)[2], int n, long double x)
{
	real within = fminl(fmaxl(x, point[0][0]), point[n - 1][0]);
	int i = piece(point, n, within);
	real h = (real)point[i + 1][0] - point[i][0], t = (within - point[i][0]) / h, s = 1 - t;
	real one = monotone_slope(point, n, i), other = monotone_slope(point, n, i + 1);
	real y = point[i][1] * s * s * (3 - 2 * s) + point[i + 1][1] * t * t * (3 - 2 * t) - h * one * s * s * (s - 1) +
	         h * other * t * t * (t - 1);
	return y + (x - within) * (x < point[0][0] ? one : other);
}

/* Hermite's basis of fifth degree on 0 <= t <= 1, by powers of t: value, slope and second derivative at 0, then at 1. */
static const real hermite[6][6] = {
	{ 1, 0, 0, -10, 15, -6 }, { 0, 1, 0, -6, 8, -3 }, { 0, 0, 0.5L, -1.5L, 1.5L, -0.5L },
	{ 0, 0, 0, 10, -15, 6 },  { 0, 0, 0, -4, 7, -3 }, { 0, 0, 0, 0.5L, -1, 0.5L }
};

/* Derivative `times` of basis function k at t, for a piece of length h. */
static real basis(int k, int times, real t, real h)
{
	real sum = 0;
	for (int power = 5; power >= times; power--) {
		real factor = hermite[k][power];
		for (int j = 0; j < times; j++)
			factor *= (real)(power - j) / h;
		sum = sum * t + factor;
	}
	return sum * (k % 3 == 0 ? 1 : k % 3 == 1 ? h : h * h);
}

/* Adds derivative `times` of piece i at t to a row whose unknowns are slopes and second derivatives at the points. */
static void add_piece(const double (*point)[2], int i, int times, real t, real sign, real *row, real *b)
{
	real h = (real)point[i + 1][0] - point[i][0];
	for (int k = 0; k < 6; k++) {
		int at = i + k / 3;
		if (k % 3)
			row[2 * at + k % 3 - 1] += sign * basis(k, times, t, h);
		else
			*b -= sign * basis(k, times, t, h) * point[at][1];
	}
}

/* y''' and y'''' are continuous at inner points, and 0 at both ends. */
long double dense_quintic(const double (*point)[2], int n, long double x)
{
	static real A[WIDEST][WIDEST];
	real b[WIDEST] = { 0 };
	for (int row = 0; row < 2 * n; row++) {
		int i = row / 2, times = 3 + row % 2;
		for (int j = 0; j < 2 * n; j++)
			A[row][j] = 0;
		if (i > 0)
			add_piece(point, i - 1, times, 1, -1, A[row], &b[row]);
		if (i < n - 1)
			add_piece(point, i, times, 0, 1, A[row], &b[row]);
	}
	solve(A, b, 2 * n);
	real within = fminl(fmaxl(x, point[0][0]), point[n - 1][0]), y = 0, slope = 0, bend = 0;
	int i = piece(point, n, within);
	real h = (real)point[i + 1][0] - point[i][0], t = (within - point[i][0]) / h;
	for (int k = 0; k < 6; k++) {
		real c = k % 3 ? b[2 * (i + k / 3) + k % 3 - 1] : (real)point[i + k / 3][1];
		y += c * basis(k, 0, t, h);
		slope += c * basis(k, 1, t, h);
		bend += c * basis(k, 2, t, h);
	}
	return y + (x - within) * (slope + (x - within) * bend / 2);
}
