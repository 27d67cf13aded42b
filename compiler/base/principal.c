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
