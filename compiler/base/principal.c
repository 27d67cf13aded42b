#include "principal.h"

#include <math.h>
#include <string.h>

/* A rotation about axis k that makes A[i][j] vanish, of A and of the axes (Golub and Van Loan, 8.5). */
static void rotate(double A[3][3], double R[3][3], int i, int j, int k)
{
	double theta = (A[j][j] - A[i][i]) / (2 * A[i][j]);
	double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
	double c = 1 / sqrt(t * t + 1), s = t * c, off = A[i][j], ik = A[i][k], jk = A[j][k];
	A[i][i] -= t * off;
	A[j][j] += t * off;
	A[i][j] = A[j][i] = 0;
	A[i][k] = A[k][i] = c * ik - s * jk;
	A[j][k] = A[k][j] = s * ik + c * jk;
	for (int row = 0; row < 3; row++) {
		double a = R[row][i], b = R[row][j];
		R[row][i] = c * a - s * b;
		R[row][j] = s * a + c * b;
	}
}

void principal_axes(const double J[3][3], double moment[3], double R[3][3])
{
	double A[3][3];
	memcpy(A, J, sizeof A);
	for (int i = 0; i < 9; i++)
		R[i / 3][i % 3] = i % 4 == 0;
	for (int sweep = 0; sweep < 20; sweep++)
		for (int k = 0; k < 3; k++)
			if (A[(k + 1) % 3][(k + 2) % 3] != 0)
				rotate(A, R, (k + 1) % 3, (k + 2) % 3, k);
	for (int i = 0; i < 3; i++)
		moment[i] = A[i][i];
}

/* The axis k of the largest product of inertia, A[i][j]; of equal ones the first axis. */
static int largest_product(const double A[3][3])
{
	int k = 2;
	for (int next = 1; next >= 0; next--)
		if (fabs(A[(next + 1) % 3][(next + 2) % 3]) >= fabs(A[(k + 1) % 3][(k + 2) % 3]))
			k = next;
	return k;
}

/* Exchanges moments i and i + 1 by a quarter turn about the third axis. */
static void exchange(double moment[3], double R[3][3], int i)
{
	double first = moment[i];
	moment[i] = moment[i + 1];
	moment[i + 1] = first;
	for (int row = 0; row < 3; row++) {
		double a = R[row][i];
		R[row][i] = R[row][i + 1];
		R[row][i + 1] = -a;
	}
}

void principal_axes_sorted(const double J[3][3], double moment[3], double R[3][3])
{
	static const double equal = 1e-12; /* kg m^2: such moments keep their order */
	static const double rounding = 1e-15;
	double A[3][3];
	memcpy(A, J, sizeof A);
	for (int i = 0; i < 9; i++)
		R[i / 3][i % 3] = i % 4 == 0;
	for (int turn = 0; turn < 60; turn++) {
		const int k = largest_product(A), i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
		/* equal moments may have any axes: rounding does not turn these */
		if (fabs(A[i][j]) <= rounding * (fabs(A[0][0]) + fabs(A[1][1]) + fabs(A[2][2])))
			break;
		rotate(A, R, i, j, k);
	}
	for (int i = 0; i < 3; i++)
		moment[i] = A[i][i];
	for (int pass = 0; pass < 3; pass++)
		if (moment[pass % 2] + equal < moment[pass % 2 + 1])
			exchange(moment, R, pass % 2);
}
